// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/base/formats/npy_header.hpp>

namespace glint::apps {

/// "view 'a.npy'".
std::string view_operation(const std::filesystem::path& file);
/// Throws Error(bad_input).
[[noreturn]] void refuse_view(const std::filesystem::path& file, const std::string& reason);

/// How the cells of a grid of this size lie, as " of 0.5 mm at -1 0 2" for ViewText. `first` is the
/// place of the first value, the middle of its cell; empty: not known. Returns "", with a warning
/// in the log, for cells that are not cubes, and for grids that are too large or too small for
/// views, whose cameras compute in floats.
std::string cell_text(const std::filesystem::path& file, std::span<const std::size_t> size,
                      std::span<const double> spacing, std::span<const double> first,
                      const std::optional<std::string>& unit = {});

/// What may stand in quotes in an annotation.
std::string quotable(std::string text);

/// "float", "uchar3"; nothing where there is no such type.
std::optional<std::string> type_name(const NpyType& type, std::size_t components);

/// The text of a simulation that has one structure and shows a file.
class ViewText {
public:
    /// The extents with x first; `cell` is " of 0.5 mm", " y down", or "". Throws Error(bad_input)
    /// if one is 0.
    ViewText(std::filesystem::path file, std::string_view structure,
             std::span<const std::size_t> extents, std::string_view cell = {});

    /// The views that fit the field that is added next, the first of them unless `as` is another;
    /// none: the studio's own choice. `by` names what gives it its colours, if something does.
    /// Throws app::WrongOption for a view that does not fit.
    void choose(std::string_view as, const std::vector<std::string_view>& fitting,
                std::string_view by = {});

    /// A blank label is the name.
    void add(std::string_view type, std::string_view name, std::string_view label,
             std::string_view range = {});

    /// What a click tells, and nothing else shows.
    void add_unseen(std::string_view type, std::string_view name);

    /// A number of each element that colours points, as a C++ expression of one of its fields.
    void add_shown(std::string_view name, std::string_view label, std::string_view parameter,
                   std::string_view expression);

    std::string take() { return std::move(text_ += "};\n") + shown_; }

private:
    std::filesystem::path file_;
    std::string text_;
    std::string shown_;  ///< functions, which follow the structure
    std::string view_;
};

}  // namespace glint::apps
