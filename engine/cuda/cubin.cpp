// SPDX-License-Identifier: MIT
#include <glint/cuda/cubin.hpp>

#include <elf.h>

#include <cstring>
#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

// Returns true for a variable. In relocatable code, symbols of variables have a CUDA-specific type.
bool is_object(const Elf64_Sym& symbol) {
    constexpr unsigned kCudaObject = 13;
    const unsigned type = ELF64_ST_TYPE(symbol.st_info);
    return type == STT_OBJECT || type == kCudaObject;
}

/// Reads the symbols of an ELF file ("Tool Interface Standard: ELF"). The names of its sections are
/// documented in "CUDA Binary Utilities".
class ElfReader {
public:
    ElfReader(std::span<const std::byte> bytes, const char* operation)
        : operation_(operation),
          text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
          header_(read<Elf64_Ehdr>(0)) {
        if (!text_.starts_with(ELFMAG) || header_.e_ident[EI_CLASS] != ELFCLASS64) refuse();
    }

    std::vector<std::string> variables() const {
        return names_where([this](const Elf64_Sym& symbol) {
            return is_object(symbol) && holds_variables(symbol.st_shndx);
        });
    }

    std::vector<std::string> definitions() const {
        return names_where([](const Elf64_Sym& symbol) {
            return ELF64_ST_BIND(symbol.st_info) == STB_GLOBAL && symbol.st_shndx != SHN_UNDEF &&
                   (is_object(symbol) || ELF64_ST_TYPE(symbol.st_info) == STT_FUNC);
        });
    }

private:
    [[noreturn]] void refuse() const {
        throw Error(ErrorCode::bad_input, operation_,
                    "the cubin is not a complete 64-bit ELF file");
    }

    template <class T>
    T read(std::size_t offset) const {
        T value;
        if (offset > text_.size() || text_.size() - offset < sizeof value) refuse();
        std::memcpy(&value, text_.data() + offset, sizeof value);
        return value;
    }

    Elf64_Shdr section(unsigned index) const {
        return read<Elf64_Shdr>(header_.e_shoff + index * sizeof(Elf64_Shdr));
    }

    std::string_view name(unsigned table, std::size_t offset) const {
        const std::size_t start = section(table).sh_offset + offset;
        if (start >= text_.size()) refuse();
        const std::string_view rest = text_.substr(start);
        return rest.substr(0, rest.find('\0'));
    }

    bool holds_variables(unsigned index) const {
        if (index == SHN_UNDEF || index >= header_.e_shnum) return false;
        const std::string_view title = name(header_.e_shstrndx, section(index).sh_name);
        // The assembler reserves the other constant banks.
        return title.starts_with(".nv.global") || title == ".nv.constant3";
    }

    template <class Predicate>
    std::vector<std::string> names_where(const Predicate& is_wanted) const {
        std::vector<std::string> found;
        for (unsigned i = 0; i < header_.e_shnum; ++i) {
            const Elf64_Shdr table = section(i);
            if (table.sh_type != SHT_SYMTAB) continue;
            for (std::size_t at = 0; at < table.sh_size / sizeof(Elf64_Sym); ++at) {
                const auto symbol = read<Elf64_Sym>(table.sh_offset + at * sizeof(Elf64_Sym));
                if (is_wanted(symbol)) found.emplace_back(name(table.sh_link, symbol.st_name));
            }
        }
        return found;
    }

    const char* operation_;
    std::string_view text_;
    Elf64_Ehdr header_;
};

}  // namespace

std::vector<std::string> variables_in_cubin(std::span<const std::byte> cubin) {
    return ElfReader(cubin, "list the variables of a cubin").variables();
}

std::vector<std::string> definitions_in_cubin(std::span<const std::byte> cubin) {
    return ElfReader(cubin, "list the definitions in a cubin").definitions();
}

}  // namespace glint::driver
