// SPDX-License-Identifier: MIT
#include <glint/compiler/nvrtc/nvrtc_log.hpp>

#include <optional>
#include <regex>
#include <span>
#include <string>

#include <glint/base/text.hpp>

namespace glint::compiler::nvrtc {
namespace {

// Maximum length of a matched text. std::regex needs stack space in proportion to the length.
constexpr std::size_t kLongestMatched = 2000;

unsigned number_in(const std::string& digits) {
    return static_cast<unsigned>(text::parse_unsigned(digits).value_or(0));
}

Diagnostic::Severity severity_of(const std::string& word) {
    if (word == "warning") return Diagnostic::Severity::warning;
    return word == "note" || word == "remark" ? Diagnostic::Severity::note
                                              : Diagnostic::Severity::error;
}

// Parses "saxpy.cu(3): error: identifier "z" is undefined". A number may follow the word "error".
std::optional<Diagnostic> placed(const std::string& line) {
    static const std::regex pattern(
        R"(^(.+)\((\d+)\): (?:catastrophic )?(error|warning|note|remark)(?: #[-\w]+)?: (.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) return std::nullopt;
    return Diagnostic{.severity = severity_of(match[3]),
                      .file = match[1],
                      .line = number_in(match[2]),
                      .message = match[4]};
}

// Parses "At end of source: error: expected a "}"".
std::optional<Diagnostic> at_end(const std::string& line) {
    static const std::regex pattern(R"(^At end of source: (error|warning)(?: #[-\w]+)?: (.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) return std::nullopt;
    return Diagnostic{.severity = severity_of(match[1]),
                      .message = std::string(match[2]) + " at the end of the source"};
}

// Parses "nvrtc: error: invalid value for --gpu-architecture (-arch)".
std::optional<Diagnostic> unplaced(const std::string& line) {
    static const std::regex pattern(
        R"(^(nvrtc|ptxas|error)\s*: ?(?:(error|warning|fatal)\s*: )?(.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) return std::nullopt;
    return Diagnostic{.severity = severity_of(match[2]), .file = match[1], .message = match[3]};
}

// Parses the lines after a diagnostic. They contain the remaining text of its message, if any, then
// the source line, indented by two spaces, and a caret.
void take_details(Diagnostic& diagnostic, std::span<const std::string_view> below) {
    std::string more;
    for (std::size_t i = 0; i + 1 < below.size() && below[i].starts_with("  "); ++i) {
        if (text::trim(below[i + 1]) == "^") {
            diagnostic.message += more;
            diagnostic.source_line = below[i].substr(2);
            diagnostic.column = static_cast<unsigned>(below[i + 1].find('^') - 1);
            return;
        }
        more += ' ';
        more += text::trim(below[i]);
    }
}

}  // namespace

std::vector<Diagnostic> parse_log(std::string_view log) {
    const std::vector<std::string_view> lines = text::split(log, '\n');
    std::vector<Diagnostic> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string line(lines[i].substr(0, kLongestMatched));
        auto diagnostic = placed(line);
        if (diagnostic) take_details(*diagnostic, std::span(lines).subspan(i + 1));
        if (!diagnostic) diagnostic = at_end(line);
        if (!diagnostic) diagnostic = unplaced(line);
        if (!diagnostic) continue;
        diagnostic->message += lines[i].substr(line.size());
        found.push_back(std::move(*diagnostic));
    }
    if (found.empty() && !text::trim(log).empty())
        found.push_back({.file = "nvrtc", .message = std::string(text::trim(log))});
    return found;
}

}  // namespace glint::compiler::nvrtc
