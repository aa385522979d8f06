// SPDX-License-Identifier: MIT
#include <glint/formats/vti.hpp>

#include <algorithm>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/formats/expansion.hpp>
#include <glint/formats/vtk_data.hpp>
#include <glint/formats/vtk_xml.hpp>

namespace glint {
namespace {

using Size = std::array<std::size_t, 3>;

constexpr std::size_t kMaxValues = std::size_t{1} << 60;

/// Returns the number of points or cells along each axis. In VTK, an axis with one point has one
/// cell.
Size size_of(const VtkExtent& extent, bool is_of_cells) {
    Size size{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto steps = static_cast<std::size_t>(extent[2 * axis + 1] - extent[2 * axis]);
        size[axis] = is_of_cells ? std::max<std::size_t>(steps, 1) : steps + 1;
    }
    return size;
}

/// Returns the number of values in an array of this size. Throws Error(bad_input) if the number is
/// too large for any file.
std::size_t count_of(const InputFile& file, const Size& size, std::size_t components) {
    std::size_t count = components;
    for (const std::size_t side : size) {
        if (side > 0 && count > kMaxValues / side)
            file.fail("the extent is too large for any file");
        count *= side;
    }
    return count;
}

std::vector<std::string> names_in(const VtkImageDocument& document) {
    std::vector<std::string> names;
    std::set<std::string_view> known;
    for (const bool is_of_cells : {false, true})
        for (const VtkPiece& piece : document.pieces)
            for (const VtkDataArray& array : piece.arrays)
                if (array.is_of_cells == is_of_cells && known.insert(array.name).second)
                    names.push_back(array.name);
    return names;
}

bool is_empty(const VtkExtent& extent) {
    return extent[1] < extent[0] || extent[3] < extent[2] || extent[5] < extent[4];
}

bool is_flat(const VtkExtent& extent, std::size_t axis) {
    return extent[2 * axis] == extent[2 * axis + 1];
}

std::string text_of(const VtkExtent& extent) { return fmt::format("{}", fmt::join(extent, " ")); }

const VtkDataArray* find_array(const VtkPiece& piece, std::string_view name, bool is_of_cells) {
    const auto found = std::ranges::find_if(piece.arrays, [&](const VtkDataArray& array) {
        return array.name == name && array.is_of_cells == is_of_cells;
    });
    return found == piece.arrays.end() ? nullptr : &*found;
}

}  // namespace

struct VtiFile::Parts {
    explicit Parts(InputFile given) : file(std::move(given)), document(parse_vtk_image(file)) {
        if (document.pieces.empty()) file.fail("the file has no pieces");
        if (is_empty(document.whole))
            file.fail(fmt::format("the WholeExtent, {}, is empty", text_of(document.whole)));
        std::erase_if(document.pieces, [](const VtkPiece& each) { return is_empty(each.extent); });
        if (document.pieces.empty()) file.fail("the pieces are empty");
        for (const VtkPiece& piece : document.pieces) require_inside(piece);
    }

    /// Returns the description of an array in the first piece, which applies to all pieces. Throws
    /// Error(not_found).
    const VtkDataArray& model(std::string_view name) const {
        const VtkPiece& first = document.pieces.front();
        for (const bool is_of_cells : {false, true})
            if (const VtkDataArray* found = find_array(first, name, is_of_cells)) return *found;
        throw Error(ErrorCode::not_found, fmt::format("find array '{}' in image data", name),
                    fmt::format("the arrays are {}", fmt::join(names_in(document), ", ")));
    }

    /// Returns the index of the piece's first point or cell in the whole grid, along each axis.
    Size offset_of(const VtkPiece& piece) const {
        Size offset{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            offset[axis] =
                static_cast<std::size_t>(piece.extent[2 * axis] - document.whole[2 * axis]);
        return offset;
    }

    /// Throws Error(bad_input) if the piece has a point outside of the whole grid.
    void require_inside(const VtkPiece& piece) const {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (piece.extent[2 * axis] < document.whole[2 * axis] ||
                piece.extent[2 * axis + 1] > document.whole[2 * axis + 1])
                file.fail(fmt::format("the extent of a piece, {}, is outside the WholeExtent, {}",
                                      text_of(piece.extent), text_of(document.whole)));
    }

    /// Throws Error(bad_input) if the piece's cells are not cells of the whole grid. This happens
    /// if the piece is flat along an axis and the whole grid is not.
    void require_cells(const VtkPiece& piece) const {
        for (std::size_t axis = 0; axis < 3; ++axis)
            if (is_flat(piece.extent, axis) && !is_flat(document.whole, axis))
                file.fail(fmt::format("the extent of a piece, {}, is outside the WholeExtent, {}",
                                      text_of(piece.extent), text_of(document.whole)));
    }

    /// Returns the number of values that reading this array allocates, for all pieces together.
    std::size_t values_of(const VtkDataArray& array) const {
        std::size_t sum =
            count_of(file, size_of(document.whole, array.is_of_cells), array.components);
        if (document.pieces.size() == 1) return sum;
        for (const VtkPiece& piece : document.pieces) {
            const std::size_t more =
                count_of(file, size_of(piece.extent, array.is_of_cells), array.components);
            if (sum + more > kMaxValues) file.fail("the pieces are too large for any file");
            sum += more;
        }
        return sum;
    }

    /// Throws Error(bad_input) if `expansion_limit` does not allow `values` more values, in
    /// addition to the values that were already read.
    void require_room(std::size_t values) const {
        const std::size_t all = taken_values + values;
        const bool is_too_much =
            all < values || all > kMaxValues || all * sizeof(double) > expansion_limit(file.size());
        if (is_too_much)
            file.fail(expansion_refusal(std::min(all, kMaxValues) * sizeof(double), file.size()));
    }

    /// Copies the piece's values into `whole`, and sets the corresponding elements of `is_there`.
    void place(const VtkPiece& piece, const VtkDataArray& array, VtiArray& whole,
               std::vector<bool>& is_there) const {
        if (array.is_of_cells) require_cells(piece);
        const Size offset = offset_of(piece), size = size_of(piece.extent, array.is_of_cells);
        const std::vector<double> values =
            vtk_numbers(file, document, array, count_of(file, size, array.components));
        const std::size_t row = size[0] * array.components;
        for (std::size_t z = 0; z < size[2]; ++z)
            for (std::size_t y = 0; y < size[1]; ++y) {
                const std::size_t first =
                    ((offset[2] + z) * whole.size[1] + offset[1] + y) * whole.size[0] + offset[0];
                std::copy_n(&values[(z * size[1] + y) * row], row,
                            &whole.values[whole.components * first]);
                std::fill_n(is_there.begin() + static_cast<std::ptrdiff_t>(first), size[0], true);
            }
    }

    /// Returns the values of the array, assembled from all pieces.
    std::vector<double> assemble(std::string_view name, const VtkDataArray& model,
                                 VtiArray whole) const {
        const std::size_t count = count_of(file, whole.size, whole.components);
        std::size_t there = 0;
        for (const VtkPiece& piece : document.pieces)
            there += count_of(file, size_of(piece.extent, model.is_of_cells), model.components);
        if (there < count) file.fail("the pieces do not cover the WholeExtent");
        whole.values.resize(count);
        std::vector<bool> is_there(count / whole.components);
        for (const VtkPiece& piece : document.pieces) {
            const VtkDataArray* array = find_array(piece, name, model.is_of_cells);
            if (!array || array->components != whole.components)
                file.fail(fmt::format(
                    "the first piece has an array '{}', but another piece does not", name));
            place(piece, *array, whole, is_there);
        }
        if (std::ranges::find(is_there, false) != is_there.end())
            file.fail("the pieces do not cover the WholeExtent");
        return std::move(whole.values);
    }

    InputFile file;
    VtkImageDocument document;
    std::size_t taken_values = 0;  ///< values in the arrays read so far
};

VtiFile::VtiFile(const std::filesystem::path& path)
    : VtiFile(InputFile("read image data from", path)) {}
VtiFile::VtiFile(InputFile file) : parts_(std::make_unique<Parts>(std::move(file))) {}
VtiFile::VtiFile(VtiFile&&) noexcept = default;
VtiFile::~VtiFile() = default;

std::vector<std::string> VtiFile::names() const { return names_in(parts_->document); }

VtiArray VtiFile::describe(std::string_view name) const {
    const VtkDataArray& model = parts_->model(name);
    const VtkImageDocument& document = parts_->document;
    VtiArray array{.size = size_of(document.whole, model.is_of_cells),
                   .components = model.components,
                   .values = {},
                   .spacing = document.spacing,
                   .is_turned = document.is_turned};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const double to_center = model.is_of_cells ? 0.5 : 0;
        array.first[axis] =
            document.origin[axis] +
            document.spacing[axis] * (static_cast<double>(document.whole[2 * axis]) + to_center);
    }
    return array;
}

void VtiFile::require_room(std::span<const std::string> names) const {
    std::size_t values = 0;
    for (const std::string& name : names)
        values = std::min(values + parts_->values_of(parts_->model(name)), 2 * kMaxValues);
    parts_->require_room(values);
}

VtiArray VtiFile::read(std::string_view name) const {
    const VtkImageDocument& document = parts_->document;
    const VtkDataArray& model = parts_->model(name);
    const std::size_t values = parts_->values_of(model);
    parts_->require_room(values);
    parts_->taken_values += values;
    VtiArray whole = describe(name);
    if (document.pieces.front().extent == document.whole)
        whole.values = vtk_numbers(parts_->file, document, model,
                                   count_of(parts_->file, whole.size, whole.components));
    else
        whole.values = parts_->assemble(name, model, whole);
    return whole;
}

}  // namespace glint
