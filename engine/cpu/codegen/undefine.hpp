// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace glint::cpu {

/// Turns the definitions of `symbols` in an ELF relocatable file into undefined references: the
/// file still uses them but no longer defines them. The file must be empty or written by this
/// library.
void undefine(std::vector<std::byte>& object, const std::set<std::string, std::less<>>& symbols);

}  // namespace glint::cpu
