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

/// Splits `text` at each `separator`. The result includes empty parts, so it always has one more
/// part than `text` has separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Splits `text` at white space and replaces the content of `words` with the nonempty parts.
void split_words(std::string_view text, std::vector<std::string_view>& words);

/// Converts ASCII letters to lower case; all other bytes stay unchanged.
std::string lower_case(std::string_view text);

/// Parses all of `text` as a number, independent of the locale: "-1.5e-3", "+2", "inf" or "nan",
/// without surrounding white space. Returns nullopt for any other text and for numbers beyond
/// double's range.
std::optional<double> parse_double(std::string_view text) noexcept;

/// Parses all of `text` as a whole number, without sign and white space. Returns nullopt for any
/// other text.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept;

/// Returns the shortest decimal that reads back as the same value, independent of the locale.
std::string shortest(double value);
std::string shortest(float value);

/// Returns the candidates that are similar to `wanted`, nearest first. A candidate matches if its
/// distance is at most one edit (insertion, removal, replacement or swap of neighbors) per three
/// characters. It also matches if one of the two names starts with the other, or contains the other
/// as a word, as in "quench" and "quench_rate". Ignores case.
std::vector<std::string> nearest_names(std::string_view wanted,
                                       std::span<const std::string> candidates,
                                       std::size_t at_most = 3);

/// Returns the end of a message about an unknown name: "; did you mean 'drag' or 'drop'?", or an
/// empty text if no candidate is similar.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> candidates);

/// Returns a count with its noun: "1 argument", "2 arguments". Pass `plural` if it is irregular, as
/// in "2 axes".
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// Returns a size such as "512 B" or "3.2 MB". Units are powers of 1000; kB and up have one
/// decimal.
std::string human_bytes(std::size_t size_bytes);

/// Returns the text for use in XML or HTML, as content or in a quoted attribute: `&`, `<`, `>` and
/// `"` are replaced by character references.
std::string escaped_markup(std::string_view text);

}  // namespace glint::text
