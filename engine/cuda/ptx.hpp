// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glint::driver {

/// The kernels in `ptx` whose blocks wait for the whole grid (`this_grid().sync()` and its halves),
/// themselves or in functions that they may call: those that read the address of the grid's barrier
/// and trap where there is none. Only a cooperative launch gives them one.
///
/// Nothing for code that was compiled for a debugger, where a kernel that asks `is_valid()` before
/// it waits, which may be launched in either way, looks like the others. A kernel that asks and
/// traps for a reason of its own is taken for one that waits.
std::vector<std::string> cooperative_kernels_in_ptx(std::string_view ptx);

/// The kernels in `ptx` of which `reason`, for their text or that of a function that they may call,
/// is not empty; by their symbols, with the first such reason.
std::map<std::string, std::string> kernels_with(
    std::string_view ptx, const std::function<std::string(std::string_view body)>& reason);

}  // namespace glint::driver
