// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <nlohmann/json.hpp>

namespace glint::studio {

/// Largest step number allowed in a file. A double can represent all integers up to this number
/// exactly.
inline constexpr std::uint64_t kMaxFileSteps = std::uint64_t{1} << 53;

/// Converts a string of bytes to JSON. The result is a JSON string if the bytes are UTF-8, which
/// JSON requires, and otherwise an array of bytes.
nlohmann::ordered_json json_of(const std::string& text);
nlohmann::ordered_json json_of(const std::vector<std::string>& texts);

/// Reads a JSON file. Error messages refer to the file as `name`. For invalid input, the functions
/// throw Error(bad_input), "read 'NAME': REASON", instead of exceptions of the JSON library.
class JsonReader {
public:
    /// Parses `text`, which must be an object.
    JsonReader(std::string_view text, std::string name);

    bool has(std::string_view key) const { return json_.contains(key); }
    bool is_null(std::string_view key) const { return at(key).is_null(); }
    const nlohmann::ordered_json& at(std::string_view key) const;

    std::string text(std::string_view key) const { return text_in(at(key), key); }
    std::vector<std::string> texts(std::string_view key) const;
    std::uint64_t whole(std::string_view key, std::uint64_t most) const {
        return whole_in(at(key), key, most);
    }
    std::vector<std::uint64_t> wholes(std::string_view key, std::uint64_t most) const;
    int integer(std::string_view key) const;
    /// Returns a finite number.
    double number(std::string_view key) const { return number_in(at(key), key); }
    /// Returns the members of an object in order, as pairs of name and value.
    std::vector<std::pair<std::string, std::string>> pairs(std::string_view key) const;
    /// Returns an array of exactly `count` arrays of three floats.
    std::vector<std::array<float, 3>> places(std::string_view key, std::size_t count) const;

    [[noreturn]] void refuse(const std::string& reason) const;

private:
    std::string text_in(const nlohmann::ordered_json& json, std::string_view key) const;
    std::uint64_t whole_in(const nlohmann::ordered_json& json, std::string_view key,
                           std::uint64_t most) const;
    double number_in(const nlohmann::ordered_json& json, std::string_view key) const;
    const nlohmann::ordered_json& array_at(std::string_view key) const;

    std::string name_;
    nlohmann::ordered_json json_;
};

}  // namespace glint::studio
