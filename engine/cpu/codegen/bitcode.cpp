// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/bitcode.hpp>

#include <llvm/Bitcode/BitcodeReader.h>
#include <llvm/Bitcode/BitcodeWriter.h>
#include <llvm/IR/Module.h>
#include <llvm/IR/Verifier.h>
#include <llvm/Support/raw_ostream.h>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

[[noreturn]] void refuse_bitcode(const std::string& complaint) {
    throw Error(ErrorCode::bad_input, "read the kernels of a CPU image", complaint);
}

void verify(const llvm::Module& module) {
    std::string complaint;
    llvm::raw_string_ostream out(complaint);
    if (llvm::verifyModule(module, &out)) refuse_bitcode(complaint);
}

}  // namespace

std::vector<std::byte> write_bitcode(const llvm::Module& module) {
    llvm::SmallVector<char, 0> bytes;
    llvm::raw_svector_ostream out(bytes);
    llvm::WriteBitcodeToFile(module, out);
    const auto* first = reinterpret_cast<const std::byte*>(bytes.data());
    return {first, first + bytes.size()};
}

std::unique_ptr<llvm::Module> parse_bitcode(std::span<const std::byte> bytes,
                                            llvm::LLVMContext& context) {
    const llvm::StringRef text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    auto module = llvm::parseBitcodeFile(llvm::MemoryBufferRef(text, "kernels"), context);
    if (!module) refuse_bitcode(llvm::toString(module.takeError()));
    verify(**module);
    return std::move(*module);
}

}  // namespace glint::cpu
