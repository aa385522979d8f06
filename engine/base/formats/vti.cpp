#include <glint/base/formats/vti.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/formats/expansion.hpp>
#include <glint/base/formats/vtk_data.hpp>
#include <glint/base/formats/vtk_xml.hpp>

namespace glint {
namespace {

using Size = std::array<std::size_t, 3>;

// Along a side without thickness there is still one cell.
Size size_of(const VtkExtent& extent, bool is_of_cells) {
    Size size{};
    for (std::size_t axis = 0; axis < 3; ++axis) {
        const auto steps = static_cast<std::size_t>(extent[2 * axis + 1] - extent[2 * axis]);
        size[axis] = is_of_cells ? std::max<std::size_t>(steps, 1) : steps + 1;
    }
    return size;
}

/// How many numbers so large an array has; at most what a file can hold.
std::size_t count_of(const InputFile& file, const Size& size, std::size_t components) {
    constexpr std::size_t kMost = std::size_t{1} << 60;
    std::size_t count = components;
    for (const std::size_t side : size) {
        if (count > kMost / side) file.fail("its extent is larger than any file");
        count *= side;
    }
    return count;
}

std::vector<std::string> names_in(const VtkImageDocument& document) {
    std::vector<std::string> names;
    for (const bool is_of_cells : {false, true})
        for (const VtkPiece& piece : document.pieces)
            for (const VtkDataArray& array : piece.arrays)
                if (array.is_of_cells == is_of_cells &&
                    std::ranges::find(names, array.name) == names.end())
                    names.push_back(array.name);
    return names;
}

const VtkDataArray* find_array(const VtkPiece& piece, std::string_view name, bool is_of_cells) {
    const auto found = std::ranges::find_if(piece.arrays, [&](const VtkDataArray& array) {
        return array.name == name && array.is_of_cells == is_of_cells;
    });
    return found == piece.arrays.end() ? nullptr : &*found;
}

}  // namespace

struct VtiFile::Parts {
    explicit Parts(InputFile given) : file(std::move(given)), document(parse_vtk_image(file)) {
        if (document.pieces.empty()) file.fail("it has no piece");
        for (const VtkPiece& piece : document.pieces)
            for (std::size_t axis = 0; axis < 3; ++axis)
                if (piece.extent[2 * axis] < document.whole[2 * axis] ||
                    piece.extent[2 * axis + 1] > document.whole[2 * axis + 1])
                    file.fail(fmt::format("the extent of a piece, {}, is outside of the whole, {}",
                                          fmt::join(piece.extent, " "),
                                          fmt::join(document.whole, " ")));
    }

    /// That the pieces may hold `count` numbers together.
    void require_all(const VtkDataArray& model, std::size_t count) const {
        std::size_t there = 0;
        for (const VtkPiece& piece : document.pieces)
            there += count_of(file, size_of(piece.extent, model.is_of_cells), model.components);
        if (there < count) file.fail("its pieces do not cover the whole extent");
        if (count * sizeof(double) > expansion_limit(file.size()))
            file.fail(expansion_refusal(count * sizeof(double), file.size()));
    }

    void place(const VtkPiece& piece, const VtkDataArray& array, VtiArray& whole) const {
        const Size size = size_of(piece.extent, array.is_of_cells);
        const std::vector<double> values =
            vtk_numbers(file, document, array, count_of(file, size, array.components));
        const std::size_t row = size[0] * array.components;
        for (std::size_t z = 0; z < size[2]; ++z)
            for (std::size_t y = 0; y < size[1]; ++y)
                std::copy_n(
                    &values[(z * size[1] + y) * row], row,
                    &whole.values[whole.components * index_in(whole, piece.extent, {0, y, z})]);
    }

    std::size_t index_in(const VtiArray& whole, const VtkExtent& extent, const Size& at) const {
        Size shifted{};
        for (std::size_t axis = 0; axis < 3; ++axis)
            shifted[axis] =
                at[axis] + static_cast<std::size_t>(extent[2 * axis] - document.whole[2 * axis]);
        return (shifted[2] * whole.size[1] + shifted[1]) * whole.size[0] + shifted[0];
    }

    InputFile file;
    VtkImageDocument document;
};

VtiFile::VtiFile(const std::filesystem::path& path) : VtiFile(InputFile("read image data", path)) {}
VtiFile::VtiFile(InputFile file) : parts_(std::make_unique<Parts>(std::move(file))) {}
VtiFile::VtiFile(VtiFile&&) noexcept = default;
VtiFile::~VtiFile() = default;

std::vector<std::string> VtiFile::names() const { return names_in(parts_->document); }

VtiArray VtiFile::read(std::string_view name) const {
    const auto& [file, document] = *parts_;
    const VtkPiece& first = document.pieces.front();
    const VtkDataArray* model = find_array(first, name, false);
    if (!model) model = find_array(first, name, true);
    if (!model)
        throw Error(ErrorCode::not_found, fmt::format("find the array '{}' of image data", name),
                    fmt::format("it has {}", fmt::join(names(), ", ")));
    VtiArray whole{.size = size_of(document.whole, model->is_of_cells),
                   .components = model->components};
    const std::size_t count = count_of(file, whole.size, whole.components);
    if (first.extent == document.whole) {
        whole.values = vtk_numbers(file, document, *model, count);
        return whole;
    }
    parts_->require_all(*model, count);
    whole.values.resize(count);
    for (const VtkPiece& piece : document.pieces) {
        const VtkDataArray* array = find_array(piece, name, model->is_of_cells);
        if (!array || array->components != whole.components)
            file.fail(fmt::format("a piece has no array '{}' like that of the first", name));
        parts_->place(piece, *array, whole);
    }
    return whole;
}

}  // namespace glint
