// SPDX-License-Identifier: MIT
#include <glint/backend/source/listing.hpp>

#include <algorithm>
#include <string_view>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

using Symbols = std::map<std::string, std::string>;

bool is_called(const KernelListing& kernel, const std::string& wanted, const Symbols& symbols) {
    if (const auto found = symbols.find(wanted); found != symbols.end())
        return kernel.symbol == found->second;
    return kernel.symbol == wanted || kernel.name == wanted ||
           kernel.name.starts_with(wanted + '<');
}

[[noreturn]] void throw_no_kernel(const std::vector<KernelListing>& kernels,
                                  const std::string& wanted, const std::string& source_name) {
    std::vector<std::string> known;
    for (const KernelListing& kernel : kernels) known.push_back(kernel.name);
    throw Error(ErrorCode::not_found, "find kernel '" + wanted + "' in " + source_name,
                "kernel not found" + text::did_you_mean(wanted, known));
}

}  // namespace

std::string signature_of(const KernelListing& kernel) {
    std::string text = kernel.name + '(';
    for (const std::string& type : kernel.parameters)
        text += (text.ends_with('(') ? "" : ", ") + type;
    return text + ')';
}

void select_wanted(std::vector<KernelListing>& kernels, std::span<const std::string> wanted,
                   const Symbols& symbols, const std::string& source_name) {
    for (const std::string& name : wanted)
        if (std::none_of(kernels.begin(), kernels.end(),
                         [&](const auto& kernel) { return is_called(kernel, name, symbols); }))
            throw_no_kernel(kernels, name, source_name);
    if (wanted.empty()) return;
    std::erase_if(kernels, [&](const KernelListing& kernel) {
        return std::none_of(wanted.begin(), wanted.end(), [&](const std::string& name) {
            return is_called(kernel, name, symbols);
        });
    });
}

}  // namespace glint::compiler
