// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/read_declaration.hpp>

#include <algorithm>
#include <array>
#include <optional>
#include <set>

#include <fmt/format.h>

#include <glint/base/byte_order_mark.hpp>
#include <glint/base/text.hpp>
#include <glint/compiler/detail/reflection.hpp>
#include <glint/studio/declaration/detail/annotation.hpp>
#include <glint/studio/declaration/detail/argument_reader.hpp>
#include <glint/studio/declaration/detail/check_references.hpp>
#include <glint/studio/declaration/detail/element_types.hpp>
#include <glint/studio/declaration/detail/numbers.hpp>
#include <glint/studio/declaration/detail/parameter_extent.hpp>
#include <glint/studio/declaration/detail/syntax.hpp>

namespace glint::studio {
namespace {

class Reader {
public:
    Reader(std::string file, std::string_view source, const ReadOptions& options)
        : file_(std::move(file)),
          source_(source),
          options_(options),
          syntax_(read_syntax(source)),
          types_(syntax_),
          last_line_(static_cast<unsigned>(std::ranges::count(source, '\n')) + 1) {}

    Reading read() {
        for (const Note* note : syntax_.notes) read_file_note(*note);
        for (const FunctionSyntax& function : syntax_.functions)
            for (const Note* note : function.notes)
                if (is_file_note(*note)) read_file_note(*note);
        require_title();
        for (const StructSyntax& found : syntax_.structs) read_structure(found);
        for (const StructSyntax& found : syntax_.structs) read_parameters(found);
        for (const Structure& structure : made().structures) check_extents(structure);
        for (const FunctionSyntax& function : syntax_.functions) read_function(function);
        check_groups();
        check_steps_at_once();
        check_drawn_fields();
        check_references(reading_);
        for (const StrayNote& stray : syntax_.stray_notes) read_stray_note(stray);
        sort_mistakes();
        return std::move(reading_);
    }

private:
    Declaration& made() { return reading_.declaration; }

    template <class... Arguments>
    void mistake(unsigned line, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
        reading_.mistakes.push_back(
            {line, fmt::format(format, std::forward<Arguments>(arguments)...)});
    }

    /// Calls `read` for an annotation. If that fails, adds a mistake and returns nullopt.
    template <class Read>
    auto try_read(const Note& note, const Read& read) -> std::optional<decltype(read(note.text))> {
        try {
            return read(note.text);
        } catch (const AnnotationError& error) {
            mistake(note.line, "{}", error.reason);
            return std::nullopt;
        }
    }

    static bool is_file_note(const Note& note) {
        try {
            return is_of_file(read_word(note.text));
        } catch (const AnnotationError&) {
            return false;
        }
    }

    void read_file_note(const Note& note) {
        const auto word = try_read(note, read_word);
        if (!word) return;
        if (!is_of_file(*word))
            return mistake(note.line, "'{}' must be on a line above a {} function",
                           to_string(*word), is_of_kernel(*word) ? "__global__" : "__device__");
        if (!note.has_own_line)
            return mistake(note.line, "'{}' must be on a line of its own", to_string(*word));
        if (!seen_.insert(*word).second)
            return mistake(note.line, "'{}' appears twice in this file", to_string(*word));
        if (*word == Word::simulation) set_title(note);
        if (*word == Word::dt) set_time_step(note);
        if (*word == Word::frame)
            if (const auto steps = try_read(note, read_frame)) made().steps_per_frame = *steps;
    }
    /// Reads an annotation inside of braces that does not belong to a member of a struct. Only
    /// annotations of the whole file are allowed there.
    void read_stray_note(const StrayNote& stray) {
        const Note& note = *stray.note;
        if (is_file_note(note)) return read_file_note(note);
        if (stray.keyword != "struct")
            return mistake(
                note.line,
                "annotations of members must be in a `struct NAME {{ ... }};`, not in this `{}`",
                stray.keyword);
        if (note.has_own_line)
            return mistake(note.line,
                           "the annotation of a member must be on the same line as the member");
        if (std::ranges::count(reading_.mistakes, note.line, &Mistake::line) == 0)
            mistake(note.line, "this annotation does not belong to a field or a parameter");
    }
    void set_title(const Note& note) {
        const auto first = std::ranges::find_if(syntax_.functions, &FunctionSyntax::is_kernel);
        if (first != syntax_.functions.end() && first->line < note.line)
            mistake(note.line, "the line `//@ simulation` must be above the first kernel");
        if (auto read = try_read(note, read_title)) {
            made().title = std::move(read->title);
            made().help = std::move(read->help);
        }
    }
    void set_time_step(const Note& note) {
        if (auto read = try_read(note, read_time_step)) {
            made().dt = read->dt;
            made().dt_unit = std::move(read->unit);
        }
    }
    void require_title() {
        if (!seen_.contains(Word::simulation))
            mistake(1, "the line `//@ simulation \"TITLE\"` is missing");
    }

    static bool has_noted_pointers(const StructSyntax& found) {
        return std::ranges::any_of(found.members,
                                   [](const Variable& v) { return v.note && v.pointers > 0; });
    }

    void read_structure(const StructSyntax& found) {
        if (!found.note && !has_noted_pointers(found)) return;
        if (found.note && is_file_note(*found.note)) return read_file_note(*found.note);
        Structure structure{.name = found.name, .line = found.note ? found.note->line : found.line};
        if (found.note) {
            if (auto read = try_read(*found.note, read_struct_annotation)) {
                structure.extents = std::move(read->extents);
                structure.cell_size = read->cell_size;
                structure.cell_unit = std::move(read->cell_unit);
                structure.origin = read->origin;
                structure.wraps = read->wraps;
                structure.y_is_down = read->y_is_down;
            }
        } else {
            mistake(found.line,
                    "'{}' has fields but no extents. Write `struct {} {{  //@ WIDTH x HEIGHT`",
                    found.name, found.name);
        }
        for (const Variable& member : found.members) read_field(structure, member);
        if (found.members.empty()) mistake(found.line, "structure '{}' has no fields", found.name);
        made().structures.push_back(std::move(structure));
    }

    void read_field(Structure& structure, const Variable& member) {
        Field field{.name = member.name, .line = member.line};
        if (member.note) {
            if (auto display = try_read(*member.note, read_display))
                field.display = std::move(*display);
        }
        if (member.pointers != 1 || member.is_reference || member.array != 0)
            return mistake(member.line, "a field must be an array. Write `{}* {}`", member.type,
                           member.name);
        if (member.is_const)
            mistake(member.line, "field '{}' must not be const, because kernels write it",
                    member.name);
        const ElementType* type = types_.find(member.type);
        if (!type)
            return mistake(member.line,
                           "field '{}' cannot have elements of type '{}'. Use bool, an integer, "
                           "half, bfloat16, float, double, a vector of 2 to 4 of these, or a "
                           "struct of these that this file defines",
                           member.name, member.type);
        field.type = *type;
        check_name(structure, field);
        check_view(structure, field);
        structure.fields.push_back(std::move(field));
    }

    void check_name(const Structure& structure, const Field& field) {
        const auto number = find_number(field.name);
        bool is_taken = number && has_extent(*number, structure.extents.size());
        for (const Extent& extent : structure.extents)
            if (const auto* name = std::get_if<std::string>(&extent))
                is_taken = is_taken || parameter_extent(*name)->name == field.name;
        if (is_taken) mistake(field.line, "field '{}' has the same name as an extent", field.name);
    }

    void check_view(const Structure& structure, const Field& field) {
        if (!field.display || structure.extents.empty()) return;
        const View view = field.display->view;
        const ElementType& type = field.type;
        const bool is_number = type.is_number(), is_place = type.is_vector();
        if (type.is_struct && view != View::none)
            mistake(field.line,
                    "field '{}' contains structs, which have no view. Write a `//@ show` function",
                    field.name);
        else if ((view == View::volume || view == View::surface) &&
                 (structure.extents.size() != 3 || !is_number))
            mistake(field.line, "a {} can show only scalars on a 3D grid",
                    view == View::volume ? "volume" : "surface");
        else if ((shows_places(view) || view == View::arrows) && !is_place)
            mistake(field.line, "{} can show only vectors of 2 to 4 numbers, not '{}'",
                    view == View::arrows ? "arrows" : "points", type.name);
        else if (view == View::image && structure.is_list())
            mistake(field.line, "an image can show only a grid, but '{}' is a list",
                    structure.name);
    }

    bool is_structure(std::string_view name) {
        return std::ranges::find(made().structures, name, &Structure::name) !=
               made().structures.end();
    }

    // A struct holds parameters if a function takes it, or if it has annotated members and is not a
    // member of another parameter struct. A struct for elements of fields does not hold parameters.
    void read_parameters(const StructSyntax& found) {
        if (is_structure(found.name) || is_element(found)) return;
        if (!is_passed(found.name) && (!is_noted(found) || is_part(found))) return;
        std::vector<compiler::ParameterMistake> wrong;
        try {
            made().parameters.push_back(
                compiler::reflect_parameters(file_, source_, found.name, wrong));
        } catch (const Error& error) {
            mistake(found.line, "{}", error.reason());
        }
        for (const compiler::ParameterMistake& one : wrong)
            mistake(std::min(static_cast<unsigned>(one.line), last_line_), "{}", one.reason);
    }
    static bool is_noted(const StructSyntax& found) {
        return std::ranges::any_of(found.members,
                                   [](const Variable& member) { return member.note != nullptr; });
    }
    static constexpr unsigned kDeepest = 32;
    /// True if a parameter struct has members of this type.
    bool is_part(const StructSyntax& found, unsigned depth = 0) {
        return std::ranges::any_of(syntax_.structs, [&](const StructSyntax& other) {
            if (!has_member(other, found.name)) return false;
            return is_passed(other.name) || is_noted(other) ||
                   (depth < kDeepest && is_part(other, depth + 1));
        });
    }
    /// True if the elements of a field, or members of the elements, have this type.
    bool is_element(const StructSyntax& found, unsigned depth = 0) {
        return std::ranges::any_of(syntax_.structs, [&](const StructSyntax& other) {
            if (!has_member(other, found.name)) return false;
            return is_structure(other.name) || (depth < kDeepest && is_element(other, depth + 1));
        });
    }
    bool has_member(const StructSyntax& of, std::string_view type) {
        return std::ranges::any_of(
            of.members, [&](const Variable& member) { return types_.plain(member.type) == type; });
    }
    bool is_passed(std::string_view name) {
        return std::ranges::any_of(syntax_.functions, [&](const FunctionSyntax& function) {
            if (!function.is_kernel && function.notes.empty()) return false;
            return std::ranges::any_of(function.parameters, [&](const Variable& v) {
                return v.pointers == 0 && types_.plain(v.type) == name;
            });
        });
    }

    void check_extents(const Structure& structure) {
        std::vector<std::string> known;
        std::set<std::string, std::less<>> others;
        for (const ParameterSet& set : made().parameters) {
            for (const Parameter& parameter : set.list()) {
                if (parameter.type == ScalarType::i32 && parameter.components == 1 &&
                    parameter.choices.empty())
                    known.push_back(parameter.name);
                else
                    others.insert(parameter.name);
            }
        }
        for (const Extent& extent : structure.extents) {
            const auto* text = std::get_if<std::string>(&extent);
            if (!text) continue;
            const std::string name = parameter_extent(*text)->name;
            if (std::ranges::find(known, name) != known.end()) continue;
            if (others.contains(name))
                mistake(structure.line, "extent '{}' of '{}' must be a plain int parameter", name,
                        structure.name);
            else
                mistake(structure.line, "extent '{}' of '{}' is not an int parameter{}", name,
                        structure.name, text::did_you_mean(name, known));
        }
    }

    // ---- functions ----

    void read_function(const FunctionSyntax& function) {
        bool runs = false;
        for (const Note* note : function.notes) {
            if (is_file_note(*note)) continue;
            runs = true;
            const auto word = try_read(*note, read_word);
            if (!word) continue;
            if (is_of_kernel(*word) != function.is_kernel ||
                (!function.is_kernel && !function.is_device))
                mistake(note->line, "'{}' must be above a {} function, which '{}' is not",
                        to_string(*word), is_of_kernel(*word) ? "__global__" : "__device__",
                        function.name);
            else if (function.is_template)
                mistake(function.line, "'{}' is a template, so it is unclear which instance to run",
                        function.name);
            else if (function.is_kernel)
                read_pass(function, *note);
            else
                read_derived(function, *note);
        }
        if (!function.is_kernel || runs || function.is_template || is_annotated_elsewhere(function))
            return;
        if (options_.has_host)
            add_pass(function, {.role = Role::by_host}, function.line);
        else
            mistake(function.line, "kernel '{}' never runs. Write `//@ step` above the kernel",
                    function.name);
    }
    /// True if another declaration of the kernel is annotated or comes first.
    bool is_annotated_elsewhere(const FunctionSyntax& function) {
        return std::ranges::any_of(syntax_.functions, [&](const FunctionSyntax& other) {
            return other.is_kernel && other.name == function.name && &other != &function &&
                   (!other.notes.empty() || &other < &function);
        });
    }

    void read_pass(const FunctionSyntax& function, const Note& note) {
        if (const auto read = try_read(note, read_kernel_annotation))
            add_pass(function, *read, note.line);
    }

    void add_pass(const FunctionSyntax& function, const KernelAnnotation& read,
                  unsigned note_line) {
        using Of = ArgumentReader::Of;
        ArgumentReader arguments(reading_, syntax_, types_,
                                 read.role == Role::by_host ? Of::hosts_kernel : Of::kernel);
        DeclaredPass pass{.role = read.role,
                          .kernel = function.name,
                          .group = read.group,
                          .repeats = read.repeats,
                          .steps = read.steps,
                          .tiling = read.tiling,
                          .condition = read.condition,
                          .has_atomics = syntax_.uses_atomics(function),
                          .uses_blocks = syntax_.uses_blocks(function),
                          .line = function.line,
                          .note_line = note_line};
        const auto over = arguments.structure_of(function, read.over, note_line);
        if (!over) return;
        pass.over = *over;
        pass.arguments = arguments.of_kernel(function, pass);
        for (const Argument& argument : pass.arguments)
            if (argument.kind == Argument::Kind::next)
                made().structures[argument.structure].fields[argument.field].is_double_buffered =
                    true;
        made().passes.push_back(std::move(pass));
    }

    void read_derived(const FunctionSyntax& function, const Note& note) {
        const auto read = try_read(note, read_function_annotation);
        if (!read) return;
        ArgumentReader arguments(reading_, syntax_, types_, ArgumentReader::Of::function);
        const auto over = arguments.structure_of_fields(function);
        if (!over) return;
        std::vector<Argument> taken = arguments.of_function(function, *over);
        const ElementType* type = types_.find(function.result);
        const bool is_monitor = read->kind != Derived::Kind::show;
        if (!type || type->is_struct || (is_monitor && !type->is_number()))
            return mistake(
                function.line, "'{}' returns '{}', but {}", function.name, function.result,
                is_monitor ? "a monitor must return a number"
                           : "a `show` function must return a number or a vector of 2 to 4");
        made().derived.push_back({.kind = read->kind,
                                  .function = function.name,
                                  .over = *over,
                                  .type = *type,
                                  .display = read->display,
                                  .arguments = std::move(taken),
                                  .line = function.line});
    }

    // ---- consistency of the whole file ----

    void check_groups() {
        const auto& passes = made().passes;
        for (std::size_t i = 1; i < passes.size(); ++i) {
            const DeclaredPass &before = passes[i - 1], &here = passes[i];
            if (here.role == Role::step && before.role == Role::step && !here.group.empty() &&
                here.group == before.group && here.repeats != before.repeats)
                mistake(here.note_line,
                        "group \"{}\" has {} repetitions at kernel '{}', but {} at kernel '{}'",
                        here.group, before.repeats, before.kernel, here.repeats, here.kernel);
        }
    }

    /// Checks `steps` kernels, which compute several steps per launch instead of one.
    void check_steps_at_once() {
        const auto& passes = made().passes;
        const DeclaredPass* first = nullptr;
        for (const DeclaredPass& pass : passes) {
            if (pass.steps == 1) continue;
            if (first)
                mistake(pass.note_line,
                        "kernels '{}' and '{}' have `steps`, but only one kernel may have `steps`",
                        first->kernel, pass.kernel);
            first = &pass;
        }
        const bool has_single = std::ranges::any_of(passes, [](const DeclaredPass& pass) {
            return pass.role == Role::step && pass.steps == 1;
        });
        if (first && !has_single)
            mistake(first->note_line,
                    "kernel '{}' computes {} steps per launch, but no kernel computes a single "
                    "step. Write `//@ step` above another kernel",
                    first->kernel, first->steps);
    }

    /// Clears `is_state` of fields that `draw` kernels write. Other kernels must not use them.
    void check_drawn_fields() {
        for (const DeclaredPass& pass : made().passes) {
            if (pass.role != Role::draw) continue;
            for (const Argument& argument : pass.arguments) {
                if (argument.kind != Argument::Kind::in_place &&
                    argument.kind != Argument::Kind::next)
                    continue;
                Field& field = made().structures[argument.structure].fields[argument.field];
                if (const std::string user = user_of(argument); !user.empty())
                    mistake(argument.line,
                            "draw kernel '{}' must not write '{}', which kernel '{}' also uses",
                            pass.kernel, field.name, user);
                else
                    field.is_state = false;
            }
        }
        for (const Derived& derived : made().derived) check_monitored(derived);
    }
    /// Returns the first kernel, except `draw` kernels, that uses the field; "" if not found.
    std::string user_of(const Argument& drawn) {
        for (const DeclaredPass& pass : made().passes)
            if (pass.role != Role::draw)
                for (const Argument& argument : pass.arguments)
                    if (is_same_field(argument, drawn)) return pass.kernel;
        return {};
    }
    static bool is_same_field(const Argument& a, const Argument& b) {
        using Kind = Argument::Kind;
        const bool is_field =
            a.kind == Kind::field || a.kind == Kind::in_place || a.kind == Kind::next;
        return is_field && a.structure == b.structure && a.field == b.field;
    }
    void check_monitored(const Derived& derived) {
        if (!derived.is_monitor()) return;
        for (const Argument& argument : derived.arguments) {
            if (argument.kind != Argument::Kind::field) continue;
            const Field& field = made().structures[argument.structure].fields[argument.field];
            if (!field.is_state)
                mistake(
                    argument.line,
                    "a monitor cannot read field '{}', which is written only for displayed frames",
                    field.name);
        }
    }

    void sort_mistakes() {
        auto& all = reading_.mistakes;
        std::ranges::stable_sort(all, {}, &Mistake::line);
        all.erase(std::unique(all.begin(), all.end()), all.end());
    }

    std::string file_;
    std::string_view source_;
    ReadOptions options_;
    Syntax syntax_;
    ElementTypes types_;
    unsigned last_line_;
    std::set<Word> seen_;
    Reading reading_;
};

}  // namespace

Reading read_annotations(const std::string& file, std::string_view source,
                         const ReadOptions& options) {
    return Reader(file, without_byte_order_mark(source), options).read();
}

Declaration read_declaration(const std::string& file, std::string_view source,
                             const ReadOptions& options) {
    Reading reading = read_annotations(file, source, options);
    if (!reading.mistakes.empty()) throw DeclarationError(file, std::move(reading.mistakes));
    return std::move(reading.declaration);
}

}  // namespace glint::studio
