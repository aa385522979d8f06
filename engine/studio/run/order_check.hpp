#pragma once

#include <filesystem>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// The kernels of a file whose results depend on the order of their blocks, as far as its first two
/// frames show it on the CPU: each kernel runs from the first block to the last and the other way
/// round, and what it wrote is compared bit for bit. Kernels with atomic operations are left out:
/// their sums may differ by rounding, and their lists by order. The file has to be right otherwise.
/// Throws what Simulation does.
std::vector<Mistake> order_mistakes(const std::filesystem::path& file);

}  // namespace glint::studio
