// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glint::driver {

/// Returns the kernels in `ptx` whose blocks wait for the whole grid (`this_grid().sync()` and its
/// halves), directly or in functions that they may call. They are recognized by reading the address
/// of the grid's barrier and trapping if there is none; only a cooperative launch provides one.
///
/// Returns nothing for debug builds. There a kernel that checks `is_valid()` before it waits, and
/// may be launched either way, cannot be distinguished from the others. A kernel that checks, but
/// traps for an unrelated reason, is listed too.
std::vector<std::string> cooperative_kernels_in_ptx(std::string_view ptx);

/// Returns the kernels in `ptx` for which `reason` is not empty, applied to their own body or that
/// of a function that they may call; maps their symbols to the first such reason.
std::map<std::string, std::string> kernels_with(
    std::string_view ptx, const std::function<std::string(std::string_view body)>& reason);

}  // namespace glint::driver
