// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/save_plan.hpp>

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/known_names.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/state/detail/column_names.hpp>

namespace glint::studio {
namespace {

/// A field or function that can be saved. Its name may include the name of its structure.
struct Candidate {
    std::string name;
    std::string full_name;
    SavedField field;
};

std::vector<Candidate> candidates(const Declaration& declaration) {
    std::vector<Candidate> all;
    for (std::size_t s = 0; s < declaration.structures.size(); ++s) {
        const Structure& structure = declaration.structures[s];
        for (std::size_t f = 0; f < structure.fields.size(); ++f) {
            const Field& field = structure.fields[f];
            const Display display = field.display.value_or(Display{});
            all.push_back({.name = field.name,
                           .full_name = declaration.full_name({s, f}),
                           .field = {.name = {},
                                     .full_name = {},
                                     .label = display.label,
                                     .unit = display.unit,
                                     .type = field.type,
                                     .structure = s,
                                     .field = f}});
        }
    }
    for (std::size_t d = 0; d < declaration.derived.size(); ++d) {
        const Derived& derived = declaration.derived[d];
        if (derived.is_monitor()) continue;
        all.push_back(
            {.name = derived.function,
             .full_name = declaration.structures[derived.over].name + '.' + derived.function,
             .field = {.name = {},
                       .full_name = {},
                       .label = derived.display.label,
                       .unit = derived.display.unit,
                       .type = derived.type,
                       .structure = derived.over,
                       .derived = d}});
    }
    return all;
}

std::string joined_by_or(const std::vector<std::string>& names) {
    if (names.size() < 2) return fmt::format("{}", fmt::join(names, ""));
    return fmt::format("{} or {}", fmt::join(std::span(names).first(names.size() - 1), ", "),
                       names.back());
}

class Planner {
public:
    Planner(const Declaration& declaration, FileFormat format)
        : declaration_(declaration), format_(format), all_(candidates(declaration)) {}

    SavePlan plan(std::span<const std::string> names) {
        for (const std::string& name : names) {
            const Candidate& found = find(name);
            require_fit(name, found);
            add_to_file(found);
        }
        for (SavedFile& file : plan_.files)
            if (file.format == FileFormat::vtp || file.format == FileFormat::ply) add_places(file);
        for (const SavedFile& file : plan_.files)
            if (file.format == FileFormat::ply || file.format == FileFormat::csv)
                require_different_columns(file);
        return std::move(plan_);
    }

private:
    [[noreturn]] static void refuse(ErrorCode code, std::string_view name,
                                    const std::string& reason) {
        throw Error(code, fmt::format("save '{}'", name), reason);
    }

    const Structure& structure_of(const Candidate& one) const {
        return declaration_.structures[one.field.structure];
    }

    const Candidate& find(std::string_view name) const {
        std::vector<const Candidate*> found;
        std::vector<std::string> known;
        for (const Candidate& one : all_) {
            if (one.full_name == name) return one;
            if (one.name == name) found.push_back(&one);
            known.push_back(one.name);
        }
        const auto is_of_first = [&](const Candidate* one) {
            return one->field.structure == found.front()->field.structure;
        };
        if (!found.empty() && std::ranges::all_of(found, is_of_first))
            return *found.front();  // a field takes precedence over a function with the same name
        if (found.empty())
            refuse(ErrorCode::not_found, name,
                   "field or function not found" + text::known_names(name, known));
        refuse(ErrorCode::not_found, name,
               fmt::format("both '{}' and '{}' have a field or function of this name. Write '{}'",
                           structure_of(*found.front()).name,
                           structure_of(**std::ranges::find_if_not(found, is_of_first)).name,
                           found.front()->full_name));
    }

    /// Returns the reason why the format cannot hold this field; empty if the format can hold it.
    std::string misfit(const Candidate& one, FileFormat format) const {
        const Structure& structure = structure_of(one);
        if (format == FileFormat::npy) return {};
        if (!structure.is_list())
            return format == FileFormat::vti
                       ? ""
                       : fmt::format("the values belong to the grid '{}'", structure.name);
        if (format == FileFormat::vti)
            return fmt::format("the values belong to the list '{}'", structure.name);
        if (format == FileFormat::csv) return {};
        if (!place_field(declaration_, one.field.structure))
            return fmt::format("the list '{}' has no field of positions that is drawn as points",
                               structure.name);
        const bool is_long = std::ranges::any_of(one.field.type.parts, [](const auto& part) {
            return part.scalar == ScalarType::i64 || part.scalar == ScalarType::u64;
        });
        if (format == FileFormat::ply && is_long) return "PLY does not support 64-bit integers";
        return {};
    }

    void require_fit(std::string_view name, const Candidate& one) const {
        const std::string reason = misfit(one, format_);
        if (reason.empty()) return;
        std::vector<std::string> fitting;
        for (std::size_t i = 0; i < kFileFormats.size(); ++i)
            if (misfit(one, static_cast<FileFormat>(i)).empty())
                fitting.emplace_back(kFileFormats[i]);
        throw Error(ErrorCode::invalid_argument,
                    fmt::format("save '{}' as {}", name, to_string(format_)),
                    fmt::format("{}. Use {}", reason, joined_by_or(fitting)));
    }

    /// Returns the index of the candidate in the plan. Adds the candidate if the plan does not have
    /// it.
    std::size_t add(const Candidate& one) {
        const auto is_same = [&](const SavedField& field) {
            return field.structure == one.field.structure && field.field == one.field.field &&
                   field.derived == one.field.derived;
        };
        const auto found = std::ranges::find_if(plan_.fields, is_same);
        if (found != plan_.fields.end())
            return static_cast<std::size_t>(found - plan_.fields.begin());
        SavedField field = one.field;
        const bool is_known = std::ranges::none_of(all_, [&](const Candidate& other) {
            return other.name == one.name && other.field.structure != one.field.structure;
        });
        field.name = one.name;
        field.full_name = is_known ? one.name : one.full_name;
        if (structure_of(one).is_list()) field.columns = columns_of(one);
        plan_.fields.push_back(std::move(field));
        return plan_.fields.size() - 1;
    }

    std::vector<std::string> columns_of(const Candidate& one) const {
        if (one.field.field)
            return column_names(declaration_, {one.field.structure, *one.field.field});
        const unsigned components = one.field.type.parts.front().components;
        return components == 1 ? std::vector{one.name} : with_axes(one.name + '_', components);
    }

    void add_to_file(const Candidate& one) {
        const std::size_t index = add(one);
        const std::string stem = format_ == FileFormat::npy
                                     ? file_name(plan_.fields[index].full_name)
                                     : structure_of(one).name;
        auto file = std::ranges::find(plan_.files, stem, &SavedFile::stem);
        if (file == plan_.files.end())
            file = plan_.files.insert(
                file, {.stem = stem, .format = format_, .structure = one.field.structure});
        if (std::ranges::find(file->fields, index) == file->fields.end())
            file->fields.push_back(index);
    }

    /// Replaces each "::" in the name of a function with '.'.
    static std::string file_name(std::string name) {
        for (std::size_t at = name.find("::"); at != name.npos; at = name.find("::"))
            name.replace(at, 2, ".");
        return name;
    }

    void add_places(SavedFile& file) {
        const std::size_t field = *place_field(declaration_, file.structure);
        const auto is_it = [&](const Candidate& one) {
            return one.field.structure == file.structure && one.field.field == field;
        };
        file.places = add(*std::ranges::find_if(all_, is_it));
    }

    void require_different_columns(const SavedFile& file) const {
        std::map<std::string, std::size_t> seen;
        std::set<std::size_t> fields(file.fields.begin(), file.fields.end());
        if (file.places) fields.insert(*file.places);
        for (const std::size_t index : fields)
            for (const std::string& column : plan_.fields[index].columns)
                if (const auto [other, is_new] = seen.emplace(column, index); !is_new)
                    refuse(ErrorCode::invalid_argument, plan_.fields[index].name,
                           fmt::format("the saved field '{}' also has a column '{}'. Save only one "
                                       "of the two fields",
                                       plan_.fields[other->second].name, column));
    }

    const Declaration& declaration_;
    FileFormat format_;
    std::vector<Candidate> all_;
    SavePlan plan_;
};

}  // namespace

bool SavePlan::needs_drawing(const Declaration& declaration) const {
    const auto is_drawn = [&](std::size_t structure, std::size_t field) {
        return !declaration.structures[structure].fields[field].is_state;
    };
    const auto reads_drawn = [&](const Argument& argument) {
        return argument.kind == Argument::Kind::field &&
               is_drawn(argument.structure, argument.field);
    };
    return std::ranges::any_of(fields, [&](const SavedField& saved) {
        return saved.field ? is_drawn(saved.structure, *saved.field)
                           : std::ranges::any_of(declaration.derived[*saved.derived].arguments,
                                                 reads_drawn);
    });
}

SavePlan plan_saves(const Declaration& declaration, std::span<const std::string> names,
                    FileFormat format) {
    return Planner(declaration, format).plan(names);
}

}  // namespace glint::studio
