#pragma once

#include <filesystem>
#include <string>

#include <glint/base/files.hpp>
#include <glint/compiler/compiler_for.hpp>
#include <glint/driver/module.hpp>

namespace glint::test {

/// A file of data/, compiled for `device`. `instantiations` are the kernels that are not
/// extern "C", whose symbols are asked for.
inline compiler::Binary compiled(const Device& device, const std::string& name,
                                 std::vector<std::string> instantiations = {}) {
    const auto file = std::filesystem::path(GLINT_TEST_DATA_DIR) / name;
    compiler::Source source;
    source.name = file.string();
    source.text = read_text(file);
    source.instantiations = std::move(instantiations);
    return compiler::compiler_for(device)->compile(source);
}

/// data/kernels.cu, compiled for `device`.
inline std::vector<std::byte> kernels_image(const Device& device) {
    return compiled(device, "kernels.cu").image;
}

inline Module kernels(const Device& device) { return {device, kernels_image(device)}; }

}  // namespace glint::test
