// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/excerpts.hpp>

#include <algorithm>
#include <cctype>

#include <fmt/format.h>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kTab = 4;

bool is_word(char letter) {
    return std::isalnum(static_cast<unsigned char>(letter)) != 0 || letter == '_';
}

std::string without_tabs(std::string_view line) {
    std::string text;
    for (const char letter : line)
        if (letter == '\t')
            text.append(kTab - text.size() % kTab, ' ');
        else if (letter != '\r')
            text += letter;
    return text;
}

/// Returns a mark for the word that starts at `first`. If a word does not start there, the mark
/// covers a single character.
Excerpt::Mark mark_from(std::string_view line, std::size_t first) {
    const auto* const end = std::find_if_not(line.begin() + first, line.end(), is_word);
    return {first, std::max<std::size_t>(1, static_cast<std::size_t>(end - line.begin()) - first)};
}

std::optional<Excerpt::Mark> mark_of_quoted(std::string_view line, std::string_view message) {
    const std::size_t open = message.find_first_of("'\"");
    const std::size_t close = open == message.npos ? open : message.find(message[open], open + 1);
    if (close == message.npos || close == open + 1) return std::nullopt;
    const std::string_view quoted = message.substr(open + 1, close - open - 1);
    std::optional<Excerpt::Mark> mark;
    for (std::size_t at = line.find(quoted); at != line.npos; at = line.find(quoted, at + 1)) {
        const std::size_t end = at + quoted.size();
        const bool is_part = (at > 0 && is_word(quoted.front()) && is_word(line[at - 1])) ||
                             (end < line.size() && is_word(quoted.back()) && is_word(line[end]));
        if (is_part) continue;
        if (mark) return std::nullopt;
        mark = {at, quoted.size()};
    }
    return mark;
}

std::optional<Excerpt::Mark> mark_of(std::string_view line, const Mistake& mistake) {
    if (mistake.column == 0) return mark_of_quoted(without_tabs(line), mistake.message);
    if (mistake.column > line.size()) return std::nullopt;
    const std::size_t first = without_tabs(line.substr(0, mistake.column - 1)).size();
    return mark_from(without_tabs(line), first);
}

std::string file_text(const std::filesystem::path& file) try {
    return std::string(without_byte_order_mark(read_text(file)));
} catch (const Error&) {
    return {};
}

Excerpt excerpt_of(const std::filesystem::path& file, std::string_view text,
                   const Mistake& mistake) {
    Excerpt excerpt{
        .place = file.filename().string(), .message = mistake.message, .line = mistake.line};
    if (mistake.line == 0) return excerpt;
    excerpt.place += fmt::format(":{}", mistake.line);
    if (text.ends_with('\n')) text.remove_suffix(1);
    const std::vector<std::string_view> lines = text::split(text, '\n');
    if (mistake.line > lines.size()) return excerpt;
    const auto last = std::min<std::size_t>(mistake.line + 1, lines.size());
    for (std::size_t i = std::max(mistake.line, 2u) - 2; i < last; ++i)
        excerpt.lines.push_back({static_cast<unsigned>(i + 1), without_tabs(lines[i])});
    excerpt.mark = mark_of(lines[mistake.line - 1], mistake);
    return excerpt;
}

}  // namespace

std::vector<Excerpt> excerpts_of(const std::filesystem::path& file, std::string_view text,
                                 std::span<const Mistake> mistakes) {
    std::vector<Excerpt> excerpts;
    for (const Mistake& mistake : mistakes)
        excerpts.push_back(mistake.file.empty()
                               ? excerpt_of(file, text, mistake)
                               : excerpt_of(mistake.file, file_text(mistake.file), mistake));
    return excerpts;
}

}  // namespace glint::studio
