// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace glint::text {

/// Returns `text` without leading and trailing white space.
std::string_view trim(std::string_view text) noexcept;

/// Splits `text` at each `separator`. Keeps empty parts: there is always one more part than
/// separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Replaces `words` with the parts of `text` between white space; none of them is empty.
void split_words(std::string_view text, std::vector<std::string_view>& words);

/// Converts ASCII letters to lower case; keeps every other byte.
std::string lower_case(std::string_view text);

/// Parses all of `text` as a number, independent of the locale: "-1.5e-3", "+2", "inf" or "nan",
/// without surrounding white space. Returns nullopt for anything else, including numbers beyond
/// double's range.
std::optional<double> parse_double(std::string_view text) noexcept;

/// Parses all of `text` as a decimal whole number, without sign and white space.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept;

/// Returns the shortest decimal that reads back as the same value, independent of the locale.
std::string shortest(double value);
std::string shortest(float value);

/// Returns the candidates that `wanted` may be a misspelling or part of, nearest first. A candidate
/// matches if it is at most one edit (insertion, removal, replacement or swap of neighbors) per
/// three characters away. It also matches if one is the beginning or a word of the other, as in
/// "quench" for "quench_rate". Ignores case.
std::vector<std::string> nearest_names(std::string_view wanted,
                                       std::span<const std::string> candidates,
                                       std::size_t at_most = 3);

/// Returns the end of a message about an unknown name: "; did you mean 'drag' or 'drop'?", or an
/// empty text if no candidate is similar.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> candidates);

/// Returns a count with its noun: "1 argument", "2 arguments". Pass an irregular plural, as for "2
/// axes".
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// Returns "512 B", "3.2 MB": powers of 1000, one decimal from kB on.
std::string human_bytes(std::size_t size_bytes);

}  // namespace glint::text
