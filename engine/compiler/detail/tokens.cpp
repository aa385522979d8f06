// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/tokens.hpp>

#include <algorithm>
#include <cctype>

#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; }
bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_space(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

class Lexer {
public:
    explicit Lexer(std::string_view source) : source_(source) {}

    Tokens read() {
        while (at_ < source_.size()) read_one();
        return std::move(result_);
    }

private:
    bool starts(std::string_view with) const { return source_.substr(at_).starts_with(with); }

    void read_one() {
        const char c = source_[at_];
        if (is_space(c)) return skip(1);
        if (starts("//")) return read_line_comment();
        if (starts("/*")) return skip_through("*/", 2);
        if (c == '#' && line_is_empty_) return read_directive();
        line_is_empty_ = false;
        if (starts("R\"")) return read_raw_string();
        if (c == '"' || c == '\'') return read_quoted(c);
        if (is_digit(c) || (c == '.' && at_ + 1 < source_.size() && is_digit(source_[at_ + 1])))
            return read_number();
        if (is_word(c)) return take(word_length());
        take(starts("::") ? 2 : 1);
    }

    std::size_t word_length() const {
        std::size_t end = at_;
        while (end < source_.size() && is_word(source_[end])) ++end;
        return end - at_;
    }

    /// Reads a number as the preprocessor defines it: 1'000, 0x1p-3, 1e+5f.
    void read_number() {
        std::size_t end = at_;
        for (; end < source_.size(); ++end) {
            const char c = source_[end];
            const bool is_sign =
                (c == '+' || c == '-') && end > at_ &&
                std::string_view("eEpP").find(source_[end - 1]) != std::string_view::npos;
            const bool is_separator =
                c == '\'' && end + 1 < source_.size() && is_word(source_[end + 1]);
            if (!is_word(c) && c != '.' && !is_sign && !is_separator) break;
        }
        take(end - at_);
    }

    void read_quoted(char quote) {
        std::size_t end = at_ + 1;
        while (end < source_.size() && source_[end] != quote && source_[end] != '\n')
            end += source_[end] == '\\' ? 2 : 1;
        take(std::min(end + 1, source_.size()) - at_);
    }

    void read_raw_string() {
        const std::size_t open = source_.find('(', at_);
        if (open == std::string_view::npos) return take(source_.size() - at_);
        const std::string close = ')' + std::string(source_.substr(at_ + 2, open - at_ - 2)) + '"';
        const std::size_t end = source_.find(close, open);
        take(end == std::string_view::npos ? source_.size() - at_ : end + close.size() - at_);
    }

    void read_line_comment() {
        const std::size_t end = std::min(source_.find('\n', at_), source_.size());
        if (starts("//@"))
            result_.notes.push_back({text::trim(source_.substr(at_ + 3, end - at_ - 3)), line_,
                                     result_.tokens.size(), line_is_empty_});
        skip(end - at_);
    }

    // Reads a preprocessor directive, including the comments on its line.
    void read_directive() {
        const std::string_view line = whole_line();
        result_.directives.push_back({text::trim(line), line_, result_.tokens.size()});
        skip(line.size());
        if (is_directive(line, "if") && text::trim(after_hash(line).substr(2)) == "0")
            skip_condition();
    }

    /// Returns the text up to the end of the line, including lines that a backslash joins to it.
    std::string_view whole_line() const {
        std::size_t end = at_;
        do {
            end = std::min(source_.find('\n', end), source_.size());
            std::size_t last = end;
            if (last > at_ && source_[last - 1] == '\r') --last;
            if (last == at_ || source_[last - 1] != '\\' || end == source_.size()) break;
            ++end;
        } while (true);
        return source_.substr(at_, end - at_);
    }

    static std::string_view after_hash(std::string_view line) {
        return line.empty() || line.front() != '#' ? std::string_view()
                                                   : text::trim(line.substr(1));
    }
    static bool is_directive(std::string_view line, std::string_view name) {
        const std::string_view rest = after_hash(line);
        return rest.starts_with(name) &&
               (rest.size() == name.size() || !is_word(rest[name.size()]));
    }

    /// Skips the lines after `#if 0` up to its `#endif`, `#else` or `#elif`.
    void skip_condition() {
        for (int depth = 1; at_ < source_.size();) {
            while (at_ < source_.size() && is_space(source_[at_])) skip(1);
            const std::string_view line = whole_line();
            if (is_directive(line, "if") || is_directive(line, "ifdef") ||
                is_directive(line, "ifndef"))
                ++depth;
            const bool ends = is_directive(line, "endif");
            const bool turns =
                depth == 1 && (is_directive(line, "else") || is_directive(line, "elif"));
            skip(line.size());
            if ((ends && --depth == 0) || turns) return;
        }
    }

    void skip_through(std::string_view end, std::size_t from) {
        const std::size_t found = source_.find(end, at_ + from);
        skip(found == std::string_view::npos ? source_.size() - at_ : found + end.size() - at_);
    }

    void take(std::size_t length) {
        result_.tokens.push_back({source_.substr(at_, length), line_});
        skip(length);
        line_is_empty_ = false;
    }

    void skip(std::size_t length) {
        for (; length > 0; --length, ++at_) {
            if (source_[at_] != '\n') continue;
            ++line_;
            line_is_empty_ = true;
        }
    }

    std::string_view source_;
    std::size_t at_ = 0;
    unsigned line_ = 1;
    bool line_is_empty_ = true;
    Tokens result_;
};

}  // namespace

std::size_t after_closing(std::span<const Token> tokens, std::size_t open) {
    int depth = 0;
    for (std::size_t i = open; i < tokens.size(); ++i) {
        const std::string_view t = tokens[i].text;
        if (t == "(" || t == "{" || t == "[") ++depth;
        if ((t == ")" || t == "}" || t == "]") && --depth == 0) return i + 1;
    }
    return tokens.size();
}

Tokens tokens_of(std::string_view source) { return Lexer(source).read(); }

}  // namespace glint::compiler
