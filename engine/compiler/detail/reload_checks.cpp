// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/reload_checks.hpp>

#include <algorithm>
#include <vector>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/kernel.hpp>

namespace glint::compiler {
namespace {

/// Returns the new size of the struct whose size on the host was `old_bytes`. If several structs
/// had this size, prefers one whose new size is `wanted_bytes`.
std::size_t size_after(std::size_t old_bytes, std::size_t wanted_bytes,
                       const RedeclaredStructs& structs) {
    std::size_t size = old_bytes;
    for (const auto& [name, redeclared] : structs) {
        if (redeclared.old_bytes != old_bytes) continue;
        size = redeclared.fresh.bytes().size();
        if (size == wanted_bytes) break;
    }
    return size;
}

std::vector<std::size_t> sizes_after(const std::vector<std::size_t>& sizes,
                                     const driver::KernelInfo& old, const driver::KernelInfo& fresh,
                                     const RedeclaredStructs& structs) {
    std::vector<std::size_t> after = sizes;
    const std::size_t known =
        std::min({sizes.size(), old.parameters.size(), fresh.parameters.size()});
    for (std::size_t i = 0; i < known; ++i)
        if (sizes[i] == 0)
            after[i] =
                size_after(old.parameters[i].size_bytes, fresh.parameters[i].size_bytes, structs);
    return after;
}

std::string reload_operation(std::string_view source) { return fmt::format("reload {}", source); }

}  // namespace

void check_names(std::string_view source, const ParameterSet& used, const ParameterSet& fresh) {
    for (const Parameter& old : used.list()) {
        if (!used.is_named(old.name)) continue;
        const auto found = std::ranges::find(fresh.list(), old.name, &Parameter::name);
        if (found == fresh.list().end())
            throw Error(ErrorCode::not_found, reload_operation(source),
                        fmt::format("parameter '{}' is in use but was removed", old.name));
        if (found->components < old.components)
            throw Error(
                ErrorCode::invalid_argument, reload_operation(source),
                fmt::format(
                    "parameter '{}' is in use, but the number of components changed from {} to {}",
                    old.name, old.components, found->components));
    }
}

void check_arguments(std::string_view source, std::string_view expression,
                     const detail::KernelSlot& slot, const driver::KernelInfo& fresh,
                     const RedeclaredStructs& structs) {
    const driver::KernelInfo old = slot.get().kernel->info();
    for (const detail::HostArguments& given : slot.host_arguments()) {
        const std::vector<std::size_t> sizes = sizes_after(given.sizes, old, fresh, structs);
        try {
            detail::check_signature(fresh, {sizes, given.types});
        } catch (const Error& error) {
            throw Error(error.code(), reload_operation(source),
                        fmt::format("kernel '{}' is in use, and {}", expression, error.reason()));
        }
    }
}

}  // namespace glint::compiler
