// SPDX-License-Identifier: MIT
#pragma once

#include <cstdlib>
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

/// Compiles for "cpu" or for a GPU architecture such as "sm_90", and reports warnings as failures.
/// Only sm_90 is compiled with all optimizations. For other architectures, NVRTC 13 only needs to
/// show that the code is valid, and compiles with an option that reduces the time to 60 %.
inline void expect_compiles(compiler::Source source, const std::string& target) {
    const bool is_newer = std::atoi(compiler::nvrtc_version().c_str()) >= 13;
    if (target != "cpu" && target != "sm_90" && is_newer)
        source.nvrtc_flags.emplace_back("--Ofast-compile=max");
    const auto with = target == "cpu" ? compiler_called("clang") : compiler::nvrtc_compiler(target);
    const compiler::Binary binary = with->compile(source);
    EXPECT_FALSE(binary.image.empty());
    for (const compiler::Diagnostic& warning : binary.warnings)
        ADD_FAILURE() << target << ": " << compiler::to_string(warning);
}

/// The text of a binary in a text format such as PTX.
inline std::string text_of(const compiler::Binary& binary) {
    return {reinterpret_cast<const char*>(binary.image.data()), binary.image.size()};
}

}  // namespace glint::test
