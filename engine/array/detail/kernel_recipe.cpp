// SPDX-License-Identifier: MIT
#include <glint/array/detail/kernel_recipe.hpp>

#include <algorithm>

#include <fmt/format.h>

namespace glint::detail {

// Mixes the size first, so that two calls do not hash like one call with the concatenated bytes.
void KernelKey::append(std::span<const std::byte> bytes) noexcept {
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
    if (!source_) return;
    source_->file = file;
    source_->kernel = name;
}

void KernelRecipe::header(std::string_view name) {
    if (source_) source_->headers.emplace_back(name, "#pragma once\n");
}

void KernelRecipe::include(std::string_view name) {
    if (source_) write(fmt::format("#include <{}>\n", name));
}

void KernelRecipe::constants(std::string_view space, std::initializer_list<Constant> all) {
    for (const Constant& constant : all) {
        if (constant.text.empty())
            key_.append(constant.value);
        else
            key_.append_text(constant.text);
    }
    if (!source_) return;
    write(fmt::format("namespace {} {{\n", space));
    for (const Constant& constant : all)
        write(fmt::format(
            "{}{} = {};\n", constant.declaration.starts_with("using ") ? "" : "constexpr ",
            constant.declaration,
            constant.text.empty() ? std::to_string(constant.value) : std::string(constant.text)));
    write(fmt::format("}}  // namespace {}\n", space));
}

}  // namespace glint::detail
