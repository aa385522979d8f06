#include <glint/compiler/detail/reflection.hpp>

#include <algorithm>
#include <optional>
#include <regex>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>

namespace glint::compiler {
namespace {

struct MemberType {
    std::string_view spelling;
    ScalarType scalar;
    unsigned components;
    std::size_t alignment;
};

constexpr MemberType kTypes[] = {
    {"float", ScalarType::f32, 1, 4},
    {"double", ScalarType::f64, 1, 8},
    {"int", ScalarType::i32, 1, 4},
    {"unsigned int", ScalarType::u32, 1, 4},
    {"unsigned", ScalarType::u32, 1, 4},
    {"bool", ScalarType::boolean, 1, 1},
    {"char", ScalarType::i8, 1, 1},
    {"signed char", ScalarType::i8, 1, 1},
    {"unsigned char", ScalarType::u8, 1, 1},
    {"short", ScalarType::i16, 1, 2},
    {"unsigned short", ScalarType::u16, 1, 2},
    {"long long", ScalarType::i64, 1, 8},
    {"unsigned long long", ScalarType::u64, 1, 8},
    {"size_t", ScalarType::u64, 1, 8},
    {"int8_t", ScalarType::i8, 1, 1},
    {"uint8_t", ScalarType::u8, 1, 1},
    {"int16_t", ScalarType::i16, 1, 2},
    {"uint16_t", ScalarType::u16, 1, 2},
    {"int32_t", ScalarType::i32, 1, 4},
    {"uint32_t", ScalarType::u32, 1, 4},
    {"int64_t", ScalarType::i64, 1, 8},
    {"uint64_t", ScalarType::u64, 1, 8},
    {"float2", ScalarType::f32, 2, 8},
    {"float3", ScalarType::f32, 3, 4},
    {"float4", ScalarType::f32, 4, 16},
    {"half", ScalarType::f16, 1, 2},
    {"__half", ScalarType::f16, 1, 2},
    {"half2", ScalarType::f16, 2, 4},
    {"__half2", ScalarType::f16, 2, 4},
    {"nv_bfloat16", ScalarType::bf16, 1, 2},
    {"__nv_bfloat16", ScalarType::bf16, 1, 2},
    {"nv_bfloat162", ScalarType::bf16, 2, 4},
    {"__nv_bfloat162", ScalarType::bf16, 2, 4},
};

/// A struct as C lays it out.
struct Layout {
    std::vector<Parameter> parameters;
    std::size_t size_bytes;
    std::size_t alignment;
};

using Lines = std::span<const std::string_view>;

/// The stack that std::regex takes grows with the text.
constexpr std::size_t kLongestLine = 2000;
constexpr unsigned kDeepest = 32;
/// The largest number of lines in all, where a struct's lines count wherever it is a member: such a
/// text can double with each line.
constexpr std::size_t kMostLines = 10'000;

/// Reads one struct, line by line.
class StructReader {
public:
    StructReader(std::string_view struct_name, Lines lines, std::size_t& lines_left,
                 std::vector<ParameterMistake>& mistakes, unsigned depth = 1)
        : struct_name_(struct_name),
          lines_(lines),
          lines_left_(lines_left),
          mistakes_(mistakes),
          depth_(depth) {}

    /// Whether there is such a struct.
    bool find() {
        line_ = 0;
        while (line_ < lines_.size() && !opens(lines_[line_])) ++line_;
        return line_ < lines_.size();
    }

    /// Once it was found. Passes over lines that are wrong.
    Layout read() {
        try {
            read_lines();
        } catch (const ParameterMistake& mistake) {
            mistakes_.push_back(mistake);
        }
        return {std::move(parameters_), round_up(size_bytes_, alignment_), alignment_};
    }

private:
    void read_lines() {
        for (++line_; line_ < lines_.size(); ++line_) {
            if (lines_left_ == 0)
                refuse(fmt::format("its structs have more than {} lines in all", kMostLines));
            --lines_left_;
            if (text::trim(lines_[line_]).starts_with("};")) return;
            try {
                read_line(text::trim(lines_[line_]));
            } catch (const ParameterMistake& mistake) {
                mistakes_.push_back(mistake);
            }
        }
        refuse("the struct does not end in a line `};`");
    }

    /// Whether the line is `struct NAME {`, with a comment behind it or none.
    bool opens(std::string_view line) const {
        const auto take = [&](std::string_view word) {
            line = text::trim(line);  // also of a carriage return
            const bool is_next = line.starts_with(word);
            if (is_next) line.remove_prefix(word.size());
            return is_next;
        };
        if (line.size() > kLongestLine || !take("struct") || line.empty() ||
            std::string_view(" \t").find(line[0]) == std::string_view::npos ||
            !take(struct_name_) || !take("{"))
            return false;
        line = text::trim(line);
        return line.empty() || line.starts_with("//");
    }

    [[noreturn]] void refuse(std::string_view reason) const {
        throw ParameterMistake{line_ + 1, std::string(reason)};
    }

    void read_line(std::string_view line) {
        if (line.size() > kLongestLine)
            refuse(fmt::format("it is longer than {} characters", kLongestLine));
        const std::size_t comment = line.find("//");
        const std::string_view declaration = text::trim(line.substr(0, comment));
        if (declaration.empty() || read_struct_member(std::string(declaration))) return;
        Parameter parameter = read_declaration(std::string(declaration));
        const std::size_t mark = line.find("//@");
        if (mark != std::string_view::npos)
            parameter.annotation =
                read_annotation(parameter, std::string(text::trim(line.substr(mark + 3))));
        parameters_.push_back(std::move(parameter));
    }

    /// `Wind wind;`, where a struct of that name stands above: its members become wind.speed...
    /// Whether it was one.
    bool read_struct_member(const std::string& declaration) {
        static const std::regex pattern(R"(^(\w+)\s+(\w+)\s*(.*);$)");
        std::smatch match;
        if (!std::regex_match(declaration, match, pattern)) return false;
        StructReader inner(std::string(match[1]), lines_.first(line_), lines_left_, mistakes_,
                           depth_ + 1);
        if (!inner.find()) return false;
        if (depth_ == kDeepest) refuse(fmt::format("more than {} structs in structs", kDeepest));
        if (match[3].length() != 0 && match[3] != "{}")
            refuse(
                fmt::format("a struct in a struct is `TYPE NAME;` or `TYPE NAME{{}};`, with its "
                            "own initial values; found `{}`",
                            declaration));
        append(match[2], inner.read());
        return true;
    }

    void append(const std::string& name, Layout inner) {
        const std::size_t start = round_up(size_bytes_, inner.alignment);
        for (Parameter& parameter : inner.parameters) {
            parameter.name = name + '.' + parameter.name;
            parameter.offset += start;
            if (parameter.annotation)  // two may be of one type
                parameter.annotation->label = name + ": " + parameter.annotation->label;
            parameters_.push_back(std::move(parameter));
        }
        size_bytes_ = start + inner.size_bytes;
        alignment_ = std::max(alignment_, inner.alignment);
    }

    Parameter read_declaration(const std::string& declaration) {
        static const std::regex pattern(
            R"(^((?:(?:un)?signed\s+|long\s+)*\w+)\s+(\w+)\s*(?:\[\s*(\w+)\s*\])?\s*(?:=\s*(.*?)|(\{.*\}))?\s*;$)");
        std::smatch match;
        if (!std::regex_match(declaration, match, pattern))
            refuse(fmt::format("expected `TYPE NAME = VALUE;`, found `{}`", declaration));
        MemberType type = find_type(match[1]);
        if (match[3].matched) type.components = read_length(type, match[3]);
        Parameter parameter;
        parameter.name = match[2];
        parameter.type = type.scalar;
        parameter.components = type.components;
        parameter.initial = read_values(match[4].matched ? match[4] : match[5], type.components);
        place(parameter, type);
        check_values(parameter);
        return parameter;
    }

    unsigned read_length(const MemberType& type, const std::string& length) const {
        const auto count = text::parse_unsigned(length);
        if (!count || *count < 1 || *count > 4 || type.components > 1)
            refuse(fmt::format("`[{}]` is no array of 1 to 4 numbers", length));
        return static_cast<unsigned>(*count);
    }

    const MemberType& find_type(const std::string& spelling) const {
        const std::string plain = std::regex_replace(spelling, std::regex(R"(\s+)"), " ");
        const auto found = std::ranges::find(kTypes, plain, &MemberType::spelling);
        if (found == std::end(kTypes))
            refuse(
                fmt::format("a parameter cannot be a `{}`; it is a float, double, half, "
                            "bfloat16, bool, a whole number of 8 to 64 bits, float2, float3 or "
                            "float4, or a struct of these that stands above",
                            plain));
        return *found;
    }

    void place(Parameter& parameter, const MemberType& type) {
        parameter.offset = round_up(size_bytes_, type.alignment);
        size_bytes_ = parameter.offset + size_of(type.scalar) * type.components;
        alignment_ = std::max(alignment_, type.alignment);
    }

    // The set's own check of the initial values, with the line in front.
    void check_values(const Parameter& parameter) const {
        try {
            ParameterSet(struct_name_, {parameter}, size_bytes_);
        } catch (const Error& error) {
            refuse(error.reason());
        }
    }

    std::array<double, 4> read_values(const std::string& initialiser, unsigned components) const {
        std::array<double, 4> values{};
        std::string_view list = text::trim(initialiser);
        if (list.empty() || list == "{}") return values;
        if (list.front() == '{' && list.back() == '}')
            list = text::trim(list.substr(1, list.size() - 2));
        const std::vector<std::string_view> parts = text::split(list, ',');
        if (parts.size() > components)
            refuse(fmt::format("{} for {}", text::counted(parts.size(), "value"),
                               text::counted(components, "component")));
        for (std::size_t i = 0; i < parts.size(); ++i) values[i] = read_value(text::trim(parts[i]));
        return values;
    }

    double read_value(std::string_view literal) const {
        if (literal == "true") return 1;
        if (literal == "false") return 0;
        std::string_view digits = literal;
        while (!digits.empty() && std::string_view("fFuU").find(digits.back()) != digits.npos)
            digits.remove_suffix(1);
        if (digits.ends_with('.')) digits.remove_suffix(1);
        if (const auto value = text::parse_double(digits)) return *value;
        refuse(fmt::format("the initial value `{}` is not a plain number", literal));
    }

    Parameter::Annotation read_annotation(const Parameter& parameter,
                                          const std::string& note) const {
        static const std::regex pattern(
            R"re(^(?:(\S+?)\.\.(\S+)\s+)?(?:(log)\s+)?(?:([^"]*?)\s*)?"([^"]+)"(?:\s*:\s*(.*))?$)re");
        std::smatch match;
        if (!std::regex_match(note, match, pattern))
            refuse(fmt::format("expected `//@ MIN..MAX [log] [UNIT] \"LABEL\"`, found `//@ {}`",
                               note));
        Parameter::Annotation annotation;
        annotation.logarithmic = match[3].matched;
        annotation.unit = match[4];
        annotation.label = match[5];
        annotation.help = match[6];
        if (match[1].matched) {
            annotation.minimum = read_value(std::string(match[1]));
            annotation.maximum = read_value(std::string(match[2]));
        } else if (parameter.type != ScalarType::boolean) {
            refuse(fmt::format("`{}` needs a range, `//@ MIN..MAX \"LABEL\"`", parameter.name));
        }
        check_range(parameter, annotation);
        return annotation;
    }

    void check_range(const Parameter& parameter, const Parameter::Annotation& annotation) const {
        if (!(annotation.minimum < annotation.maximum))
            refuse(
                fmt::format("the range {}..{} is empty", annotation.minimum, annotation.maximum));
        if (annotation.logarithmic && annotation.minimum <= 0) refuse("a log scale starts above 0");
        for (unsigned i = 0; i < parameter.components; ++i)
            if (parameter.initial[i] < annotation.minimum ||
                parameter.initial[i] > annotation.maximum)
                refuse(fmt::format("the initial value {} is outside {}..{}", parameter.initial[i],
                                   annotation.minimum, annotation.maximum));
    }

    std::string struct_name_;
    Lines lines_;
    std::size_t& lines_left_;
    std::vector<ParameterMistake>& mistakes_;
    unsigned depth_;
    std::size_t line_ = 0;
    std::vector<Parameter> parameters_;
    std::size_t size_bytes_ = 0;
    std::size_t alignment_ = 1;
};

std::string operation(const std::string& source_name, std::string_view struct_name) {
    return fmt::format("read parameters '{}' of {}", struct_name, source_name);
}

}  // namespace

ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name,
                                std::vector<ParameterMistake>& mistakes) {
    const std::vector<std::string_view> lines = text::split(source, '\n');
    std::size_t lines_left = kMostLines;
    StructReader reader(struct_name, lines, lines_left, mistakes);
    if (!reader.find())
        throw Error(ErrorCode::not_found, operation(source_name, struct_name),
                    fmt::format("there is no line `struct {} {{`", struct_name));
    Layout layout = reader.read();
    return {std::string(struct_name), std::move(layout.parameters), layout.size_bytes};
}

ParameterSet reflect_parameters(const std::string& source_name, std::string_view source,
                                std::string_view struct_name) {
    std::vector<ParameterMistake> mistakes;
    ParameterSet parameters = reflect_parameters(source_name, source, struct_name, mistakes);
    if (!mistakes.empty())
        throw Error(ErrorCode::bad_input, operation(source_name, struct_name),
                    fmt::format("line {}: {}", mistakes.front().line, mistakes.front().reason));
    return parameters;
}

}  // namespace glint::compiler
