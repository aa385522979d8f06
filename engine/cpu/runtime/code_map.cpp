// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/code_map.hpp>

#include <llvm/DebugInfo/DWARF/DWARFContext.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <glint/cpu/codegen/source_place.hpp>

namespace glint::cpu {
namespace {

// Maximum distance in bytes to search backward for a source line. An instruction that the optimizer
// made from several source lines does not have a line. For such an instruction, glint reports the
// line of a preceding instruction.
constexpr std::uint64_t kSearchedBytes = 64;

std::vector<SourceFrame> frames_of(const llvm::DIInliningInfo& info) {
    std::vector<SourceFrame> frames;
    for (unsigned i = 0; i < info.getNumberOfFrames(); ++i) {
        const llvm::DILineInfo& frame = info.getFrame(i);
        frames.push_back(
            {.file = frame.FileName, .line = frame.Line, .function = frame.FunctionName});
    }
    return frames;
}

std::string place_at(llvm::DWARFContext& lines, std::uint64_t offset, std::uint64_t section) {
    using Specifier = llvm::DILineInfoSpecifier;
    const Specifier wanted(Specifier::FileLineInfoKind::AbsoluteFilePath,
                           llvm::DINameKind::ShortName);
    return describe_place(frames_of(lines.getInliningInfoForAddress({offset, section}, wanted)));
}

}  // namespace

CodeMap::~CodeMap() {
    for (const Node* node = newest_; node != nullptr;) {
        const Node* next = node->next;
        delete node;
        node = next;
    }
}

void CodeMap::add(LoadedCode code) {
    auto* node = new Node{.code = std::move(code), .next = newest_.load()};
    while (!newest_.compare_exchange_weak(node->next, node, std::memory_order_release)) {}
}

const LoadedCode* CodeMap::find(std::uintptr_t address) const noexcept {
    for (const Node* node = newest_.load(std::memory_order_acquire); node; node = node->next)
        if (address >= node->code.first && address < node->code.last) return &node->code;
    return nullptr;
}

std::string CodeMap::place_of(std::uintptr_t address) const {
    const LoadedCode* code = find(address);
    if (code == nullptr) return {};
    const llvm::StringRef bytes(reinterpret_cast<const char*>(code->object.data()),
                                code->object.size());
    auto object = llvm::object::ObjectFile::createObjectFile({bytes, "kernels"});
    if (!object) {
        llvm::consumeError(object.takeError());
        return {};
    }
    const auto lines = llvm::DWARFContext::create(**object);
    const std::uint64_t offset = address - code->first;
    std::string place;
    for (std::uint64_t back = 0; place.empty() && back <= std::min(offset, kSearchedBytes); ++back)
        place = place_at(*lines, offset - back, code->section);
    return place;
}

}  // namespace glint::cpu
