// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace glint {

/// Returns why `unit` is not a unit of measurement; nullopt if it is one, or is empty.
///
///     unit    = factor { ("/" | "*" | "·" | "per" | " ") factor }
///     factor  = (name | "(" unit ")") [power]
///     power   = ["^"] whole number, or superscripts: m2, m^2, m-2, m^-2, m²
///
/// A name consists of letters, `_`, `%`, `°` and other signs, but no digits. The first factor may
/// be a number: "1/s", "1000 km". A factor after a space needs a power or parentheses, or must be a
/// known symbol or name, optionally with an SI prefix: "N m", "kg m^-3", but not "m periodic". The
/// `keywords` of the surrounding text, and near misses of them, are mistakes unless they are unit
/// symbols: "atm" is not treated as a misspelled "at".
std::optional<std::string> unit_mistake(std::string_view unit,
                                        std::span<const std::string> keywords = {});

}  // namespace glint
