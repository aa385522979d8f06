// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace glint {

/// Checks a unit of measurement. Returns the reason if `unit` is not valid. Returns nullopt if it
/// is valid or empty.
///
///     unit    = factor { ("/" | "*" | "·" | "per" | " ") factor }
///     factor  = (name | "(" unit ")") [power]
///     power   = ["^"] whole number, or superscripts: m2, m^2, m-2, m^-2, m²
///
/// A name consists of letters, `_`, `%`, `°` and other signs, but no digits. The first factor may
/// be a number, as in "1/s" and "1000 km". A factor after a space must have a power or parentheses,
/// or be a known symbol or name, optionally with an SI prefix: "N m" and "kg m^-3" are units, but
/// "m periodic" is not. The `keywords` of the surrounding text, and words similar to them, are not
/// valid names. Known unit symbols are exempt: "atm" is not a misspelled "at".
std::optional<std::string> unit_mistake(std::string_view unit,
                                        std::span<const std::string> keywords = {});

}  // namespace glint
