// SPDX-License-Identifier: MIT
#include <glint/cpu/codegen/undefine.hpp>

#include <llvm/Object/ELFObjectFile.h>
#include <llvm/Support/MemoryBuffer.h>

#include <glint/base/error.hpp>

namespace glint::cpu {
namespace {

template <class T>
T take_value(llvm::Expected<T> result) {
    if (!result)
        throw Error(ErrorCode::bad_input, "share the variables of a CPU image",
                    llvm::toString(result.takeError()));
    return std::move(*result);
}

}  // namespace

void undefine(std::vector<std::byte>& object, const std::set<std::string, std::less<>>& symbols) {
    if (object.empty() || symbols.empty()) return;
    const llvm::StringRef text(reinterpret_cast<const char*>(object.data()), object.size());
    const auto file =
        take_value(llvm::object::ELFObjectFile<llvm::object::ELF64LE>::create({text, "variables"}));
    for (const llvm::object::SymbolRef& symbol : file.symbols()) {
        if (!symbols.contains(take_value(symbol.getName()).str())) continue;
        // The symbol table entry is in the memory of `object`, so the following lines change
        // `object` itself.
        auto& entry = const_cast<llvm::object::ELF64LE::Sym&>(
            *take_value(file.getSymbol(symbol.getRawDataRefImpl())));
        entry.st_shndx = llvm::ELF::SHN_UNDEF;
        entry.st_value = 0;
        entry.st_size = 0;
    }
}

}  // namespace glint::cpu
