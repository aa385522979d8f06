// SPDX-License-Identifier: MIT
#include <glint/gl/detail/shader_log.hpp>

#include <algorithm>
#include <cstddef>
#include <optional>
#include <regex>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::gl::detail {
namespace {

std::string_view line_of(std::string_view text, std::size_t number) {
    for (std::size_t i = 1; i < number; ++i) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos) return {};
        text.remove_prefix(end + 1);
    }
    return text.substr(0, text.find('\n'));
}

struct Message {
    std::size_t line;
    std::string text;
};

std::optional<Message> parse(const std::string& line) {
    static const std::regex mesa(R"(^\d+:(\d+)(?:\(\d+\))?: (.*)$)");
    static const std::regex nvidia(R"(^\d+\((\d+)\) : (.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, mesa) && !std::regex_match(line, match, nvidia)) {
        return std::nullopt;
    }
    return Message{text::parse_unsigned(match[1].str()).value_or(0), match[2].str()};
}

std::string annotate_line(const std::string& line, std::string_view name, std::string_view source) {
    constexpr std::size_t kLongestMatched = 2000;  // std::regex uses stack for each character
    const std::optional<Message> message = parse(line.substr(0, kLongestMatched));
    if (!message) return line;
    return fmt::format("{}:{}: {}{}\n    {}", name, message->line, message->text,
                       line.substr(std::min(line.size(), kLongestMatched)),
                       line_of(source, message->line));
}

}  // namespace

std::string annotate_shader_log(std::string_view log, std::string_view name,
                                std::string_view source) {
    std::string result;
    while (!log.empty()) {
        const std::string line(log.substr(0, log.find('\n')));
        log.remove_prefix(std::min(log.size(), line.size() + 1));
        if (line.empty()) continue;
        if (!result.empty()) result += '\n';
        result += annotate_line(line, name, source);
    }
    return result;
}

}  // namespace glint::gl::detail
