// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "data/lanes_bodies.cuh"
#include "program.hpp"

namespace glint::cpu::test {

/// A kernel file of the data folder. Compilation fails if a kernel cannot run as lanes.
inline compiler::Source lanes_source(const std::string& file) {
    compiler::Source source = source_file(file);
    source.cpu_lowering = "lanes";
    source.include_folders = {GLINT_TEST_DATA_DIR};
    return source;
}

inline unsigned threads_of(const driver::Dim3& block) { return block.x * block.y * block.z; }

inline std::string name_of(const driver::Dim3& block) {
    return std::to_string(block.x) + "x" + std::to_string(block.y) + "x" + std::to_string(block.z);
}

/// Block shapes whose rows, or whose threads in linear order, fill groups of lanes or leave some
/// lanes idle.
inline constexpr driver::Dim3 kBlocks[] = {
    {1}, {7}, {32}, {33}, {100}, {256}, {1024}, {16, 16}, {33, 3}, {8, 8, 2}, {5, 5, 5}, {4, 4, 4}};

}  // namespace glint::cpu::test
