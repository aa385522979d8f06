// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string_view>

namespace glint::soak {

/// A parser of what users bring, as something that takes bytes. It may refuse them with an Error,
/// which it keeps to itself, and nothing else: any other exception gets out, and a result that
/// breaks what its header promises ends the process.
struct Parser {
    std::string_view name;
    void (*take)(std::string_view bytes);
};

/// All of them: "npy", "npz", "png", "ply" ...
std::span<const Parser> parsers();

/// Throws Error(not_found), with near names, if there is no such parser.
const Parser& parser(std::string_view name);

}  // namespace glint::soak
