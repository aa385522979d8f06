// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <glint/compiler/detail/compiler_for.hpp>
#include <support/nvrtc.hpp>

// Runs one test body for each compiler. NVRTC needs no GPU, so its tests also run where no device
// can load the result.
namespace glint::test {

inline std::vector<std::string> compiler_names() {
    std::vector<std::string> names{"clang"};
    if (has_nvrtc()) names.emplace_back("nvrtc");
    return names;
}

inline std::shared_ptr<const compiler::SourceCompiler> compiler_called(const std::string& name) {
    return name == "clang" ? compiler::compiler_for(Device::open("cpu"))
                           : compiler::nvrtc_compiler("sm_90");
}

inline compiler::Source source(std::string name, std::string text) {
    compiler::Source made;
    made.name = std::move(name);
    made.text = std::move(text);
    return made;
}

/// The text of a binary in a text format such as PTX.
inline std::string text_of(const compiler::Binary& binary) {
    return {reinterpret_cast<const char*>(binary.image.data()), binary.image.size()};
}

}  // namespace glint::test
