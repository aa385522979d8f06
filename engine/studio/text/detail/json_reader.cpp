// SPDX-License-Identifier: MIT
#include <glint/studio/text/detail/json_reader.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint::studio {
namespace {

using Json = nlohmann::ordered_json;

/// Returns the position of a byte, such as "line 3, column 7". The first byte of the text is byte
/// 1, as in the JSON library.
std::string line_and_column(std::string_view text, std::size_t byte) {
    const std::string_view before = text.substr(0, byte > 0 ? byte - 1 : 0);
    const auto line = 1 + std::ranges::count(before, '\n');
    const std::size_t begin = before.rfind('\n') + 1;  // 0 on the first line
    return fmt::format("line {}, column {}", line, before.size() - begin + 1);
}

}  // namespace

Json json_of(const std::string& text) {
    Json json = text;
    try {
        (void)json.dump();
    } catch (const Json::exception&) {  // the text is not UTF-8
        json = Json::array();
        for (const char c : text) json.push_back(static_cast<unsigned char>(c));
    }
    return json;
}

Json json_of(const std::vector<std::string>& texts) {
    Json json = Json::array();
    for (const std::string& text : texts) json.push_back(json_of(text));
    return json;
}

JsonReader::JsonReader(std::string_view text, std::string name) : name_(std::move(name)) {
    try {
        json_ = Json::parse(text);
    } catch (const Json::parse_error& error) {
        refuse(fmt::format("the text is not valid JSON at {}", line_and_column(text, error.byte)));
    } catch (const Json::exception&) {
        refuse("a number is out of range");
    }
    if (!json_.is_object()) refuse("the text is not a JSON object");
}

void JsonReader::refuse(const std::string& reason) const {
    throw Error(ErrorCode::bad_input, fmt::format("read '{}'", name_), reason);
}

const Json& JsonReader::at(std::string_view key) const {
    const auto found = json_.find(key);
    if (found == json_.end()) refuse(fmt::format("the key '{}' is missing", key));
    return *found;
}

const Json& JsonReader::array_at(std::string_view key) const {
    const Json& json = at(key);
    if (!json.is_array()) refuse(fmt::format("'{}' is not an array", key));
    return json;
}

std::string JsonReader::text_in(const Json& json, std::string_view key) const {
    std::string text;
    if (json.is_string())
        text = json.get<std::string>();
    else if (!json.is_array())
        refuse(fmt::format("'{}' is not a string", key));
    else
        for (const Json& byte : json) text += static_cast<char>(whole_in(byte, key, 255));
    if (text.find('\0') != text.npos) refuse(fmt::format("'{}' contains a NUL byte", key));
    return text;
}

std::uint64_t JsonReader::whole_in(const Json& json, std::string_view key,
                                   std::uint64_t most) const {
    if (!json.is_number_unsigned() || json.get<std::uint64_t>() > most)
        refuse(fmt::format("'{}' is not a whole number from 0 to {}", key, most));
    return json.get<std::uint64_t>();
}

double JsonReader::number_in(const Json& json, std::string_view key) const {
    if (!json.is_number() || !std::isfinite(json.get<double>()))
        refuse(fmt::format("'{}' is not a number", key));
    return json.get<double>();
}

std::vector<std::string> JsonReader::texts(std::string_view key) const {
    std::vector<std::string> texts;
    for (const Json& each : array_at(key)) texts.push_back(text_in(each, key));
    return texts;
}

std::vector<std::uint64_t> JsonReader::wholes(std::string_view key, std::uint64_t most) const {
    std::vector<std::uint64_t> all;
    for (const Json& each : array_at(key)) all.push_back(whole_in(each, key, most));
    return all;
}

int JsonReader::integer(std::string_view key) const {
    const Json& json = at(key);
    constexpr std::int64_t kMin = std::numeric_limits<int>::min(),
                           kMax = std::numeric_limits<int>::max();
    const bool is_in_range = json.is_number_unsigned()
                                 ? json.get<std::uint64_t>() <= std::uint64_t{kMax}
                                 : json.is_number_integer() && json.get<std::int64_t>() >= kMin;
    if (!is_in_range)
        refuse(fmt::format("'{}' is not a whole number from {} to {}", key, kMin, kMax));
    return json.get<int>();
}

std::vector<std::pair<std::string, std::string>> JsonReader::pairs(std::string_view key) const {
    const Json& json = at(key);
    if (!json.is_object()) refuse(fmt::format("'{}' is not an object", key));
    std::vector<std::pair<std::string, std::string>> pairs;
    for (const auto& [name, value] : json.items()) pairs.emplace_back(name, text_in(value, name));
    return pairs;
}

std::vector<std::array<float, 3>> JsonReader::places(std::string_view key,
                                                     std::size_t count) const {
    const auto refuse_shape = [&] {
        refuse(fmt::format("'{}' is not {} arrays of three numbers", key, count));
    };
    std::vector<std::array<float, 3>> places;
    for (const Json& each : array_at(key)) {
        if (!each.is_array() || each.size() != 3) refuse_shape();
        std::array<float, 3>& place = places.emplace_back();
        for (std::size_t i = 0; i < 3; ++i) {
            place[i] = static_cast<float>(number_in(each[i], key));
            if (!std::isfinite(place[i])) refuse(fmt::format("'{}' is out of range", key));
        }
    }
    if (places.size() != count) refuse_shape();
    return places;
}

}  // namespace glint::studio
