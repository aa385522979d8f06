// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <functional>
#include <set>
#include <string>
#include <vector>

namespace glint::cpu {

/// Removes the definitions of `symbols` from an ELF relocatable file. Code in the file that uses
/// these symbols then refers to definitions elsewhere. `object` must be empty or an object file
/// that this library wrote.
void undefine(std::vector<std::byte>& object, const std::set<std::string, std::less<>>& symbols);

}  // namespace glint::cpu
