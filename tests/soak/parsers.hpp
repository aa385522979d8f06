// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace glint::soak {

/// A parser of user input. `take` may refuse the bytes with an Error, which callers must catch; no
/// other exception is allowed. A result that breaks a promise of the parser's header ends the
/// process.
struct Parser {
    std::string_view name;
    void (*take)(std::string_view bytes);
};

/// All parsers: "npy", "npz", "png", "ply" ...
std::span<const Parser> parsers();

/// Throws Error(not_found), with similar names, if the parser is unknown.
const Parser& parser(std::string_view name);

}  // namespace glint::soak
