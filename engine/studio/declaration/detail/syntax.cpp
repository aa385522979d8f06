// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/syntax.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>
#include <span>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

constexpr std::array<std::string_view, 13> kNonTypeKeywords{
    "const",     "volatile",        "__restrict__", "__restrict", "restrict",
    "struct",    "typename",        "static",       "inline",     "extern",
    "constexpr", "__forceinline__", "__noinline__"};
constexpr std::array<std::string_view, 4> kFunctionKinds{"__global__", "__device__", "__host__",
                                                         "__managed__"};

constexpr std::array<std::string_view, 4> kTypeKeywords{"struct", "class", "union", "enum"};

/// Prefixes of identifiers through which the threads of a block or warp cooperate.
constexpr std::array<std::string_view, 13> kBlockWords{
    "__shared__", "__sync", "__shfl",  "__ballot", "__any",  "__all", "__activemask",
    "__match",    "__redu", "coopera", "asm",      "block_", "warp"};

bool is_of_blocks(std::string_view word) {
    return std::ranges::any_of(kBlockWords,
                               [&](std::string_view start) { return word.starts_with(start); });
}

/// Returns the canonical CUDA C++ spelling of a type: "unsigned char", "glint::Cell",
/// "std::array<float,3>".
std::string type_name(TokenRange words) {
    std::string name;
    for (const Token& word : words) {
        const bool spaced = !name.empty() && starts_name(word.text) && name.back() != ':' &&
                            name.back() != '<' && name.back() != ',';
        if (spaced) name += ' ';
        name += word.text;
    }
    return name;
}

/// Parses a declaration such as "const float* __restrict__ level". Returns nullopt for other text.
std::optional<Variable> variable_in(TokenRange words) {
    const auto initial = std::ranges::find_if(
        words, [](std::string_view t) { return t == "=" || t == "{" || t == ":"; }, &Token::text);
    words = words.first(static_cast<std::size_t>(initial - words.begin()));
    Variable variable;
    if (const auto bracket = std::ranges::find(words, "[", &Token::text); bracket != words.end()) {
        const auto length =
            bracket + 1 != words.end() ? text::parse_unsigned(bracket[1].text) : std::nullopt;
        variable.array =
            length ? static_cast<unsigned>(std::min<std::uint64_t>(*length, 1u << 20)) : 0;
        words = words.first(static_cast<std::size_t>(bracket - words.begin()));
    }
    std::vector<Token> type;
    for (const Token& word : words) {
        if (word.text == "*")
            ++variable.pointers;
        else if (word.text == "&")
            variable.is_reference = true;
        else if (word.text == "const" && variable.pointers == 0)
            variable.is_const = true;
        else if (!is_any(word.text, kNonTypeKeywords) && !is_any(word.text, kFunctionKinds))
            type.push_back(word);
    }
    if (type.size() < 2 || !starts_name(type.back().text)) return std::nullopt;
    variable.name = type.back().text;
    variable.line = type.back().line;
    type.pop_back();
    variable.type = type_name(type);
    return variable;
}

class Parser : private TokenWalk {
public:
    explicit Parser(std::string_view source) : Parser(compiler::tokens_of(source)) {}

    Syntax read() {
        for (const compiler::Directive& directive : syntax_.text.directives) read_macro(directive);
        macros_ = syntax_.functions.size();
        while (at_ < count()) read_declaration();
        for (const Note& note : syntax_.text.notes)
            if (!used_.contains(&note)) syntax_.notes.push_back(&note);
        return std::move(syntax_);
    }

private:
    explicit Parser(Tokens text) : TokenWalk(text.tokens) { syntax_.text = std::move(text); }

    void read_declaration() {
        const std::string_view word = text(at_);
        if (word == "namespace") return open_namespace();
        if (word == "extern" && text(at_ + 1).starts_with('"') && text(at_ + 2) == "{")
            return open_scope("", 3);
        if (word == "}") return close_scope();
        if (word == "using") return read_using();
        if (word == "typedef") return read_typedef();
        if (word == "struct" && is_struct_definition()) return read_struct();
        const bool is_function = text(struct_body()) == "(";
        if ((is_any(word, kTypeKeywords) && !is_function) || word == "static_assert")
            return pass_over();
        read_function();
    }

    void open_scope(std::string name, std::size_t words) {
        scopes_.push_back(std::move(name));
        at_ += words;
        start_ = at_;
    }
    void open_namespace() {
        std::string name;
        std::size_t i = at_ + 1;
        for (; i < count() && text(i) != "{" && text(i) != ";" && text(i) != "="; ++i)
            if (starts_name(text(i)) || text(i) == "::") name += text(i);
        if (text(i) != "{") return pass_over();
        open_scope(std::move(name), i + 1 - at_);
    }
    void close_scope() {
        if (!scopes_.empty()) scopes_.pop_back();
        ++at_;
        start_ = at_;
    }
    std::string scoped(std::string_view name) const {
        std::string scope;
        for (const std::string& part : scopes_)
            if (!part.empty()) scope += part + "::";
        return scope + std::string(name);
    }

    void end_declaration(std::size_t at) {
        at_ = std::min(at, count());
        start_ = at_;
        is_template_ = false;
    }
    /// Skips the current declaration, including the `;` at its end.
    void pass_over() {
        const std::size_t end = find_outside(at_, ";");
        note_strays(at_, end);
        end_declaration(end + 1);
    }
    void note_strays(std::size_t from, std::size_t to) {
        for (const Note& note : syntax_.text.notes)
            if (note.token > from && note.token <= to && !used_.contains(&note))
                syntax_.stray_notes.push_back({use(note), text(from)});
    }

    // Reads `using Cell = unsigned char;`.
    void read_using() {
        const std::size_t end = find_outside(at_, ";");
        if (end > at_ + 3 && text(at_ + 2) == "=") add_alias(text(at_ + 1), range(at_ + 3, end));
        end_declaration(end + 1);
    }
    // Reads `typedef unsigned char Cell;`.
    void read_typedef() {
        const std::size_t end = find_outside(at_, ";");
        if (end > at_ + 2) add_alias(text(end - 1), range(at_ + 1, end - 1));
        note_strays(at_, end);
        end_declaration(end + 1);
    }
    void add_alias(std::string_view name, TokenRange type) {
        if (starts_name(name)) syntax_.aliases.emplace(name, type_name(type));
    }

    /// Returns the index of the `{` in `struct [alignas(8)] NAME [final] {`. In other declarations,
    /// returns the index of the first `;`, `(` or `=` if that comes before a `{`.
    std::size_t struct_body() const {
        const std::size_t at = find_outside(at_, "{;(=");
        const bool is_attribute =
            text(at) == "(" && (text(at - 1) == "alignas" || text(at - 1).starts_with("__"));
        return is_attribute ? find_outside(after_closing(at), "{;(=") : at;
    }
    bool is_struct_definition() const {
        const std::size_t body = struct_body();
        return body < count() && text(body) == "{" && body > at_ + 1 && starts_name(text(body - 1));
    }

    void read_struct() {
        const std::size_t end = read_struct_at(at_, struct_body());
        end_declaration(text(end) == ";" ? end + 1 : find_outside(end, ";") + 1);
    }

    /// Reads the struct from its first word at `from`. Its `{` is at `body`. Returns the index
    /// after `}`.
    std::size_t read_struct_at(std::size_t from, std::size_t body) {
        const std::size_t end = after_closing(body);
        StructSyntax made{.name = std::string(text(body - 1)), .line = line(body - 1)};
        made.note = first_note(from + 1, body + 1);
        for (std::size_t i = body + 1; i + 1 < end;) i = read_member(made, i, end - 1);
        if (end <= count() && line(end - 1) == made.line) add_note_after(made, end);
        if (made.note && is_above_member(made, body)) {
            used_.erase(made.note);
            made.note = nullptr;
        }
        note_strays_in_struct(from, body, end);
        syntax_.structs.push_back(std::move(made));
        return end;
    }
    static bool has_pointers(const StructSyntax& made) {
        return std::ranges::any_of(made.members,
                                   [](const Variable& each) { return each.pointers > 0; });
    }
    /// Returns true if the annotation on the first line inside a struct belongs to the first
    /// member. This is the case if the annotation has a label, which annotations of structs do not
    /// have, or if the struct does not contain pointers, and is therefore not state.
    static bool is_above_member(const StructSyntax& made, std::size_t body) {
        const Note& note = *made.note;
        if (!note.has_own_line || note.token != body + 1 || made.members.empty()) return false;
        return !has_pointers(made) || note.text.find('"') != std::string_view::npos;
    }
    void note_strays_in_struct(std::size_t from, std::size_t body, std::size_t end) {
        for (const Note& note : syntax_.text.notes)
            if (note.token > body && note.token < end && !used_.contains(&note))
                syntax_.stray_notes.push_back({use(note), text(from)});
    }
    /// Adds the annotation that follows a struct written on a single line. If the struct has
    /// pointers, it is state, and the annotation belongs to the struct. Otherwise the annotation
    /// belongs to the last member.
    void add_note_after(StructSyntax& made, std::size_t end) {
        if (made.members.empty()) return;
        const Note*& place = has_pointers(made) ? made.note : made.members.back().note;
        if (!place) place = note_on(made.line, text(end) == ";" ? end + 1 : end);
    }

    /// Reads the member that starts at `from`. Returns the index after the member.
    std::size_t read_member(StructSyntax& made, std::size_t from, std::size_t end) {
        from = std::min(after_attributes(from), end);
        if (const std::size_t list = list_of_member_operator(from); list < end)
            return after_function(list, end);
        const std::size_t inner = std::min(find_outside(from, "{;("), end);
        const bool is_type = text(from) == "struct" || text(from) == "enum";
        if (is_type && text(inner) == "{") return read_inner_type(from, inner);
        const std::size_t stop = std::min(find_outside(from, ";(}="), end);
        if (text(stop) != ";" && text(stop) != "=") return after_function(stop, end);
        const std::size_t last = std::min(find_outside(from, ";"), end);
        const std::size_t body = find_outside(from, "{;");
        const bool is_function = body < stop && text(body) == "{" && text(body - 1) == ")";
        if (!is_function) add_members(made, from, last);
        return last + 1;
    }
    /// Returns the index of the `(` that opens the parameters of the operator at `from`. Returns
    /// count() if the member at `from` is not an operator.
    std::size_t list_of_member_operator(std::size_t from) const {
        for (std::size_t i = from; i < count(); ++i) {
            const std::string_view t = text(i);
            if (t == "operator") return list_of_operator(i);
            if (t == ";" || t == "{" || t == "}" || t == "(" || t == "=") break;
        }
        return count();
    }
    /// Reads a type defined inside a struct. Skips a member declared together with the type.
    /// Returns the index after both.
    std::size_t read_inner_type(std::size_t from, std::size_t body) {
        const bool is_struct = text(from) == "struct" && body > from + 1;
        const std::size_t end = is_struct ? read_struct_at(from, body) : after_closing(body);
        return find_outside(end, ";") + 1;
    }
    /// Reads members that share a type, such as `float *a, b = 2;`. They also share one annotation.
    void add_members(StructSyntax& made, std::size_t from, std::size_t stop) {
        const Note* const note = note_on(line(std::min(stop, count() - 1)), stop + 1);
        std::size_t type_end = from;
        while (type_end < stop && (starts_name(text(type_end)) || text(type_end) == "::"))
            ++type_end;
        const bool is_pointer = text(type_end) == "*" || text(type_end) == "&";
        if (!is_pointer && type_end > from) --type_end;  // excludes the name
        std::vector<Token> type(range(from, type_end).begin(), range(from, type_end).end());
        for (std::size_t start = from; start < stop;) {
            const std::size_t comma = std::min(find_comma(start), stop);
            std::vector<Token> words = start == from ? std::vector<Token>() : type;
            for (const Token& word : range(start, comma)) words.push_back(word);
            if (auto member = variable_in(words)) {
                member->note = note;
                made.members.push_back(std::move(*member));
            }
            start = comma + 1;
        }
    }
    /// Reads a member function, with or without a body. Its parameter list opens at `at`. Returns
    /// the index after the function.
    std::size_t after_function(std::size_t at, std::size_t end) {
        if (at >= end || text(at) != "(") return end;
        const std::size_t stop = end_of_head(after_closing(at));
        if (stop >= end) return end;
        if (text(stop) != "{") return stop + (text(stop) == ";" ? 1 : 0);
        const bool is_operator = !starts_name(text(at - 1));
        FunctionSyntax made{.name = std::string(is_operator ? kOperator : text(at - 1)),
                            .line = line(at - 1)};
        read_names(made, range(at, after_closing(stop)));
        syntax_.functions.push_back(std::move(made));
        return after_closing(stop);
    }

    /// Returns the first annotation from token `from` to token `to`, and marks it as used. Returns
    /// nullptr if no annotation is found.
    const Note* first_note(std::size_t from, std::size_t to) {
        for (const Note& note : syntax_.text.notes)
            if (note.token >= from && note.token <= to) return use(note);
        return nullptr;
    }
    /// Returns the annotation on line `on_line` that comes directly before token `token`, and marks
    /// it as used. Returns nullptr if no annotation is found.
    const Note* note_on(unsigned on_line, std::size_t token) {
        for (const Note& note : syntax_.text.notes)
            if (note.line == on_line && note.token == token) return use(note);
        return nullptr;
    }
    const Note* use(const Note& note) {
        used_.insert(&note);
        return &note;
    }

    /// Reads a function. Skips variables and all other text.
    void read_function() {
        if (text(at_) == "template" && text(at_ + 1) == "<") {
            is_template_ = true;
            at_ = after_template_list(at_ + 1);
            return;
        }
        const std::size_t list = parameter_list(at_);
        if (list == count()) return pass_over_any(at_);
        const std::size_t end = after_closing(list);
        const std::size_t stop = end_of_head(end);
        const bool has_body = text(stop) == "{";
        if (add_function(list, end) && has_body)
            read_names(syntax_.functions.back(), range(list, after_closing(stop)));
        end_declaration(has_body ? after_closing(stop) : stop + (text(stop) == ";" ? 1 : 0));
    }
    /// Skips a variable, the end of an enumeration, or a stray token, including its `;` or braces.
    void pass_over_any(std::size_t from) {
        const std::size_t stop = find_outside(from, ";{}");
        if (text(stop) == "}" && stop > from) return end_declaration(stop);
        if (text(stop) == "{") return end_declaration(after_closing(stop));
        end_declaration(std::max(stop + (text(stop) == ";" ? 1 : 0), from + 1));
    }

    /// Returns the index of the `(` that opens the parameters of the function at `from`, or count()
    /// if the declaration at `from` is not a function.
    std::size_t parameter_list(std::size_t from) const {
        for (std::size_t i = from; i < count(); ++i) {
            const std::string_view t = text(i);
            if (t == kOperator) return list_of_operator(i);
            if (t == ";" || t == "{" || t == "}" || t == "=") return count();
            if (t == "[") i = after_closing(i) - 1;
            if (t != "(") continue;
            const std::string_view before = i > from ? text(i - 1) : std::string_view();
            if (before.empty() || !starts_name(before)) return count();
            if (!before.starts_with("__") && before != "alignas") return i;
            i = after_closing(i) - 1;  // skips an attribute: __launch_bounds__(256)
        }
        return count();
    }

    /// Reads `#define NAME ...`. A macro is treated like a function that is called wherever the
    /// macro is used.
    void read_macro(const compiler::Directive& directive) {
        constexpr std::string_view define = "define";
        std::string_view rest = text::trim(directive.text.substr(1));
        if (!rest.starts_with(define)) return;
        rest.remove_prefix(define.size());
        const Tokens words = compiler::tokens_of(rest);
        if (words.tokens.empty()) return;
        FunctionSyntax made{.name = std::string(words.tokens[0].text), .line = directive.line};
        read_names(made, TokenRange(words.tokens).subspan(1));
        syntax_.functions.push_back(std::move(made));
    }
    static void read_names(FunctionSyntax& function, TokenRange words) {
        for (const Token& word : words) {
            if (!starts_name(word.text)) continue;
            function.names.insert(word.text);
            if (word.text.starts_with("atomic")) function.has_atomics = true;
            if (is_of_blocks(word.text)) function.uses_blocks = true;
        }
    }
    /// Returns true if `name` is `word`, or if `name` is a macro that contains `word`.
    bool means(std::string_view name, std::string_view word) const {
        if (name == word) return true;
        const auto is_macro = [&](const FunctionSyntax& each) { return each.name == name; };
        const auto macros = std::span(syntax_.functions).first(macros_);
        const auto found = std::ranges::find_if(macros, is_macro);
        return found != macros.end() && found->names.contains(word);
    }
    bool is_function_kind(std::string_view name) const {
        return std::ranges::any_of(kFunctionKinds,
                                   [&](std::string_view word) { return means(name, word); });
    }

    /// Adds a function if it is a kernel, a device function, or annotated. Returns true if it was
    /// added.
    bool add_function(std::size_t list, std::size_t end) {
        FunctionSyntax made;
        std::vector<Token> result;
        std::size_t name = list - 1;
        for (std::size_t i = at_; i < name; ++i) {
            if (text(i) == kOperator) name = i;
            if (i == name) break;
            if (means(text(i), "__global__")) made.is_kernel = true;
            if (means(text(i), "__device__")) made.is_device = true;
            if (text(i + 1) == "(" || text(i) == "(") {  // skips the parentheses of an attribute
                if (text(i) == "(") i = after_closing(i) - 1;
                continue;
            }
            if (!is_any(text(i), kNonTypeKeywords) && !is_function_kind(text(i)) &&
                !text(i).starts_with('"'))
                result.push_back(syntax_.text.tokens[i]);
        }
        if (!made.is_kernel && !made.is_device && !has_notes(start_, list)) return false;
        made.name = scoped(text(name));
        made.line = line(name);
        made.is_template = is_template_;
        made.result = type_name(result);
        read_parameters(made, list + 1, end - 1);
        for (const Note& note : syntax_.text.notes)
            if (note.token >= start_ && note.token < list && note.has_own_line)
                made.notes.push_back(use(note));
        syntax_.functions.push_back(std::move(made));
        return true;
    }
    bool has_notes(std::size_t from, std::size_t to) const {
        return std::ranges::any_of(syntax_.text.notes, [&](const Note& note) {
            return note.token >= from && note.token < to && note.has_own_line;
        });
    }

    void read_parameters(FunctionSyntax& made, std::size_t from, std::size_t end) {
        int angles = 0;
        std::size_t start = from;
        for (std::size_t i = from; i <= end && i < count(); ++i) {
            const std::string_view t = i < end ? text(i) : std::string_view(",");
            if (t == "<") ++angles;
            if (t == ">") --angles;
            if (i < end && (t == "(" || t == "{" || t == "[")) i = after_closing(i) - 1;
            if (t != "," || (angles > 0 && i < end)) continue;
            add_parameter(made, start, std::min(i, end));
            start = i + 1;
        }
    }
    void add_parameter(FunctionSyntax& made, std::size_t from, std::size_t to) {
        if (from >= to || (to == from + 1 && text(from) == "void")) return;
        if (auto parameter = variable_in(range(from, to)))
            return made.parameters.push_back(std::move(*parameter));
        made.parameters.push_back({.type = type_name(range(from, to)), .line = line(from)});
    }

    Syntax syntax_;
    std::set<const Note*> used_;
    std::vector<std::string> scopes_;
    std::size_t macros_ = 0;  // number of macros; they come first in Syntax::functions
    std::size_t at_ = 0;
    std::size_t start_ = 0;  // start of the current declaration
    bool is_template_ = false;
};

}  // namespace

// Returns all functions that `function` may call, directly or indirectly. Finds functions by name
// only, so all overloads of a function are included. Operators are called without a name, so they
// are always included.
std::vector<const FunctionSyntax*> Syntax::reached_from(const FunctionSyntax& function) const {
    std::vector<const FunctionSyntax*> found{&function};
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const FunctionSyntax& other : functions) {
            const std::size_t scope = other.name.rfind(':');
            const std::string_view name =
                std::string_view(other.name).substr(scope == std::string::npos ? 0 : scope + 1);
            const bool is_reached = name == kOperator || found[i]->names.contains(name);
            if (is_reached && std::ranges::find(found, &other) == found.end())
                found.push_back(&other);
        }
    return found;
}

bool Syntax::uses_atomics(const FunctionSyntax& function) const {
    return std::ranges::any_of(reached_from(function), &FunctionSyntax::has_atomics);
}

bool Syntax::uses_blocks(const FunctionSyntax& function) const {
    return std::ranges::any_of(reached_from(function), &FunctionSyntax::uses_blocks);
}

const StructSyntax* Syntax::find_struct(std::string_view name) const {
    const auto found = std::ranges::find(structs, name, &StructSyntax::name);
    return found == structs.end() ? nullptr : &*found;
}

Syntax read_syntax(std::string_view source) { return Parser(source).read(); }

}  // namespace glint::studio
