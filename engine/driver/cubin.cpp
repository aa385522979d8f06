#include <glint/driver/cubin.hpp>

#include <elf.h>

#include <cstring>
#include <string_view>

#include <glint/base/error.hpp>

namespace glint::driver {
namespace {

/// An ELF file as far as its symbols need it ("Tool Interface Standard: ELF", and "CUDA Binary
/// Utilities" for the names of sections).
class ElfReader {
public:
    explicit ElfReader(std::span<const std::byte> bytes)
        : text_(reinterpret_cast<const char*>(bytes.data()), bytes.size()),
          header_(read<Elf64_Ehdr>(0)) {
        if (!text_.starts_with(ELFMAG) || header_.e_ident[EI_CLASS] != ELFCLASS64) refuse();
    }

    std::vector<std::string> variables() const {
        std::vector<std::string> found;
        for (unsigned i = 0; i < header_.e_shnum; ++i)
            if (const Elf64_Shdr table = section(i); table.sh_type == SHT_SYMTAB)
                add_variables(table, found);
        return found;
    }

private:
    [[noreturn]] static void refuse() {
        throw Error(ErrorCode::bad_input, "list the variables of a cubin",
                    "it is no whole 64-bit ELF file");
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
        // Other constants are those that the assembler keeps for itself.
        return title.starts_with(".nv.global") || title == ".nv.constant3";
    }

    void add_variables(const Elf64_Shdr& table, std::vector<std::string>& found) const {
        for (std::size_t at = 0; at + sizeof(Elf64_Sym) <= table.sh_size; at += sizeof(Elf64_Sym)) {
            const auto symbol = read<Elf64_Sym>(table.sh_offset + at);
            if (ELF64_ST_TYPE(symbol.st_info) == STT_OBJECT && holds_variables(symbol.st_shndx))
                found.emplace_back(name(table.sh_link, symbol.st_name));
        }
    }

    std::string_view text_;
    Elf64_Ehdr header_;
};

}  // namespace

std::vector<std::string> variables_in_cubin(std::span<const std::byte> cubin) {
    return ElfReader(cubin).variables();
}

}  // namespace glint::driver
