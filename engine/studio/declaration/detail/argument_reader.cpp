// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/argument_reader.hpp>

#include <algorithm>
#include <cctype>
#include <utility>

#include <fmt/format.h>

#include <glint/base/text.hpp>
#include <glint/studio/declaration/detail/numbers.hpp>

namespace glint::studio {
namespace {

constexpr std::string_view kNext = "_next";

/// Returns the prefixes with which a name refers to a structure: "slime_trail_" and "slimetrail_"
/// for the structure "SlimeTrail".
std::vector<std::string> prefixes(std::string_view structure) {
    std::string apart;
    for (const char c : structure) {
        const auto letter = static_cast<unsigned char>(c);
        if (std::isupper(letter) != 0 && !apart.empty() && apart.back() != '_') apart += '_';
        apart += static_cast<char>(std::tolower(letter));
    }
    return {text::lower_case(structure) + '_', apart + '_'};
}

/// Removes the prefix of a structure from a name: returns "width" for the name "trail_width" and
/// the structure "Trail". Returns an empty text if the name does not begin with the prefix.
std::string_view after_prefix(std::string_view name, std::string_view structure) {
    for (const std::string& prefix : prefixes(structure))
        if (name.starts_with(prefix)) return name.substr(prefix.size());
    return {};
}

std::string_view without_next(std::string_view name) {
    return name.ends_with(kNext) ? name.substr(0, name.size() - kNext.size()) : std::string_view();
}

/// Returns true if a parameter of type `to` may receive a number of type `from`. This is the case
/// if the types are equal, if `to` is wider, if the types are integers of the same size, or if
/// `from` is an integer type and `to` is float or double.
bool converts(const ElementType& from, const ElementType& to) {
    if (from == to) return true;
    if (!from.is_number() || !to.is_number()) return false;
    const ScalarType a = from.parts.front().scalar, b = to.parts.front().scalar;
    if (is_floating(a)) return is_floating(b) && size_of(b) > size_of(a);
    if (is_floating(b)) return size_of(b) >= 4;
    return b != ScalarType::boolean &&
           (size_of(b) > size_of(a) || a == ScalarType::boolean || size_of(b) == size_of(a));
}

std::string pointer_text(const Field& field, bool is_const) {
    return fmt::format("{}{}*", is_const ? "const " : "", field.type.name);
}

}  // namespace

void ArgumentReader::mistake(unsigned line, std::string message) {
    reading_.mistakes.push_back({line, std::move(message)});
}

const Field& ArgumentReader::field(const Argument& argument) const {
    return made_.structures[argument.structure].fields[argument.field];
}

std::vector<ArgumentReader::Place> ArgumentReader::places(std::string_view name) const {
    std::vector<Place> found;
    for (std::size_t i = 0; i < made_.structures.size(); ++i) {
        const Structure& structure = made_.structures[i];
        const std::string_view rest = after_prefix(name, structure.name);
        for (const std::string_view each : {name, rest})
            if (const Field* field = each.empty() ? nullptr : structure.find(each))
                found.push_back({i, static_cast<std::size_t>(field - structure.fields.data())});
    }
    return found;
}

std::vector<ArgumentReader::Place> ArgumentReader::places_of_pointer(
    const Variable& parameter) const {
    std::vector<Place> found = places(parameter.name);
    if (found.empty()) found = places(without_next(parameter.name));
    return found;
}

std::optional<std::size_t> ArgumentReader::find_structure(std::string_view name) const {
    const auto found = std::ranges::find(made_.structures, name, &Structure::name);
    if (found == made_.structures.end()) return std::nullopt;
    return static_cast<std::size_t>(found - made_.structures.begin());
}

std::vector<std::size_t> ArgumentReader::structures_used(const FunctionSyntax& kernel,
                                                         bool written) const {
    std::vector<std::size_t> used;
    const auto add = [&](std::size_t structure) {
        if (std::ranges::find(used, structure) == used.end()) used.push_back(structure);
    };
    for (const Variable& parameter : kernel.parameters) {
        if (parameter.pointers == 0) {
            if (const auto structure = find_structure(parameter.type)) add(*structure);
        } else if (parameter.is_const != written) {
            const auto found = places_of_pointer(parameter);
            if (found.size() == 1) add(found.front().structure);
        }
    }
    return used;
}

std::optional<std::size_t> ArgumentReader::structure_of(const FunctionSyntax& kernel,
                                                        const std::string& over,
                                                        unsigned note_line) {
    if (!over.empty()) {
        const auto found = find_structure(over);
        std::vector<std::string> known;
        for (const Structure& structure : made_.structures) known.push_back(structure.name);
        if (!found)
            mistake(note_line,
                    fmt::format("kernel '{1}' runs over structure '{0}', which was not found{2}",
                                over, kernel.name, text::did_you_mean(over, known)));
        return found;
    }
    const std::vector<std::size_t> written = structures_used(kernel, true);
    if (written.size() == 1 || (is_hosts_ && !written.empty())) return written.front();
    if (written.size() > 1) {
        mistake(kernel.line,
                fmt::format("kernel '{}' writes structures '{}' and '{}'. Specify the structure "
                            "that the kernel runs over, as in `over {}`",
                            kernel.name, made_.structures[written[0]].name,
                            made_.structures[written[1]].name, made_.structures[written[0]].name));
        return std::nullopt;
    }
    const std::vector<std::size_t> read = structures_used(kernel, false);
    if (read.size() == 1 || (is_hosts_ && !read.empty())) return read.front();
    if (made_.structures.size() == 1 || (is_hosts_ && !made_.structures.empty())) return 0;
    if (refuse_unknown_names(kernel)) return std::nullopt;
    if (made_.structures.empty())
        mistake(kernel.line,
                fmt::format("kernel '{}' has no state structure to run over", kernel.name));
    else
        mistake(kernel.line, fmt::format("kernel '{}' writes no field. Specify the structure that "
                                         "the kernel runs over, as in `over {}`",
                                         kernel.name, made_.structures.front().name));
    return std::nullopt;
}

bool ArgumentReader::refuse_unknown_names(const FunctionSyntax& function) {
    const std::size_t before = reading_.mistakes.size();
    for (const Variable& parameter : function.parameters)
        if (places_of_pointer(parameter).empty() && !read_struct(parameter) &&
            !known_number(parameter.name))
            refuse_unknown(parameter);
    return reading_.mistakes.size() > before;
}

std::optional<std::size_t> ArgumentReader::structure_of_fields(const FunctionSyntax& function) {
    std::vector<std::size_t> used;
    for (const Variable& parameter : function.parameters) {
        const auto found = places(parameter.name);
        if (found.size() == 1 && std::ranges::find(used, found.front().structure) == used.end())
            used.push_back(found.front().structure);
    }
    if (used.size() == 1) return used.front();
    if (used.size() > 1) {
        mistake(function.line, fmt::format("function '{}' takes fields of '{}' and '{}', but the "
                                           "fields must belong to one structure",
                                           function.name, made_.structures[used[0]].name,
                                           made_.structures[used[1]].name));
        return std::nullopt;
    }
    for (const Variable& parameter : function.parameters)
        if (const auto found = places(parameter.name); found.size() > 1) {
            refuse_ambiguous(parameter, found);
            return std::nullopt;
        }
    const bool takes_place = std::ranges::any_of(function.parameters, [&](const Variable& each) {
        const auto number = known_number(each.name);
        return number && is_of_element(*number);
    });
    if (takes_place && made_.structures.size() == 1) return 0;
    if (!refuse_unknown_names(function))
        mistake(function.line, fmt::format("function '{}' has no parameter with the name of a "
                                           "field, so it receives no field values",
                                           function.name));
    return std::nullopt;
}

std::vector<Argument> ArgumentReader::of_kernel(const FunctionSyntax& kernel,
                                                const DeclaredPass& pass) {
    std::vector<Argument> arguments;
    for (const Variable& parameter : kernel.parameters)
        if (auto argument = read(parameter, pass)) {
            argument->line = parameter.line;
            arguments.push_back(*argument);
        }
    check_written_once(kernel, arguments);
    return arguments;
}

std::vector<Argument> ArgumentReader::of_function(const FunctionSyntax& function,
                                                  std::size_t over) {
    std::vector<Argument> arguments;
    for (const Variable& parameter : function.parameters) {
        if (parameter.pointers > 0) {
            mistake(parameter.line,
                    fmt::format("function '{}' takes field values, not pointers. Write `{} {}`",
                                function.name, parameter.type, parameter.name));
            continue;
        }
        auto argument = places(parameter.name).empty() ? read_value(parameter, over)
                                                       : read_field_value(parameter, over);
        if (!argument) continue;
        if (argument->kind == Argument::Kind::structure) {
            mistake(
                parameter.line,
                fmt::format(
                    "function '{}' takes the field values of one element, not the structure '{}'",
                    function.name, parameter.type));
            continue;
        }
        argument->line = parameter.line;
        arguments.push_back(*argument);
    }
    return arguments;
}

std::optional<Argument> ArgumentReader::read(const Variable& parameter, const DeclaredPass& pass) {
    if (parameter.name.empty()) {
        mistake(parameter.line,
                fmt::format("a parameter of type '{}' has no name", parameter.type));
        return std::nullopt;
    }
    if (parameter.pointers == 1) return read_pointer(parameter, pass);
    if (parameter.pointers == 0 && !parameter.is_reference) return read_value(parameter, pass.over);
    mistake(
        parameter.line,
        fmt::format("parameter '{}' is neither a value nor a pointer to elements", parameter.name));
    return std::nullopt;
}

std::optional<Argument> ArgumentReader::read_pointer(const Variable& parameter,
                                                     const DeclaredPass& pass) {
    std::vector<Place> found = places(parameter.name);
    const bool is_next = found.empty();
    if (is_next) found = places(without_next(parameter.name));
    if (found.empty()) {
        if (!known_number(parameter.name)) return read_unknown(parameter);
        mistake(parameter.line,
                fmt::format("parameter '{}' must be a number, not a pointer", parameter.name));
        return std::nullopt;
    }
    const auto place = choose(parameter, found, pass.over);
    if (!place) return std::nullopt;
    Argument argument{.structure = place->structure, .field = place->field};
    argument.kind = is_next              ? Argument::Kind::next
                    : parameter.is_const ? Argument::Kind::field
                                         : Argument::Kind::in_place;
    check_pointer(parameter, argument);
    return argument;
}

std::optional<ArgumentReader::Place> ArgumentReader::choose(const Variable& parameter,
                                                            const std::vector<Place>& found,
                                                            std::size_t over) {
    if (found.size() == 1) return found.front();
    for (const Place& place : found)
        if (place.structure == over) return place;
    refuse_ambiguous(parameter, found);
    return std::nullopt;
}

void ArgumentReader::refuse_ambiguous(const Variable& parameter, const std::vector<Place>& found) {
    const std::string& first = made_.structures[found[0].structure].name;
    mistake(parameter.line, fmt::format("both '{}' and '{}' have a field '{}'. Write '{}{}'", first,
                                        made_.structures[found[1].structure].name, parameter.name,
                                        prefixes(first).back(), parameter.name));
}

void ArgumentReader::check_pointer(const Variable& parameter, const Argument& argument) {
    const Field& to = field(argument);
    if (argument.kind == Argument::Kind::next && parameter.is_const)
        mistake(parameter.line,
                fmt::format("'{}' receives the next values of '{}', so its type must not be const. "
                            "Write `{} {}`",
                            parameter.name, to.name, pointer_text(to, false), parameter.name));
    const ElementType* type = types_.find(parameter.type);
    if (type && *type == to.type) return;
    const std::string wrong = fmt::format("the type of '{}' must be `{}`, not `{}{}*`",
                                          parameter.name, pointer_text(to, parameter.is_const),
                                          parameter.is_const ? "const " : "", parameter.type);
    if (type || syntax_.find_struct(parameter.type))
        mistake(parameter.line, wrong);
    else
        reading_.questions.push_back({.scope = {},
                                      .written = parameter.type,
                                      .expected = to.type.name,
                                      .otherwise = {parameter.line, wrong}});
}

std::optional<Argument> ArgumentReader::read_value(const Variable& parameter, std::size_t over) {
    if (auto argument = read_struct(parameter)) return argument;
    if (auto argument = read_number(parameter, over)) return argument;
    return std::nullopt;
}

std::optional<Argument> ArgumentReader::read_struct(const Variable& parameter) {
    const std::string type = types_.plain(parameter.type);
    if (const auto structure = find_structure(type))
        return Argument{.kind = Argument::Kind::structure, .structure = *structure};
    const auto set = std::ranges::find(made_.parameters, type, &ParameterSet::struct_name);
    if (set == made_.parameters.end()) return std::nullopt;
    return Argument{.kind = Argument::Kind::parameters,
                    .parameters = static_cast<std::size_t>(set - made_.parameters.begin())};
}

std::optional<Argument> ArgumentReader::read_number(const Variable& parameter, std::size_t over) {
    if (const auto number = known_number(parameter.name))
        return number_of(parameter, *number, over);
    for (std::size_t i = 0; i < made_.structures.size(); ++i) {
        const auto number = find_number(after_prefix(parameter.name, made_.structures[i].name));
        if (number && is_extent(*number)) return number_of(parameter, *number, i);
    }
    if (const auto found = places_of_pointer(parameter); !found.empty()) {
        const Field& meant = made_.structures[found.front().structure].fields[found.front().field];
        mistake(parameter.line,
                fmt::format("'{}' is a field, so the type of the parameter must be `{}` or `{}`",
                            parameter.name, pointer_text(meant, true), pointer_text(meant, false)));
        return std::nullopt;
    }
    return read_unknown(parameter);
}

std::optional<Argument> ArgumentReader::number_of(const Variable& parameter, Number number,
                                                  std::size_t structure) {
    const Structure& of = made_.structures[structure];
    if (!of.extents.empty() && refuse_dimension(parameter, number, of)) return std::nullopt;
    const ElementType* type = types_.find(parameter.type);
    if (!type || !can_be(number, *type)) {
        mistake(parameter.line, fmt::format("'{}' must be of type {}, not '{}'", parameter.name,
                                            types_of(number), parameter.type));
        return std::nullopt;
    }
    return Argument{.kind = Argument::Kind::number,
                    .structure = structure,
                    .number = number,
                    .scalar = type->parts.front().scalar,
                    .components = type->parts.front().components};
}

/// Returns true, and adds a mistake, in two cases: if the structure `of` does not have the number,
/// such as `depth` in a 2D grid, or if a `cell` parameter and the grid differ in dimension.
bool ArgumentReader::refuse_dimension(const Variable& parameter, Number number,
                                      const Structure& of) {
    const std::size_t before = reading_.mistakes.size();
    if (is_extent(number) && !has_extent(number, of.extents.size()))
        mistake(parameter.line,
                of.is_list()
                    ? fmt::format("'{}' is an extent of a grid, but '{}' is a list. Use `count`",
                                  parameter.name, of.name)
                    : fmt::format(
                          "'{}' is not an extent of '{}', which is a {}-dimensional grid with the "
                          "extents {}",
                          parameter.name, of.name, of.extents.size(),
                          of.extents.size() == 3 ? "width, height and depth" : "width and height"));
    const ElementType* const type = types_.find(parameter.type);
    if (number == Number::cell && of.is_list())
        mistake(parameter.line,
                fmt::format("'cell' is a position in a grid, but '{}' is a list. Write `int index`",
                            of.name));
    else if (number == Number::cell && type && can_be(number, *type) &&
             type->parts.front().components != of.extents.size())
        mistake(parameter.line,
                fmt::format(
                    "the type of 'cell' must be `int{0}`, because '{1}' is a {0}-dimensional grid",
                    of.extents.size(), of.name));
    return reading_.mistakes.size() > before;
}

/// Returns the built-in value with this name, or nullopt. For kernels, `cell` and `index` are not
/// built-in values, because a kernel computes the position of its element.
std::optional<Number> ArgumentReader::known_number(std::string_view name) const {
    const auto number = find_number(name);
    if (number && is_of_element(*number) && of_ != Of::function) return std::nullopt;
    return number;
}

std::optional<Argument> ArgumentReader::read_field_value(const Variable& parameter,
                                                         std::size_t over) {
    const auto place = choose(parameter, places(parameter.name), over);
    if (!place) return std::nullopt;
    const Argument argument{.structure = place->structure, .field = place->field};
    const Field& of = field(argument);
    const ElementType* type = types_.find(parameter.type);
    const std::string wrong = fmt::format("'{}' must be of type {}, not '{}'", parameter.name,
                                          of.type.name, parameter.type);
    if (!type && !syntax_.find_struct(parameter.type))
        reading_.questions.push_back({.scope = {},
                                      .written = parameter.type,
                                      .expected = of.type.name,
                                      .otherwise = {parameter.line, wrong}});
    else if (!type || !converts(of.type, *type))
        mistake(parameter.line, wrong);
    return argument;
}

void ArgumentReader::check_written_once(const FunctionSyntax& kernel,
                                        const std::vector<Argument>& arguments) {
    for (const Argument& next : arguments) {
        if (next.kind != Argument::Kind::next) continue;
        for (const Argument& other : arguments)
            if (other.kind == Argument::Kind::in_place && other.structure == next.structure &&
                other.field == next.field)
                mistake(
                    next.line,
                    fmt::format("kernel '{0}' writes both '{1}' and '{1}_next'. Make '{1}' const",
                                kernel.name, field(next).name));
    }
}

std::vector<std::string> ArgumentReader::known_names() const {
    std::vector<std::string> known;
    for (const std::string_view number : number_names())
        if (known_number(number)) known.emplace_back(number);
    for (const Structure& structure : made_.structures)
        for (const Field& each : structure.fields) {
            known.push_back(each.name);
            known.push_back(each.name + std::string(kNext));
        }
    return known;
}

std::optional<Argument> ArgumentReader::read_unknown(const Variable& parameter) {
    if (is_hosts_) return Argument{.kind = Argument::Kind::host, .name = parameter.name};
    refuse_unknown(parameter);
    return std::nullopt;
}

void ArgumentReader::refuse_unknown(const Variable& parameter) {
    if (find_number(parameter.name))
        return mistake(parameter.line, fmt::format("'{0}' is available only in functions of field "
                                                   "values. In a kernel, call `glint::{0}()`",
                                                   parameter.name));
    const std::string_view base = without_next(parameter.name);
    if (!base.empty())
        return mistake(
            parameter.line,
            fmt::format("the field '{}' for parameter '{}' was not found{}", base, parameter.name,
                        text::did_you_mean(parameter.name, known_names())));
    mistake(parameter.line,
            fmt::format("parameter '{}' is neither a field nor a built-in number{}", parameter.name,
                        text::did_you_mean(parameter.name, known_names())));
}

}  // namespace glint::studio
