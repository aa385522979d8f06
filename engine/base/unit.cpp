// SPDX-License-Identifier: MIT
#include <glint/base/unit.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <vector>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint {
namespace {

constexpr std::array<std::string_view, 4> kOperators{"/", "*", "·", "×"};
constexpr std::array<std::string_view, 11> kSuperscripts{"⁻", "⁰", "¹", "²", "³", "⁴",
                                                         "⁵", "⁶", "⁷", "⁸", "⁹"};
constexpr std::array<std::string_view, 21> kPrefixes{"",  "Y", "Z", "E", "P", "T", "G",
                                                     "M", "k", "h", "d", "c", "m", "u",
                                                     "µ", "μ", "n", "p", "f", "a", "z"};
constexpr std::array<std::string_view, 70> kSymbols{
    "m",    "g",     "s",    "A",     "K",    "mol",   "cd",    "rad",    "sr",  "Hz",   "N",  "Pa",
    "J",    "W",     "C",    "V",     "F",    "Ω",     "Ω",     "Ohm",    "ohm", "S",    "Wb", "T",
    "H",    "lm",    "lx",   "Bq",    "Gy",   "Sv",    "kat",   "L",      "l",   "t",    "eV", "u",
    "Da",   "bar",   "atm",  "min",   "h",    "d",     "day",   "days",   "yr",  "year", "pc", "AU",
    "au",   "ly",    "deg",  "°",     "°C",   "°F",    "Å",     "ft",     "in",  "mi",   "lb", "px",
    "cell", "cells", "step", "steps", "node", "nodes", "pixel", "pixels", "%",   "‰"};

bool is_symbol(std::string_view name) {
    return std::ranges::any_of(kPrefixes, [&](std::string_view prefix) {
        return name.starts_with(prefix) &&
               std::ranges::count(kSymbols, name.substr(prefix.size())) > 0;
    });
}

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }
bool is_letter(char c) {
    const auto byte = static_cast<unsigned char>(c);
    return std::isalpha(byte) != 0 || byte >= 0x80 ||
           std::string_view("_%'$#").find(c) != std::string_view::npos;
}

/// Exception that states why a text is not a unit.
struct Refused {
    std::string reason;
};

class UnitReader {
public:
    explicit UnitReader(std::string_view text) : rest_(text::trim(text)) {}

    void read() {
        const std::string_view whole = rest_;
        read_product(true);
        if (!rest_.empty()) refuse(fmt::format("unexpected '{}'", rest_));
        if (last_ == whole && is_number_) refuse("a unit cannot be only a number");
    }

private:
    [[noreturn]] static void refuse(std::string reason) { throw Refused{std::move(reason)}; }

    void skip_space() { rest_ = text::trim(rest_); }
    bool take(std::string_view text) {
        if (!rest_.starts_with(text)) return false;
        rest_.remove_prefix(text.size());
        return true;
    }
    template <std::size_t N>
    bool take_any(const std::array<std::string_view, N>& of) {
        return std::ranges::any_of(of, [&](std::string_view each) { return take(each); });
    }
    template <std::size_t N>
    bool starts_with_any(const std::array<std::string_view, N>& of) const {
        return std::ranges::any_of(of, [&](auto each) { return rest_.starts_with(each); });
    }

    void read_product(bool is_outermost) {
        skip_space();
        read_factor(true);
        for (skip_space(); !rest_.empty() && rest_.front() != ')'; skip_space()) {
            const std::string_view before = last_;
            const bool is_joined = take_any(kOperators) || take_per();
            skip_space();
            read_factor(false);
            if (!is_joined && !may_follow_)
                refuse(fmt::format("'{}' cannot follow '{}'. Join units by `*`, `/` or `per`",
                                   last_, before));
        }
        if (is_outermost && !rest_.empty()) refuse("unexpected ')'");
    }

    bool take_per() {
        if (!rest_.starts_with("per") || rest_.size() < 4 || !is_space(rest_[3])) return false;
        return take("per");
    }

    /// Reads one factor and stores its text in `last_`.
    void read_factor(bool is_first) {
        const std::string_view from = rest_;
        if (from.empty()) refuse("a unit is missing at the end");
        is_number_ = false;
        may_follow_ = false;
        if (is_first && is_digit(from.front())) {
            read_number();
        } else if (take("(")) {
            if (++depth_ > kDeepest) refuse("the unit has too many parentheses");
            read_product(false);
            if (!take(")")) refuse("a ')' is missing");
            --depth_;
            may_follow_ = true;
        } else {
            may_follow_ = is_symbol(read_name());
        }
        if (read_power()) may_follow_ = true;
        last_ = text::trim(from.substr(0, from.size() - rest_.size()));
    }

    void read_number() {
        const std::size_t end = std::min(rest_.find_first_not_of("0123456789.eE"), rest_.size());
        const std::string_view digits = rest_.substr(0, end);
        if (!text::parse_double(digits)) refuse(fmt::format("unexpected '{}'", digits));
        is_number_ = digits != "1";
        rest_.remove_prefix(end);
    }

    bool is_name_at(std::size_t at) const {
        if (at >= rest_.size() || !is_letter(rest_[at])) {
            // A period or hyphen can be part of a name, as in "a.u." and "light-years".
            const bool joins = at > 0 && at < rest_.size() &&
                               (rest_[at] == '.' || (rest_[at] == '-' && at + 1 < rest_.size() &&
                                                     is_letter(rest_[at + 1])));
            return joins;
        }
        const std::string_view here = rest_.substr(at);
        const auto starts_here = [&](std::string_view each) {
            return static_cast<unsigned char>(each.front()) >= 0x80 && here.starts_with(each);
        };
        return std::ranges::none_of(kOperators, starts_here) &&
               std::ranges::none_of(kSuperscripts, starts_here);
    }
    std::string_view read_name() {
        std::size_t end = 0;
        while (is_name_at(end)) ++end;
        if (end == 0) refuse(fmt::format("unexpected '{}'", rest_));
        const std::string_view name = rest_.substr(0, end);
        rest_.remove_prefix(end);
        return name;
    }

    /// Reads an optional power. Returns true if it read a power.
    bool read_power() {
        if (starts_with_any(kSuperscripts)) {
            while (take_any(kSuperscripts)) {}
            return true;
        }
        const bool has_sign = take("^");
        std::string_view number = rest_;
        if (number.starts_with('-')) number.remove_prefix(1);
        std::size_t digits = 0;
        while (digits < number.size() && is_digit(number[digits])) ++digits;
        if (digits == 0) {
            if (has_sign) refuse("a whole number is missing after '^'");
            return false;
        }
        rest_ = number.substr(digits);
        return true;
    }

    static constexpr unsigned kDeepest = 16;

    std::string_view rest_;
    std::string_view last_;
    unsigned depth_ = 0;
    bool is_number_ = false;
    bool may_follow_ = false;
};

std::optional<std::string> keyword_mistake(std::string_view unit,
                                           std::span<const std::string> keywords) {
    std::vector<std::string_view> words;
    text::split_words(unit, words);
    for (const std::string_view word : words) {
        if (std::ranges::count(keywords, word) > 0)
            return fmt::format("'{}' cannot be part of the unit '{}'", word, unit);
        const std::string meant = text::did_you_mean(word, keywords);
        if (!meant.empty() && !is_symbol(word))
            return fmt::format("unknown word '{}'{}", word, meant);
    }
    return std::nullopt;
}

}  // namespace

std::optional<std::string> unit_mistake(std::string_view unit,
                                        std::span<const std::string> keywords) {
    unit = text::trim(unit);
    if (unit.empty()) return std::nullopt;
    if (auto mistake = keyword_mistake(unit, keywords)) return mistake;
    try {
        UnitReader(unit).read();
        return std::nullopt;
    } catch (const Refused& refused) {
        return fmt::format("'{}' is not a unit: {}", unit, refused.reason);
    }
}

}  // namespace glint
