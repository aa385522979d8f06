#pragma once

#include <filesystem>

#include <glint/base/files.hpp>
#include <glint/compiler/compiler_for.hpp>
#include <glint/driver/module.hpp>

namespace glint::test {

/// data/kernels.cu, compiled for `device`.
inline std::vector<std::byte> kernels_image(const Device& device) {
    const auto file = std::filesystem::path(GLINT_TEST_DATA_DIR) / "kernels.cu";
    compiler::Source source;
    source.name = file.string();
    source.text = read_text(file);
    return compiler::compiler_for(device)->compile(source).image;
}

inline Module kernels(const Device& device) { return {device, kernels_image(device)}; }

}  // namespace glint::test
