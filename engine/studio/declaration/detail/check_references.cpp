// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/detail/check_references.hpp>

#include <algorithm>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>

#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

class References {
public:
    explicit References(Reading& reading) : reading_(reading), made_(reading.declaration) {}

    void check() {
        for (std::size_t s = 0; s < made_.structures.size(); ++s)
            for (const Field& field : made_.structures[s].fields)
                if (field.display) check(*field.display, field.type, s, field.line);
        for (const Derived& derived : made_.derived)
            check(derived.display, derived.type, derived.over, derived.line);
        for (const DeclaredPass& pass : made_.passes)
            if (!pass.condition.empty()) check_condition(pass);
    }

private:
    template <class... Arguments>
    void mistake(unsigned line, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        reading_.mistakes.push_back(
            {line, fmt::format(format, std::forward<Arguments>(arguments)...)});
    }

    void check(const Display& display, const ElementType& type, std::size_t structure,
               unsigned line) {
        if (!display.colors.empty()) check_colors(display, structure, line);
        if (!display.over.empty()) check_over(display, type, line);
    }

    void check_colors(const Display& display, std::size_t structure, unsigned line) {
        if (!shows_places(display.view) && display.view != View::surface)
            return mistake(line, "'by {}' applies only to points, glow, liquids and surfaces",
                           display.colors);
        std::vector<std::string> known;
        for (const Field& field : made_.structures[structure].fields)
            if (field.display && !field.type.is_struct) known.push_back(field.name);
        for (const Derived& derived : made_.derived)
            if (derived.over == structure && !derived.is_monitor())
                known.push_back(derived.function);
        if (std::ranges::count(known, display.colors) == 0)
            mistake(line, "labeled field or `show` function '{}' not found in structure '{}'{}",
                    display.colors, made_.structures[structure].name,
                    text::did_you_mean(display.colors, known));
    }

    void check_over(const Display& display, const ElementType& type, unsigned line) {
        if (display.view != View::points && display.view != View::glow)
            return mistake(line, "'over {}' applies only to points and glow", display.over);
        std::vector<std::string> known;
        for (const Structure& structure : made_.structures)
            if (!structure.is_list()) known.push_back(structure.name);
        const auto found = std::ranges::find(made_.structures, display.over, &Structure::name);
        if (found == made_.structures.end())
            return mistake(line, "structure '{}' after 'over' not found{}", display.over,
                           text::did_you_mean(display.over, known));
        if (found->is_list())
            return mistake(
                line,
                "structure '{}' after 'over' is a list, but points can be drawn only over a grid",
                display.over);
        if (type.is_vector() && type.parts.front().components < found->extents.size())
            mistake(line, "positions over the 3D grid '{}' must have three components",
                    display.over);
    }

    void check_condition(const DeclaredPass& pass) {
        std::vector<std::string> known;
        for (const ParameterSet& set : made_.parameters)
            for (const Parameter& parameter : set.list())
                if (parameter.type == ScalarType::boolean && parameter.components == 1)
                    known.push_back(parameter.name);
        if (std::ranges::count(known, pass.condition) == 0)
            mistake(pass.note_line, "bool parameter '{}' after 'if' not found{}", pass.condition,
                    text::did_you_mean(pass.condition, known));
        if (pass.steps > 1)
            mistake(pass.note_line,
                    "'if' does not apply to a kernel that computes several steps per launch");
    }

    Reading& reading_;
    const Declaration& made_;
};

}  // namespace

void check_references(Reading& reading) { References(reading).check(); }

}  // namespace glint::studio
