// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/reflection.hpp>

#include <algorithm>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/parameter_note.hpp>
#include <glint/compiler/detail/parameter_source.hpp>

namespace glint::compiler {
namespace {

constexpr auto kNone = ParameterSource::kNone;
constexpr unsigned kDeepest = 32;
/// Maximum number of members in total. A nested struct's members count each time the struct is
/// used. Without a limit, each line of a source could double the number of members.
constexpr std::size_t kMaxMembers = 10'000;

bool has_text(const Token& token, std::string_view text) { return token.text == text; }

/// The layout of a struct by the rules of C.
struct Layout {
    std::vector<Parameter> parameters;
    std::size_t size_bytes;
    std::size_t alignment;
};

/// Parses one struct, member by member.
class StructReader {
public:
    /// Creates a parser of the struct `name`, whose `{` is at `open`.
    StructReader(const ParameterSource& source, std::string_view name, std::size_t open,
                 std::size_t& members_left, std::vector<ParameterMistake>& mistakes,
                 unsigned depth = 1)
        : source_(source),
          name_(name),
          open_(open),
          end_(after_closing(source.tokens(), open)),
          members_left_(members_left),
          mistakes_(mistakes),
          depth_(depth) {}

    /// Parses the struct. Records a mistake for each invalid member and skips the member.
    Layout read() {
        try {
            if (!has_text(source_.tokens()[end_ - 1], "}"))
                refuse(open_, fmt::format("the `}};` of struct `{}` is missing", name_));
            for (std::size_t at = open_ + 1; at + 1 < end_;) at = read_statement(at);
            refuse_directives();
        } catch (const ParameterMistake& mistake) {
            mistakes_.push_back(mistake);
        }
        return {std::move(parameters_), round_up(size_bytes_, alignment_), alignment_};
    }

private:
    [[noreturn]] void refuse(std::size_t at, std::string reason) const {
        throw ParameterMistake{source_.tokens()[at].line, std::move(reason)};
    }
    /// Throws for a member whose form is not supported. `words` may be only the member's last
    /// words.
    [[noreturn]] void refuse_form(TokenRange words) const {
        const std::size_t after = index_of(words) + words.size();
        std::string text(text_of(words));
        if (after < end_ && has_text(source_.tokens()[after], ";")) text += ';';
        text = text::trim(text.substr(0, text.find('\n')));
        throw ParameterMistake{words.front().line,
                               fmt::format("expected `TYPE NAME = VALUE;`, found `{}`", text)};
    }

    /// Throws if preprocessor directives make members conditional: the struct's layout is then
    /// unknown.
    void refuse_directives() const {
        for (const Directive& directive : source_.all().directives)
            if (directive.token > open_ && directive.token < end_)
                throw ParameterMistake{
                    directive.line,
                    fmt::format("parameters cannot depend on `{}`", directive.text)};
    }

    /// Parses the member that starts at `at`. Returns the index after the member.
    std::size_t read_statement(std::size_t at) {
        const TokenRange tokens = source_.tokens();
        std::size_t stop = at;
        bool has_value = false, is_function = false;
        while (stop + 1 < end_ && !has_text(tokens[stop], ";")) {
            has_value = has_value || has_text(tokens[stop], "=");
            is_function = is_function || (has_text(tokens[stop], "(") && !has_value);
            const bool is_body = has_text(tokens[stop], "{") && is_function;
            const std::string_view t = tokens[stop].text;
            stop = t == "(" || t == "{" || t == "[" ? after_closing(tokens, stop) : stop + 1;
            if (is_body) break;
        }
        if (stop == at) return at + 1;  // an empty statement
        if (members_left_ == 0)
            refuse(at, fmt::format("the parameter structs have more than {} members in total",
                                   kMaxMembers));
        --members_left_;
        const bool has_end = stop + 1 < end_ && has_text(tokens[stop], ";");
        try {
            const TokenRange words = tokens.subspan(at, stop - at);
            if (!has_end || is_function) refuse_form(words);
            read_member(words, note_at(stop));
        } catch (const ParameterMistake& mistake) {
            mistakes_.push_back(mistake);
        }
        return has_end ? stop + 1 : stop;
    }

    /// Returns the annotation on the line of the `;` at `stop`, or null. If the whole struct is on
    /// one line, the annotation comes after the struct.
    const Note* note_at(std::size_t stop) const {
        const TokenRange tokens = source_.tokens();
        const bool is_last = stop + 2 == end_ && tokens[open_].line == tokens[stop].line;
        for (const Note& note : source_.all().notes) {
            if (note.line != tokens[stop].line) continue;
            const bool is_after_struct = is_last && (note.token == end_ || note.token == end_ + 1);
            if (note.token == stop + 1 || is_after_struct) return &note;
        }
        return nullptr;
    }

    std::size_t index_of(TokenRange words) const {
        return static_cast<std::size_t>(words.data() - source_.tokens().data());
    }

    void read_member(TokenRange words, const Note* note) {
        if (is_definition(words)) return;
        refuse_line_breaks(words);
        const TokenRange whole = words;
        if (has_text(words[0], "struct") || has_text(words[0], "enum")) words = words.subspan(1);
        std::size_t end = 0;  // index after the type and the name
        while (end < words.size() && (is_name(words[end].text) || has_text(words[end], "::")))
            ++end;
        if (end < 2 || !is_name(words[end - 1].text)) refuse_form(whole);
        const std::string type = type_name(words.first(end - 1));
        if (is_struct(type)) return read_struct_member(words, type, end - 1);
        const MemberType member = find_type(type, words);
        const std::vector<TokenRange> declarators = split_list(words.subspan(end - 1));
        for (const TokenRange each : declarators) {
            if (each.empty() || !is_name(each[0].text)) refuse_form(words);
            Parameter parameter = read_declarator(words, each, member);
            if (note) annotate(parameter, *note, declarators.size() > 1);
            parameters_.push_back(std::move(parameter));
        }
    }

    /// Sets an annotation. If several parameters share an annotation, adds the parameter's name to
    /// the label.
    static void annotate(Parameter& parameter, const Note& note, bool is_shared) try {
        parameter.annotation = read_parameter_note(parameter, note.text);
        if (is_shared) parameter.annotation->label += ": " + parameter.name;
    } catch (const ParameterNoteError& error) {
        throw ParameterMistake{note.line, error.reason};
    }

    /// Returns true if the statement defines an enum or struct inside this struct without declaring
    /// a member.
    static bool is_definition(TokenRange words) {
        const bool is_type = has_text(words[0], "enum") || has_text(words[0], "struct");
        return is_type && has_text(words.back(), "}") &&
               std::ranges::find(words, "=", &Token::text) >
                   std::ranges::find(words, "{", &Token::text);
    }

    /// Throws if a member continues on the next line, because this means that its `;` is missing.
    void refuse_line_breaks(TokenRange words) const {
        for (std::size_t i = 0; i + 1 < words.size(); ++i) {
            const std::string_view t = words[i].text;
            if (t == "(" || t == "{" || t == "[") i = after_closing(words, i) - 1;
            if (i + 1 >= words.size() || words[i + 1].line == words[i].line) continue;
            const std::string_view before = words[i].text, after = words[i + 1].text;
            if (before != "=" && before != "," && after != "=" && after != "," && after != "{")
                refuse_form(words);
        }
    }

    bool is_struct(const std::string& type) const {
        return source_.find_struct(resolved(type), open_) != kNone;
    }
    /// If `type` is an alias of a struct, returns the name of the struct. Otherwise returns `type`.
    std::string resolved(std::string type) const {
        for (unsigned i = 0; i < kDeepest; ++i) {
            if (source_.find_struct(type, open_) != kNone) break;
            auto meant = source_.find_alias(type, open_);
            if (!meant) break;
            type = std::move(*meant);
        }
        return type;
    }

    /// Parses a member such as `Wind wind;`, where `struct Wind` is defined above. The members of
    /// Wind become the parameters wind.speed and so on.
    void read_struct_member(TokenRange words, const std::string& type, std::size_t name) {
        if (depth_ == kDeepest)
            refuse(index_of(words),
                   fmt::format("structs are nested more than {} levels deep", kDeepest));
        const std::string inner_name = resolved(type);
        for (const TokenRange each : split_list(words.subspan(name))) {
            const bool is_plain = each.size() == 1 || (each.size() == 3 && has_text(each[1], "{"));
            if (!is_plain || !is_name(each[0].text))
                refuse(index_of(words),
                       fmt::format(
                           "expected a nested struct as `TYPE NAME;` or `TYPE NAME{{}};`, found "
                           "`{};`. Write initial values in the definition of the nested struct",
                           text_of(words)));
            StructReader inner(source_, inner_name, source_.find_struct(inner_name, open_),
                               members_left_, mistakes_, depth_ + 1);
            append(std::string(each[0].text), inner.read());
        }
    }

    void append(const std::string& name, Layout inner) {
        const std::size_t start = round_up(size_bytes_, inner.alignment);
        for (Parameter& parameter : inner.parameters) {
            parameter.name = name + '.' + parameter.name;
            parameter.offset += start;
            if (parameter.annotation)  // distinguishes members of the same struct type
                parameter.annotation->label = name + ": " + parameter.annotation->label;
            parameters_.push_back(std::move(parameter));
        }
        size_bytes_ = start + inner.size_bytes;
        alignment_ = std::max(alignment_, inner.alignment);
    }

    MemberType find_type(const std::string& type, TokenRange words) const {
        if (auto found = source_.find_type(type, index_of(words))) return *found;
        refuse(index_of(words),
               fmt::format("a parameter cannot have the type `{}`. Use float, double, half, "
                           "bfloat16, bool, an integer of 8 to 64 bits, a vector of 2 to 4 of "
                           "these such as float3, an enum with plain values, or a struct of these "
                           "types. Define enums and structs above the parameters",
                           type));
    }

    /// Parses `NAME [LENGTH] = VALUE`.
    Parameter read_declarator(TokenRange member, TokenRange words, MemberType type) {
        Parameter parameter;
        parameter.name = words[0].text;
        words = words.subspan(1);
        if (!words.empty() && has_text(words[0], "[")) {
            const std::size_t end = after_closing(words, 0);
            type.components = read_length(member, type, words.subspan(1, end - 2));
            words = words.subspan(end);
        }
        if (!words.empty()) {
            const bool has_sign = has_text(words[0], "=");
            if (has_sign) words = words.subspan(1);
            if (words.empty() || (!has_sign && !has_text(words[0], "{"))) refuse_form(member);
        }
        parameter.type = type.scalar;
        parameter.components = type.components;
        parameter.choices = type.choices;
        parameter.initial = read_values(member, words, type);
        place(parameter, type);
        check_values(member, parameter);
        return parameter;
    }

    unsigned read_length(TokenRange member, const MemberType& type, TokenRange words) const {
        const auto count = text::parse_unsigned(text_of(words));
        if (!count || *count < 1 || *count > 4 || type.components > 1)
            refuse(index_of(member),
                   fmt::format("`[{}]` is not an array of 1 to 4 numbers", text_of(words)));
        return static_cast<unsigned>(*count);
    }

    void place(Parameter& parameter, const MemberType& type) {
        parameter.offset = round_up(size_bytes_, type.alignment);
        size_bytes_ = parameter.offset + size_of(type.scalar) * type.components;
        alignment_ = std::max(alignment_, type.alignment);
    }

    // Checks the initial values with ParameterSet's constructor. Adds the line to its error
    // message.
    void check_values(TokenRange member, const Parameter& parameter) const {
        try {
            ParameterSet(std::string(name_), {parameter}, size_bytes_);
        } catch (const Error& error) {
            refuse(index_of(member), error.reason());
        }
    }

    /// Parses `{1, 2}`, `float2{1, 2}`, `make_float2(1, 2)` or a number.
    std::array<double, 4> read_values(TokenRange member, TokenRange words,
                                      const MemberType& type) const {
        std::array<double, 4> values{};
        if (words.empty()) return values;
        const bool has_type = words.size() > 2 && is_name(words[0].text);
        const std::size_t open = has_type ? 1 : 0;
        const bool is_list = has_text(words[open], "{") ||
                             (has_text(words[open], "(") && words[0].text.starts_with("make_"));
        if (is_list && after_closing(words, open) == words.size())
            words = words.subspan(open + 1, words.size() - open - 2);
        std::vector<TokenRange> parts = split_list(words);
        if (parts.back().empty()) parts.pop_back();
        if (parts.size() > type.components)
            refuse(index_of(member),
                   fmt::format("{} cannot initialize {}", text::counted(parts.size(), "value"),
                               text::counted(type.components, "component")));
        for (std::size_t i = 0; i < parts.size(); ++i)
            values[i] = read_value(member, parts[i], type);
        return values;
    }

    double read_value(TokenRange member, TokenRange words, const MemberType& type) const {
        const std::string_view text = text_of(words);
        if (!type.choices.empty()) return read_choice(member, words, type);
        const bool has_sign =
            words.size() == 2 && (has_text(words[0], "-") || has_text(words[0], "+"));
        if (words.size() == 1 || has_sign)
            if (const auto value = literal_value(words.back().text))
                return has_text(words[0], "-") ? -*value : *value;
        refuse(index_of(member), fmt::format("the initial value `{}` is not a plain number", text));
    }

    double read_choice(TokenRange member, TokenRange words, const MemberType& type) const {
        const auto found = words.empty() ? type.choices.end()
                                         : std::ranges::find(type.choices, words.back().text,
                                                             &Parameter::Choice::name);
        if (found != type.choices.end()) return found->value;
        refuse(index_of(member),
               fmt::format("the initial value `{}` is not a value of the enum", text_of(words)));
    }

    const ParameterSource& source_;
    std::string_view name_;
    std::size_t open_;
    std::size_t end_;  // index after the struct's `}`
    std::size_t& members_left_;
    std::vector<ParameterMistake>& mistakes_;
    unsigned depth_;
    std::vector<Parameter> parameters_;
    std::size_t size_bytes_ = 0;
    std::size_t alignment_ = 1;
};

std::string reading_operation(const std::string& source_name, std::string_view struct_name) {
    return fmt::format("read parameters '{}' of {}", struct_name, source_name);
}

}  // namespace

ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name,
                                std::vector<ParameterMistake>& mistakes) {
    const ParameterSource read(source);
    const std::size_t open = read.find_struct(struct_name, read.tokens().size());
    if (open == kNone)
        throw Error(ErrorCode::not_found, reading_operation(source_name, struct_name),
                    fmt::format("`struct {} {{` not found", struct_name));
    std::size_t members_left = kMaxMembers;
    Layout layout = StructReader(read, struct_name, open, members_left, mistakes).read();
    return {std::string(struct_name), std::move(layout.parameters), layout.size_bytes};
}

ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name) {
    std::vector<ParameterMistake> mistakes;
    ParameterSet parameters = reflect_parameters(source_name, source, struct_name, mistakes);
    if (!mistakes.empty())
        throw Error(ErrorCode::bad_input, reading_operation(source_name, struct_name),
                    fmt::format("line {}: {}", mistakes.front().line, mistakes.front().reason));
    return parameters;
}

}  // namespace glint::compiler
