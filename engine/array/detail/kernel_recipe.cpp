#include <glint/array/detail/kernel_recipe.hpp>

#include <algorithm>
#include <cstring>

#include <fmt/format.h>

namespace glint::detail {

// Each word is multiplied into both halves by odd constants of their own, and high bits come down
// again. The size comes first, so that bytes of two calls are never those of one.
void KernelKey::append(std::span<const std::byte> bytes) noexcept {
    const auto mix = [this](std::uint64_t word) {
        words_[0] = (words_[0] ^ word) * 0x9e3779b97f4a7c15u;
        words_[0] ^= words_[0] >> 32;
        words_[1] = (words_[1] + word) * 0xc2b2ae3d27d4eb4fu;
        words_[1] ^= words_[1] >> 29;
    };
    mix(bytes.size());
    for (std::size_t i = 0; i < bytes.size(); i += sizeof(std::uint64_t)) {
        std::uint64_t word = 0;
        std::memcpy(&word, bytes.data() + i, std::min(sizeof(word), bytes.size() - i));
        mix(word);
    }
}

void KernelRecipe::kernel(std::string_view file, std::string_view name) {
    key_.append_text(file);
    key_.append_text(name);
    if (!is_written_) return;
    source_.file = file;
    source_.kernel = name;
}

void KernelRecipe::header(std::string_view name) {
    if (is_written_) source_.headers.emplace_back(name, "#pragma once\n");
}

void KernelRecipe::include(std::string_view name) {
    if (is_written_) write(fmt::format("#include <{}>\n", name));
}

void KernelRecipe::constants(std::string_view space, std::initializer_list<Constant> all) {
    for (const Constant& constant : all) {
        key_.append(constant.value);
        key_.append_text(constant.text);
    }
    if (!is_written_) return;
    write(fmt::format("namespace {} {{\n", space));
    for (const Constant& constant : all)
        write(fmt::format(
            "{}{} = {};\n", constant.declaration.starts_with("using ") ? "" : "constexpr ",
            constant.declaration,
            constant.text.empty() ? std::to_string(constant.value) : std::string(constant.text)));
    write(fmt::format("}}  // namespace {}\n", space));
}

}  // namespace glint::detail
