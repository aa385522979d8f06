// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

namespace glint::test {

/// Compiles a file of these tests once for a GPU, or for the CPU in every lowering and in debug
/// mode. Calls `check(program)` for each.
void for_each_lowering(const Device& device, const std::string& file, auto&& check) {
    const std::filesystem::path path = std::filesystem::path(GLINT_TEST_DATA_DIR) / file;
    std::vector<ProgramOptions> all{{}};
    if (device.kind() == BackendKind::cpu) {
        for (const char* lowering : {"loops", "fibres", "lanes"})
            all.push_back({.cpu_lowering = lowering});
        all.push_back({.debug = true});
    }
    for (const ProgramOptions& options : all) {
        SCOPED_TRACE(options.debug ? "debug mode" : "lowering '" + options.cpu_lowering + "'");
        Program program(device, path, options);
        check(program);
    }
}

}  // namespace glint::test
