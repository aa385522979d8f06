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

/// `text` without the white space at its ends.
std::string_view trim(std::string_view text) noexcept;

/// The parts between `separator`s, empty ones included: always one more than there are separators.
std::vector<std::string_view> split(std::string_view text, char separator);

/// Puts the parts between white space into `words`, replacing what is there; none is empty.
void split_words(std::string_view text, std::vector<std::string_view>& words);

/// ASCII letters in lower case; every other byte as it is.
std::string lower_case(std::string_view text);

/// The number that is all of `text`, in any locale: "-1.5e-3", "+2", "inf" or "nan", with no
/// white space around it. Nothing for anything else, also for a number beyond double's range.
std::optional<double> parse_double(std::string_view text) noexcept;

/// The decimal whole number that is all of `text`, with no sign and no white space.
std::optional<std::uint64_t> parse_unsigned(std::string_view text) noexcept;

/// The shortest decimal that reads back as the same value, in any locale.
std::string shortest(double value);
std::string shortest(float value);

/// The candidates that `wanted` may stand for, nearest first: at most one edit (insertion, removal,
/// replacement or swap of neighbors) in three characters apart, or one the beginning or a word of
/// the other, as in "quench" for "quench_rate". Case does not count.
std::vector<std::string> nearest_names(std::string_view wanted,
                                       std::span<const std::string> candidates,
                                       std::size_t at_most = 3);

/// The end of a message about a name that is not there: "; did you mean 'drag' or 'drop'?",
/// or nothing when no candidate is near.
std::string did_you_mean(std::string_view wanted, std::span<const std::string> candidates);

/// How many there are of what is called `noun`: "1 argument", "2 arguments"; "2 axes" for those
/// whose plural is given.
std::string counted(std::size_t count, std::string_view noun, std::string_view plural = {});

/// "512 B", "3.2 MB": powers of 1000, one decimal from kB on.
std::string human_bytes(std::size_t size_bytes);

}  // namespace glint::text
