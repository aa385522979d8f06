// SPDX-License-Identifier: MIT
#include <glint/cpu/runtime/loaded_object.hpp>

#include <set>

#include <llvm/ExecutionEngine/Orc/ExecutionUtils.h>
#include <llvm/ExecutionEngine/Orc/LLJIT.h>
#include <llvm/Object/ObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <glint/base/error.hpp>
#include <glint/cpu/codegen/host_target.hpp>
#include <glint/cpu/codegen/vector_library.hpp>
#include <glint/cpu/runtime/entry_points.hpp>

namespace glint::cpu {
namespace {

namespace orc = llvm::orc;

[[noreturn]] void throw_failure(llvm::Error failure) {
    throw Error(ErrorCode::bad_input, "load a CPU image", llvm::toString(std::move(failure)));
}

void check_llvm(llvm::Error failure) {
    if (failure) throw_failure(std::move(failure));
}

template <class T>
T check_llvm(llvm::Expected<T> result) {
    if (!result) throw_failure(result.takeError());
    return std::move(*result);
}

std::unique_ptr<orc::LLJIT> make_jit() {
    orc::JITTargetMachineBuilder target{llvm::Triple(host_target().triple)};
    target.setCPU(host_target().cpu);
    return check_llvm(orc::LLJITBuilder()
                          .setJITTargetMachineBuilder(std::move(target))
                          .setPlatformSetUp(orc::setUpInactivePlatform)
                          .create());
}

void define_entry_points(orc::LLJIT& jit) {
    orc::SymbolMap symbols;
    for (const EntryPoint& point : entry_points())
        symbols[jit.mangleAndIntern(llvm::StringRef(point.name))] = {
            orc::ExecutorAddr::fromPtr(point.address), llvm::JITSymbolFlags::Exported};
    check_llvm(jit.getMainJITDylib().define(orc::absoluteSymbols(std::move(symbols))));
}

void add_system_libraries(orc::LLJIT& jit) {
    using Search = orc::DynamicLibrarySearchGenerator;
    const char prefix = jit.getDataLayout().getGlobalPrefix();
    jit.getMainJITDylib().addGenerator(check_llvm(Search::GetForCurrentProcess(prefix)));
    jit.getMainJITDylib().addGenerator(check_llvm(Search::Load(kVectorLibrary, prefix)));
}

llvm::MemoryBufferRef buffer_of(std::span<const std::byte> object) {
    const auto* text = reinterpret_cast<const char*>(object.data());
    return {llvm::StringRef(text, object.size()), "kernels"};
}

std::unique_ptr<llvm::MemoryBuffer> copy_of(std::span<const std::byte> object) {
    const llvm::MemoryBufferRef buffer = buffer_of(object);
    return llvm::MemoryBuffer::getMemBufferCopy(buffer.getBuffer(), buffer.getBufferIdentifier());
}

bool is_visible_function(const llvm::object::SymbolRef& symbol) {
    using Symbol = llvm::object::SymbolRef;
    const std::uint32_t flags = check_llvm(symbol.getFlags());
    return check_llvm(symbol.getType()) == Symbol::ST_Function &&
           (flags & Symbol::SF_Global) != 0 && (flags & Symbol::SF_Undefined) == 0;
}

}  // namespace

struct LoadedObject::Jit {
    std::unique_ptr<orc::LLJIT> value;
};

LoadedObject::LoadedObject()
    : jit_(std::make_unique<Jit>(make_jit())), code_(std::make_unique<CodeMap>()) {
    define_entry_points(*jit_->value);
    add_system_libraries(*jit_->value);
}

LoadedObject::~LoadedObject() = default;
LoadedObject::LoadedObject(LoadedObject&&) noexcept = default;

void LoadedObject::define(const std::string& symbol, const void* address) {
    const orc::SymbolMap symbols{
        {jit_->value->mangleAndIntern(symbol),
         {orc::ExecutorAddr::fromPtr(address), llvm::JITSymbolFlags::Exported}}};
    check_llvm(jit_->value->getMainJITDylib().define(orc::absoluteSymbols(symbols)));
}

void LoadedObject::add(std::span<const std::byte> object) {
    check_llvm(jit_->value->addObjectFile(copy_of(object)));
    note_code(object);
}

// Records the address of each code section in memory. It computes this address from the address of
// one visible function in the section.
void LoadedObject::note_code(std::span<const std::byte> object) {
    const auto file = check_llvm(llvm::object::ObjectFile::createObjectFile(buffer_of(object)));
    std::set<std::uint64_t> seen;
    for (const llvm::object::SymbolRef& symbol : file->symbols()) {
        if (!is_visible_function(symbol)) continue;
        const auto section = check_llvm(symbol.getSection());
        if (!seen.insert(section->getIndex()).second) continue;
        const auto place =
            reinterpret_cast<std::uintptr_t>(address(check_llvm(symbol.getName()).str()));
        const std::uintptr_t first = place - check_llvm(symbol.getValue());
        code_->add({.first = first,
                    .last = first + section->getSize(),
                    .section = section->getIndex(),
                    .object = {object.begin(), object.end()}});
    }
}

void* LoadedObject::address(const std::string& symbol) const {
    return check_llvm(jit_->value->lookup(symbol)).toPtr<void*>();
}

}  // namespace glint::cpu
