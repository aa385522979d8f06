#include <glint/studio/run/generated.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace glint::studio {
namespace {

/// A text as a string literal holds it.
std::string quoted(const std::string& text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '\n' || c == '\r') {  // of a file's name
            literal += c == '\n' ? "\\n" : "\\r";
            continue;
        }
        if (c == '"' || c == '\\') literal += '\\';
        literal += c;
    }
    return literal + '"';
}

std::string questions(const std::string& file, const Reading& reading) {
    std::string text;
    for (const TypeQuestion& question : reading.questions)
        text += fmt::format("#line {} {}\nstatic_assert(glint::studio::kIsSame<{}, {}>, {});\n",
                            question.otherwise.line, quoted(file), question.written,
                            question.expected, quoted(kAnswer + question.otherwise.message));
    return text;
}

/// The layouts that were read from the text are those of the compiler.
std::string layouts(const std::string& file, const Declaration& declaration) {
    std::string text;
    std::set<std::string> done;
    for (const Structure& structure : declaration.structures)
        for (const Field& field : structure.fields)
            if (field.type.is_struct && done.insert(field.type.name).second)
                text += fmt::format(
                    "#line {} {}\nstatic_assert(sizeof({}) == {} && alignof({}) == {}, {});\n",
                    field.line, quoted(file), field.type.name, field.type.size_bytes,
                    field.type.name, field.type.alignment,
                    quoted(fmt::format("{}the layout of '{}' is not understood: write its members "
                                       "as plain numbers and vectors",
                                       kAnswer, field.type.name)));
    return text;
}

const Field& field_of(const Declaration& declaration, const Argument& argument) {
    return declaration.structures[argument.structure].fields[argument.field];
}

std::string number_type(const Argument& argument) {
    if (argument.number == Number::cell) return fmt::format("int{}", argument.components);
    if (argument.components > 1) return fmt::format("float{}", argument.components);
    switch (argument.scalar) {
        case ScalarType::f32: return "float";
        case ScalarType::f64: return "double";
        case ScalarType::u32: return "unsigned int";
        case ScalarType::i64: return "long long";
        case ScalarType::u64: return "unsigned long long";
        default: return "int";
    }
}

std::string parameter(const Declaration& declaration, const Argument& argument) {
    if (argument.kind == Argument::Kind::parameters)
        return declaration.parameters[argument.parameters].struct_name();
    if (argument.kind == Argument::Kind::number) return number_type(argument);
    return fmt::format("const {}*", field_of(declaration, argument).type.name);
}

bool is_half(const ElementType& type) {
    const ScalarType scalar = type.parts.front().scalar;
    return scalar == ScalarType::f16 || scalar == ScalarType::bf16;
}

/// What a monitor's values are joined in: 64 bits.
std::string_view accumulator(const ElementType& type) {
    switch (type.parts.front().scalar) {
        case ScalarType::f16:
        case ScalarType::bf16:
        case ScalarType::f32:
        case ScalarType::f64: return "double";
        case ScalarType::u64: return "unsigned long long";
        default: return "long long";
    }
}

/// The argument of this number at element `i`. For `cell` the kernel has the extents.
std::string value_of(const Argument& argument, std::size_t number) {
    if (argument.kind == Argument::Kind::field) return fmt::format("a{}[i]", number);
    if (argument.kind == Argument::Kind::number && argument.number == Number::cell)
        return fmt::format("glint::studio::cell_of(i, a{})", number);
    if (argument.kind == Argument::Kind::number && argument.number == Number::index)
        return fmt::format("static_cast<{}>(i)", number_type(argument));
    return fmt::format("a{}", number);
}

std::string call(const Derived& derived) {
    std::string arguments;
    for (std::size_t i = 0; i < derived.arguments.size(); ++i)
        arguments += (i == 0 ? "" : ", ") + value_of(derived.arguments[i], i);
    // The kernel's own parameters hide functions of their names.
    return fmt::format("::{}({})", derived.function, arguments);
}

std::string_view join_of(Derived::Kind kind) {
    if (kind == Derived::Kind::minimum) return "Least";
    if (kind == Derived::Kind::maximum) return "Greatest";
    return "Sum";
}

/// Those of the function, each after a comma.
std::string parameters_of(const Declaration& declaration, const Derived& derived) {
    std::string parameters;
    for (std::size_t i = 0; i < derived.arguments.size(); ++i)
        parameters += fmt::format(", {} a{}", parameter(declaration, derived.arguments[i]), i);
    return parameters;
}

/// The function's value at `i`, as a monitor joins them.
std::string joined_value(const Derived& derived) {
    return fmt::format("[&](unsigned long long i) {{ return static_cast<{}>({}({})); }}",
                       accumulator(derived.type), is_half(derived.type) ? "static_cast<float>" : "",
                       call(derived));
}

std::string kernel_text(const Declaration& declaration, std::size_t index) {
    const Derived& derived = declaration.derived[index];
    const std::string result(derived.is_monitor() ? accumulator(derived.type) : derived.type.name);
    const std::string parameters = fmt::format("unsigned long long count, {}* values{}", result,
                                               parameters_of(declaration, derived));
    const std::string body =
        derived.is_monitor()
            ? fmt::format("glint::studio::reduce<glint::studio::{}>(count, values, {});",
                          join_of(derived.kind), joined_value(derived))
            : fmt::format(
                  "const unsigned long long i = glint::studio::element();\n"
                  "    if (i < count) values[i] = {};",
                  call(derived));
    return fmt::format("extern \"C\" __global__ void {}({}) {{\n    {}\n}}\n",
                       generated_kernel(index), parameters, body);
}

std::string finder_text(const Declaration& declaration, std::size_t index) {
    const Derived& derived = declaration.derived[index];
    return fmt::format(
        "extern \"C\" __global__ void {}(unsigned long long count, unsigned long long* lowest, "
        "double wanted{}) {{\n    glint::studio::find_value(count, lowest, wanted, {});\n}}\n",
        generated_finder(index), parameters_of(declaration, derived), joined_value(derived));
}

}  // namespace

std::string generated_kernel(std::size_t derived) {
    return fmt::format("glint_derived_{}", derived);
}

std::string generated_finder(std::size_t derived) {
    return fmt::format("glint_finder_{}", derived);
}

std::string generated_text(const std::string& file, const Reading& reading) {
    const Declaration& declaration = reading.declaration;
    std::string text = fmt::format("\n#line 1 {}\n#include <studio/derived.cuh>\n",
                                   quoted(file + " (what glint adds)"));
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        text += kernel_text(declaration, i);
        if (declaration.derived[i].is_extreme()) text += finder_text(declaration, i);
    }
    return text + layouts(file, declaration) + questions(file, reading);
}

}  // namespace glint::studio
