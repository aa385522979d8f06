#pragma once

#include <filesystem>
#include <vector>

#include <glint/studio/declaration/mistake.hpp>

namespace glint::studio {

/// The kernels of a file whose results depend on the order of their threads, as far as its first
/// two frames show it on the CPU. Each kernel runs from the first block to the last and the other
/// way round, and the results are compared bit for bit. Blocks have one thread each, unless the
/// kernel uses shared memory, barriers or warps, has its blocks annotated, or runs over more than a
/// million elements. Kernels with atomic operations are left out: their sums may differ by
/// rounding, and their lists by order. The file must have no other mistakes. Throws what Simulation
/// does.
std::vector<Mistake> order_mistakes(const std::filesystem::path& file);

}  // namespace glint::studio
