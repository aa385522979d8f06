#include <glint/compiler/nvrtc/nvrtc_log.hpp>

#include <optional>
#include <regex>
#include <string>

#include <glint/base/text.hpp>

namespace glint::compiler::nvrtc {
namespace {

Diagnostic::Severity severity_of(const std::string& word) {
    if (word == "warning") return Diagnostic::Severity::warning;
    return word == "note" || word == "remark" ? Diagnostic::Severity::note
                                              : Diagnostic::Severity::error;
}

// "saxpy.cu(3): error: identifier "z" is undefined", with a number after the word at times
std::optional<Diagnostic> placed(const std::string& line) {
    static const std::regex pattern(
        R"(^(.+)\((\d+)\): (?:catastrophic )?(error|warning|note|remark)(?: #[-\w]+)?: (.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) return std::nullopt;
    return Diagnostic{.severity = severity_of(match[3]),
                      .file = match[1],
                      .line = static_cast<unsigned>(std::stoul(match[2])),
                      .message = match[4]};
}

// "nvrtc: error: invalid value for --gpu-architecture (-arch)"
std::optional<Diagnostic> unplaced(const std::string& line) {
    static const std::regex pattern(R"(^(nvrtc|ptxas|error)\s*: ?(?:(error|warning|fatal)\s*: )?(.*)$)");
    std::smatch match;
    if (!std::regex_match(line, match, pattern)) return std::nullopt;
    return Diagnostic{.severity = severity_of(match[2]), .file = match[1], .message = match[3]};
}

// The two lines below a diagnostic: its source line, indented by two, and a caret.
void take_source_line(Diagnostic& diagnostic, std::string_view source, std::string_view caret) {
    const std::string_view mark = text::trim(caret);
    if (mark != "^" || !source.starts_with("  ")) return;
    diagnostic.source_line = source.substr(2);
    diagnostic.column = static_cast<unsigned>(caret.find('^') - 1);
}

}  // namespace

std::vector<Diagnostic> parse_log(std::string_view log) {
    const std::vector<std::string_view> lines = text::split(log, '\n');
    std::vector<Diagnostic> found;
    for (std::size_t i = 0; i < lines.size(); ++i) {
        const std::string line(lines[i]);
        auto diagnostic = placed(line);
        if (diagnostic && i + 2 < lines.size())
            take_source_line(*diagnostic, lines[i + 1], lines[i + 2]);
        if (!diagnostic) diagnostic = unplaced(line);
        if (diagnostic) found.push_back(std::move(*diagnostic));
    }
    if (found.empty() && !text::trim(log).empty())
        found.push_back({.file = "nvrtc", .message = std::string(text::trim(log))});
    return found;
}

}  // namespace glint::compiler::nvrtc
