// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace glint::driver {

/// Returns the kernels in `ptx` whose blocks wait for the whole grid (`this_grid().sync()` and its
/// halves), directly or in functions that they may call. Recognizes code that reads the address of
/// the grid's barrier and traps if there is none; only a cooperative launch provides one.
///
/// Returns nothing for debug builds. In these, it is not possible to recognize kernels that check
/// `is_valid()` before they wait, and may be launched either way. A kernel that checks, but traps
/// for an unrelated reason, is listed too.
std::vector<std::string> cooperative_kernels_in_ptx(std::string_view ptx);

/// Returns the kernels in `ptx` for which `reason` returns a nonempty text, given the body of the
/// kernel or of a function that it may call. Maps their symbols to the first such text.
std::map<std::string, std::string> kernels_with(
    std::string_view ptx, const std::function<std::string(std::string_view body)>& reason);

}  // namespace glint::driver
