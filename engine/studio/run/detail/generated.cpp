// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/generated.hpp>

#include <algorithm>
#include <set>

#include <fmt/format.h>

namespace glint::studio {
namespace {

/// Returns the text as a string literal.
std::string quoted(const std::string& text) {
    std::string literal = "\"";
    for (const char c : text) {
        if (c == '\n' || c == '\r') {  // file names may contain line breaks
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

/// Returns static assertions that the compiler's layout of structs equals the layout that glint has
/// computed from the text.
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
                    quoted(fmt::format("{}the layout of struct '{}' is not supported. Write its "
                                       "members as plain numbers and vectors",
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

/// Returns the 64-bit type in which the values of a monitor are accumulated.
std::string_view accumulator(const ElementType& type) {
    const ScalarType scalar = type.parts.front().scalar;
    if (is_floating(scalar)) return cuda_name(ScalarType::f64);
    return cuda_name(scalar == ScalarType::u64 ? ScalarType::u64 : ScalarType::i64);
}

/// Returns the C++ expression for argument number `number` of the function, at the element of the
/// kernel's thread.
std::string argument_code(const Argument& argument, std::size_t number) {
    if (argument.kind == Argument::Kind::field) return fmt::format("a{}[glint_index]", number);
    if (!argument.is_of_element()) return fmt::format("a{}", number);
    if (argument.number == Number::cell)
        return fmt::format("glint_element.cell{}()", argument.components);
    return fmt::format("static_cast<{}>(glint_index)", number_type(argument));
}

std::string call(const Derived& derived) {
    std::string arguments;
    for (std::size_t i = 0; i < derived.arguments.size(); ++i)
        arguments += (i == 0 ? "" : ", ") + argument_code(derived.arguments[i], i);
    // Without "::", the kernel's own parameters would hide functions with the same name.
    return fmt::format("::{}({})", derived.function, arguments);
}

std::string_view join_of(Derived::Kind kind) {
    if (kind == Derived::Kind::minimum) return "Least";
    if (kind == Derived::Kind::maximum) return "Greatest";
    return "Sum";
}

/// Returns the declarations of the kernel's parameters for the function's arguments, each after a
/// comma. The parameters `cell` and `index` are left out.
std::string parameters_of(const Declaration& declaration, const Derived& derived) {
    std::string parameters;
    for (std::size_t i = 0; i < derived.arguments.size(); ++i)
        if (!derived.arguments[i].is_of_element())
            parameters += fmt::format(", {} a{}", parameter(declaration, derived.arguments[i]), i);
    return parameters;
}

/// Returns the source of the kernel that computes the function for each element.
std::string kernel_text(const Declaration& declaration, std::size_t index) {
    const Derived& derived = declaration.derived[index];
    return fmt::format(
        "extern \"C\" __global__ void {}(glint::studio::Extents glint_extents, "
        "{}* glint_values{}) {{\n"
        "    const glint::studio::Element glint_element;\n"
        "    if (!glint_element.is_in(glint_extents)) return;\n"
        "    const unsigned long long glint_index = glint_element.index_in(glint_extents);\n"
        "    glint_values[glint_index] = {};\n}}\n",
        generated_kernel(index), derived.type.name, parameters_of(declaration, derived),
        call(derived));
}

/// Returns the C++ expression for the value at index `i`, converted to the accumulator's type.
std::string joined_value(const Derived& derived) {
    return fmt::format(
        "[&](unsigned long long i) {{ return static_cast<{}>({}(glint_values[i])); }}",
        accumulator(derived.type), is_half(derived.type) ? "static_cast<float>" : "");
}

std::string joiner_text(const Declaration& declaration, std::size_t index) {
    const Derived& derived = declaration.derived[index];
    return fmt::format(
        "extern \"C\" __global__ void {}(unsigned long long glint_count, const {}* glint_values, "
        "{}* glint_results) {{\n"
        "    glint::studio::reduce<glint::studio::{}>(glint_count, glint_results, {});\n}}\n",
        generated_joiner(declaration, index), derived.type.name, accumulator(derived.type),
        join_of(derived.kind), joined_value(derived));
}

std::string finder_text(const Declaration& declaration, std::size_t index) {
    const Derived& derived = declaration.derived[index];
    return fmt::format(
        "extern \"C\" __global__ void {}(unsigned long long glint_count, const {}* glint_values, "
        "unsigned long long* glint_lowest, double glint_wanted) {{\n"
        "    glint::studio::find_value(glint_count, glint_lowest, glint_wanted, {});\n}}\n",
        generated_finder(declaration, index), derived.type.name, joined_value(derived));
}

/// Returns the index of the first monitor that needs the same kernel as monitor `index`.
template <class IsAlike>
std::size_t first_equivalent(const Declaration& declaration, std::size_t index, IsAlike is_alike) {
    const Derived& derived = declaration.derived[index];
    const auto found = std::ranges::find_if(declaration.derived, [&](const Derived& other) {
        return other.is_monitor() && other.type == derived.type && is_alike(other, derived);
    });
    return static_cast<std::size_t>(found - declaration.derived.begin());
}

}  // namespace

std::string generated_kernel(std::size_t derived) {
    return fmt::format("glint_derived_{}", derived);
}

std::string generated_joiner(const Declaration& declaration, std::size_t derived) {
    const auto is_same_join = [](const Derived& a, const Derived& b) {
        return join_of(a.kind) == join_of(b.kind);
    };
    return fmt::format("glint_joiner_{}", first_equivalent(declaration, derived, is_same_join));
}

std::string generated_finder(const Declaration& declaration, std::size_t derived) {
    const auto is_extreme = [](const Derived& a, const Derived&) { return a.is_extreme(); };
    return fmt::format("glint_finder_{}", first_equivalent(declaration, derived, is_extreme));
}

std::string generated_text(const std::string& file, const Reading& reading) {
    const Declaration& declaration = reading.declaration;
    std::string text = fmt::format("\n#line 1 {}\n#include <studio/derived.cuh>\n",
                                   quoted(file + " (added by glint)"));
    std::set<std::string> done;
    for (std::size_t i = 0; i < declaration.derived.size(); ++i) {
        const Derived& derived = declaration.derived[i];
        text += kernel_text(declaration, i);
        if (derived.is_monitor() && done.insert(generated_joiner(declaration, i)).second)
            text += joiner_text(declaration, i);
        if (derived.is_extreme() && done.insert(generated_finder(declaration, i)).second)
            text += finder_text(declaration, i);
    }
    return text + layouts(file, declaration) + questions(file, reading);
}

}  // namespace glint::studio
