// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <glint/formats/npy_header.hpp>

namespace glint::apps {

/// Returns the operation for error messages, such as "view 'a.npy'".
std::string view_operation(const std::filesystem::path& file);
/// Throws Error(bad_input) with the given reason.
[[noreturn]] void refuse_view(const std::filesystem::path& file, const std::string& reason);

/// Returns the placement of the cells of a grid, for use in ViewText, such as " of 0.5 mm at -1 0
/// 2". `first` is the center of the first cell; empty means unknown. Returns "" and logs a warning
/// if the cells are not cubes or the grid's size exceeds the float range of cameras.
std::string cell_text(const std::filesystem::path& file, std::span<const std::size_t> size,
                      std::span<const double> spacing, std::span<const double> first,
                      const std::optional<std::string>& unit = {});

/// Returns the text with "_" in place of characters that an annotation cannot quote.
std::string quotable(std::string text);

/// Returns the C++ name of a type, such as "float" or "uchar3"; nullopt if CUDA C++ lacks this
/// type.
std::optional<std::string> type_name(const NpyType& type, std::size_t components);

/// Builds the text of a simulation that shows a file. The text declares one structure.
class ViewText {
public:
    /// `extents` begins with the extent along x. `cell` is " of 0.5 mm", " y down", or "". Throws
    /// Error(bad_input) if an extent is 0.
    ViewText(std::filesystem::path file, std::string_view structure,
             std::span<const std::size_t> extents, std::string_view cell = {});

    /// Sets the view of the next field: `as`, or the first of `fitting` if `as` is empty. If both
    /// are empty, glint chooses the view. `by` names the field that colors the view; "" means none.
    /// Throws app::WrongOption if `as` is not in `fitting`.
    void choose(std::string_view as, const std::vector<std::string_view>& fitting,
                std::string_view by = {});

    /// Adds a field. An empty label means that the name is the label.
    void add(std::string_view type, std::string_view name, std::string_view label,
             std::string_view range = {});

    /// Adds a field without a view. Picking an element still shows the value of the field.
    void add_unseen(std::string_view type, std::string_view name);

    /// Adds a number per element that can color points. `expression` is C++ code that computes the
    /// number from `parameter`, one of the fields.
    void add_shown(std::string_view name, std::string_view label, std::string_view parameter,
                   std::string_view expression);

    std::string take() { return std::move(text_ += "};\n") + shown_; }

private:
    std::filesystem::path file_;
    std::string text_;
    std::string shown_;  ///< functions to write after the structure
    std::string view_;
};

}  // namespace glint::apps
