// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace glint::cpu {

/// Makes definitions in an ELF relocatable file references to what others define: the file uses
/// `symbols` as before, but does not have them. It must be one that this library wrote, or empty.
void undefine(std::vector<std::byte>& object, const std::set<std::string, std::less<>>& symbols);

}  // namespace glint::cpu
