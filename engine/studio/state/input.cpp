// SPDX-License-Identifier: MIT
#include <glint/studio/state/input.hpp>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <map>
#include <optional>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/copies.hpp>
#include <glint/formats/csv_numbers.hpp>
#include <glint/formats/field.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/npy_writer.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/point_cloud.hpp>
#include <glint/formats/volume_file.hpp>
#include <glint/formats/vti.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/studio/declaration/detail/parameter_extent.hpp>
#include <glint/studio/state/cloud_input.hpp>
#include <glint/studio/state/detail/flip_rows.hpp>
#include <glint/studio/state/detail/saved_type.hpp>
#include <glint/studio/state/detail/stored_numbers.hpp>
#include <glint/studio/state/detail/table_inputs.hpp>
#include <glint/studio/state/field_name.hpp>
#include <glint/studio/state/mesh_input.hpp>
#include <glint/studio/state/state.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

/// The size of a grid in a file: the lengths of its dimensions, slowest first. The components of an
/// element do not count as a dimension.
struct FileGrid {
    std::vector<std::size_t> sizes;
    std::size_t components = 1;
};

/// The row of the picture that comes first in a file.
enum class FirstRow {
    as_indexed,  ///< not a picture: each row keeps its index
    top,
    bottom
};

/// Returns the index of the array whose name is the field's name. Compares the names as written
/// first, and then the results of field_names(). Returns nullopt if no name matches.
std::optional<std::size_t> array_called(std::span<const std::string> names,
                                        const std::string& field) {
    const std::vector<std::string> of_fields = field_names(names);
    for (const std::span<const std::string> each : {names, std::span(of_fields)})
        if (const auto found = std::ranges::find(each, field); found != each.end())
            return static_cast<std::size_t>(found - each.begin());
    return std::nullopt;
}

class InputReader {
public:
    /// Error messages refer to the input as `text`.
    InputReader(const Declaration& declaration, Declaration::Place place, const InputText& parts,
                const std::string& text)
        : file_(parts.file),
          options_(parts.options),
          structure_(&declaration.structures[place.structure]),
          field_(&structure_->fields[place.field]) {
        input_.place = place;
        input_.text = text;
    }

    /// Reads the array `name` of image data.
    Input read(const VtiFile& image, const std::string& name) {
        take_array(image, name);
        order_rows();
        return std::move(input_);
    }

    Input read() {
        const std::string extension = text::lower_case(file_.extension().string());
        if (field_->type.is_struct && extension == ".npy")
            read_structs();
        else if (field_->type.is_struct)
            refuse("the elements of the field are structs, which can be read only from .npy files");
        else if (extension != ".npy" || !read_same_type())
            read_numbers(extension);
        order_rows();
        return std::move(input_);
    }

private:
    std::string operation() const { return fmt::format("read input '{}'", input_.text); }
    [[noreturn]] void refuse(const std::string& reason) const {
        throw Error(ErrorCode::bad_input, operation(), reason);
    }

    /// Reverses the rows if row 0 is at the top of the picture in the file but at the bottom in the
    /// grid, or vice versa.
    void order_rows() {
        const FirstRow wanted = structure_->y_is_down ? FirstRow::top : FirstRow::bottom;
        if (first_row_ == FirstRow::as_indexed || first_row_ == wanted) return;
        flip_rows(input_.elements, input_.extents.width * field_->type.size_bytes,
                  input_.extents.height);
    }

    void read_numbers(const std::string& extension) {
        if (is_mesh_file(file_) && !(structure_->is_list() && extension == ".ply"))
            read_mesh_file();
        else if (std::error_code absent; fs::is_directory(file_, absent))
            read_stack();
        else if (is_volume_header(file_))
            read_volume_file();
        else if (extension == ".png")
            read_picture();
        else if (extension == ".vti")
            read_image_data();
        else if (structure_->is_list() && field_->type.is_vector())
            read_places();
        else if (extension == ".npy")
            read_array();
        else if (extension == ".csv" && structure_->is_list())
            read_column();
        else
            refuse(fmt::format("the field cannot be read from a file with the extension '{}'",
                               extension));
    }

    /// Uses an array unchanged if it has the field's own type and dimensions. Otherwise returns
    /// false.
    bool read_same_type() {
        const InputFile file("read array", file_);
        const NpyType type = npy_type_of(field_->type.parts.front().scalar);
        const NpyHeader header = parse_npy_header(file);
        if (header.type != type || size_of(field_->type.parts.front().scalar) != type.size_bytes ||
            !fits(header.shape))
            return false;
        NpyElements all = parse_npy_elements(file, type);
        set_extents(std::move(all.shape));
        input_.elements = std::move(all.bytes);
        return true;
    }

    /// Uses an array of records unchanged. The records must have the members of the struct.
    void read_structs() {
        NpyElements all =
            parse_npy_records(InputFile("read array", file_),
                              npy_description(saved_array(field_->type)), field_->type.size_bytes);
        if (!fits(all.shape)) refuse_shape(all.shape);
        set_extents(std::move(all.shape));
        input_.elements = std::move(all.bytes);
    }

    /// Converts an array of another number type. The field's type must be able to hold every value.
    void read_array() {
        const InputFile file("read array", file_);
        const NpyHeader header = parse_npy_header(file);
        const auto type = number_type_of(header.type);
        if (!type)
            file.fail_at_byte(header.type_at,
                              fmt::format("unsupported type '{}'", header.spelled_type));
        if (!fits(header.shape)) refuse_shape(header.shape);
        NpyElements all = parse_npy_elements(file, header.type);
        take(*type, std::move(all.shape), std::move(all.bytes));
    }

    /// Returns true if an array of this shape fits the structure. An array of vectors has one more
    /// dimension than the structure.
    bool fits(const std::vector<std::size_t>& shape) const {
        const unsigned components =
            field_->type.is_struct ? 1 : field_->type.parts.front().components;
        const std::size_t axes = structure_->extents.size() + (components > 1 ? 1 : 0);
        return shape.size() == axes && (components == 1 || shape.back() == components);
    }

    void set_extents(std::vector<std::size_t> shape) {
        shape.resize(structure_->extents.size());
        std::ranges::reverse(shape);
        shape.resize(3, 1);
        input_.extents = {shape[0], shape[1], shape[2]};
    }

    [[noreturn]] void refuse_shape(const std::vector<std::size_t>& shape) const {
        refuse(fmt::format("the array has the shape ({}), but '{}' has {} with elements of type {}",
                           fmt::join(shape, ", "), structure_->name,
                           text::counted(structure_->extents.size(), "dimension"),
                           field_->type.name));
    }

    /// Drops the slowest dimension while its length is 1 and the grid has more dimensions than the
    /// structure. Refuses a grid that then does not fit.
    void fit(FileGrid& grid) const {
        while (grid.sizes.size() > structure_->extents.size() && grid.sizes.front() == 1)
            grid.sizes.erase(grid.sizes.begin());
        if (grid.sizes.size() == structure_->extents.size() &&
            grid.components == field_->type.parts.front().components)
            return;
        refuse(fmt::format(
            "the file has the size ({}) with {} per element, but '{}' has {} with elements of type "
            "{}",
            fmt::join(grid.sizes, ", "), text::counted(grid.components, "number"), structure_->name,
            text::counted(structure_->extents.size(), "dimension"), field_->type.name));
    }

    void put(const std::vector<double>& values) {
        input_.elements = stored_numbers(values, field_->type, operation());
    }

    void read_mesh_file() {
        if (structure_->is_list()) refuse("a mesh can be read only into a 2D or 3D grid");
        const ElementType::Part& part = field_->type.parts.front();
        const bool takes_solid = part.scalar == ScalarType::u8 || part.scalar == ScalarType::i8 ||
                                 part.scalar == ScalarType::boolean;
        if (part.components != 1 || !(takes_solid || part.scalar == ScalarType::f32))
            refuse(
                fmt::format("field '{}' has type '{}', but a mesh can be read only as 'unsigned "
                            "char' or 'bool' (solid cells) or as 'float' (distances to the "
                            "surface). To choose another field, write FIELD={}",
                            field_->name, field_->type.name, file_.string()));
        input_.mesh = read_mesh_input(file_.string(), options_, operation());
    }

    void read_stack() {
        first_row_ = FirstRow::top;
        ImageStack stack = read_image_stack(file_);
        FileGrid grid{.sizes = {stack.depth, stack.height, stack.width}};
        fit(grid);
        take(stack.type, std::move(grid.sizes), std::move(stack.values));
    }

    void read_volume_file() {
        first_row_ = FirstRow::bottom;
        const VolumeHeader header = read_volume_header(file_);
        FileGrid grid{.sizes = {header.size.rbegin(), header.size.rend()},
                      .components = header.components};
        fit(grid);
        take(header.type, std::move(grid.sizes), read_volume(header));
    }

    /// Uses numbers unchanged if they have the field's own type, and converts them otherwise. The
    /// caller has checked the shape.
    void take(NumberType type, std::vector<std::size_t> shape, std::vector<std::byte> bytes) {
        const ElementType::Part& part = field_->type.parts.front();
        set_extents(std::move(shape));
        if (npy_type_of(type) == npy_type_of(part.scalar) &&
            size_of(type) == size_of(part.scalar))  // files store bfloat16 as float
            input_.elements = std::move(bytes);
        else
            input_.elements = stored_numbers(bytes, type, field_->type, operation());
    }

    void read_picture() {
        if (structure_->extents.size() != 2) refuse("an image can be read only into a 2D grid");
        input_.is_picture = true;
        first_row_ = FirstRow::top;
        const ElementType::Part& part = field_->type.parts.front();
        if (part.components == 4 && part.scalar == ScalarType::u8) {
            const Picture picture = read_png(file_);
            input_.extents = {picture.width, picture.height, 1};
            const auto bytes = std::as_bytes(std::span(picture.rgba));
            input_.elements.assign(bytes.begin(), bytes.end());
            return;
        }
        if (part.components != 1)
            refuse(fmt::format("an image cannot be read into a field of type '{}'",
                               field_->type.name));
        const ScalarField luminance = read_field(file_);
        input_.extents = {luminance.width, luminance.height, 1};
        const auto [low, high] = range_of_luminance(part.scalar);
        const bool is_whole = !is_floating(part.scalar);
        std::vector<double> values;
        for (const float v : luminance.values) {
            const double value = low + static_cast<double>(v) * (high - low);
            values.push_back(is_whole ? std::round(value) : value);
        }
        put(values);
    }
    std::pair<double, double> range_of_luminance(ScalarType type) const {
        if (field_->display && field_->display->range) return *field_->display->range;
        return {0, type == ScalarType::u8 ? 255 : 1};
    }

    /// Reads the array with the field's name, or the file's only array.
    void read_image_data() {
        const VtiFile image(file_);
        const std::vector<std::string> names = image.names();
        const auto called = array_called(names, field_->name);
        if (!called && names.size() != 1)
            refuse(fmt::format("the file has the arrays {}, but no array '{}'",
                               fmt::join(names, ", "), field_->name));
        take_array(image, names[called.value_or(0)]);
    }

    void take_array(const VtiFile& image, const std::string& name) {
        first_row_ = FirstRow::bottom;
        const VtiArray array = image.read(name);
        FileGrid grid{.sizes = {array.size.rbegin(), array.size.rend()},
                      .components = array.components};
        fit(grid);
        set_extents(std::move(grid.sizes));
        put(array.values);
    }

    void read_places() {
        const PointCloud cloud = read_point_cloud(file_);
        const unsigned components = field_->type.parts.front().components;
        input_.extents = {cloud.positions.size(), 1, 1};
        std::vector<double> values;
        for (const auto& position : cloud.positions)
            for (unsigned i = 0; i < components; ++i)
                values.push_back(i < 3 ? static_cast<double>(position[i]) : 0.0);
        put(values);
    }

    void read_column() {
        const InputFile file("read table", file_);
        const std::vector<std::string> names = parse_csv_names(file);
        const NpyType type{.kind = 'f', .size_bytes = sizeof(double)};
        const bool is_named = std::ranges::find(names, field_->name) != names.end();
        const NpyElements column =
            is_named ? parse_csv_column(file, type, field_->name) : parse_csv_numbers(file, type);
        if (column.shape.size() != 1)
            refuse(fmt::format("the file has several columns, but no column '{}'", field_->name));
        std::vector<double> values(column.shape[0]);
        std::memcpy(values.data(), column.bytes.data(), column.bytes.size());
        input_.extents = {values.size(), 1, 1};
        put(values);
    }

    Input input_;
    FirstRow first_row_ = FirstRow::as_indexed;
    fs::path file_;
    std::string options_;
    const Structure* structure_;
    const Field* field_;
};

std::array<std::size_t, 3> sizes_of(const Extents& extents) {
    return {extents.width, extents.height, extents.depth};
}

[[noreturn]] void refuse_size(const Structure& structure, const Input& input,
                              const std::string& reason) {
    throw Error(ErrorCode::bad_input, fmt::format("read input '{}'", input.text),
                fmt::format("the size of the file is {}, but {}",
                            to_string(input.extents, structure), reason));
}

std::string operation_of(const std::string& text) { return fmt::format("read input '{}'", text); }

Input read_named(const Declaration& declaration, const std::string& text, const InputText& parts) {
    if (parts.field.empty() || parts.file.empty())
        throw Error(ErrorCode::invalid_argument, operation_of(text),
                    "an input must have the form FIELD=FILE");
    if (parts.options == kStreamed.substr(1))
        throw Error(ErrorCode::invalid_argument, operation_of(text),
                    "a streamed file is read into all fields of a list. Write FILE,streamed "
                    "without a field");
    const auto place = declaration.require_field(parts.field, operation_of(text));
    return InputReader(declaration, place, parts, text).read();
}

/// Returns the first displayed field.
Declaration::Place first_shown(const Declaration& declaration, const std::string& text) {
    for (std::size_t s = 0; s < declaration.structures.size(); ++s) {
        const std::vector<Field>& fields = declaration.structures[s].fields;
        for (std::size_t f = 0; f < fields.size(); ++f)
            if (fields[f].is_state && fields[f].display && fields[f].display->view != View::none)
                return {s, f};
    }
    throw Error(
        ErrorCode::invalid_argument, operation_of(text),
        fmt::format("the simulation has no field with a view. To choose a field, write FIELD={}",
                    text));
}

/// Reads each array into the field with its name. If no field has the name of an array, reads the
/// only array into the first displayed field.
std::vector<Input> read_arrays(const Declaration& declaration, const std::string& text) {
    const VtiFile image(text);
    const std::vector<std::string> names = image.names(), of_fields = field_names(names);
    std::vector<std::pair<Declaration::Place, std::string>> found;
    std::vector<std::string> wanted;
    for (std::size_t i = 0; i < names.size(); ++i) {
        auto place = declaration.find_field(names[i]);
        if (!place) place = declaration.find_field(of_fields[i]);
        if (!place) continue;
        found.emplace_back(*place, names[i]);
        wanted.push_back(names[i]);
    }
    if (found.empty())
        return {
            InputReader(declaration, first_shown(declaration, text), {.file = text}, text).read()};
    image.require_room(wanted);
    std::vector<Input> inputs;
    for (const auto& [place, name] : found)
        inputs.push_back(InputReader(declaration, place, {.file = text}, text).read(image, name));
    return inputs;
}

}  // namespace

std::vector<Input> read_input(const Declaration& declaration, const std::string& text) {
    const InputText parts = split_input(text);
    if (parts.is_streamed()) return read_cloud_input(declaration, parts.file, text);
    if (parts.has_field) return {read_named(declaration, text, parts)};
    const std::string extension = text::lower_case(fs::path(parts.file).extension().string());
    if (extension == ".ply" || extension == ".csv") return read_table(declaration, text);
    if (extension == ".vti") return read_arrays(declaration, text);
    return {InputReader(declaration, first_shown(declaration, text), parts, text).read()};
}

std::vector<Input> read_inputs(const Declaration& declaration, std::span<const std::string> texts) {
    std::vector<Input> inputs;
    for (const std::string& text : texts)
        for (Input& input : read_input(declaration, text)) inputs.push_back(std::move(input));
    return inputs;
}

void fit_extents(const Declaration& declaration, const Input& input,
                 std::span<ParameterSet> parameters) {
    if (input.mesh) return;
    const Structure& structure = declaration.structures[input.place.structure];
    std::map<std::string, std::size_t> wanted;
    for (std::size_t axis = 0; axis < structure.extents.size(); ++axis) {
        const auto* text = std::get_if<std::string>(&structure.extents[axis]);
        if (!text) continue;
        const ParameterExtent meant = *parameter_extent(*text);
        const std::size_t size = sizes_of(input.extents)[axis];
        if (size % meant.times != 0)
            refuse_size(structure, input,
                        fmt::format("'{}' must be a multiple of {}", *text, meant.times));
        const std::size_t value = size / meant.times * meant.parts;
        const auto [found, first] = wanted.try_emplace(meant.name, value);
        if (!first && found->second != value)
            refuse_size(
                structure, input,
                fmt::format("no choice of parameters gives '{}' this size, because its extents "
                            "depend on each other",
                            structure.name));
    }
    for (const auto& [name, size] : wanted)
        for (ParameterSet& set : parameters)
            if (std::ranges::find(set.list(), name, &Parameter::name) != set.list().end()) try {
                    set.set(name, static_cast<double>(size));
                } catch (const Error& error) {
                    refuse_size(structure, input,
                                fmt::format("parameter '{}' does not accept this size: {}", name,
                                            error.reason()));
                }
}

void apply(const Declaration& declaration, const Input& input, Stream& stream, State& state) {
    if (input.cloud) {  // the first field's input loads all fields of the cloud
        const bool is_first = input.place == input.cloud->parts.front().place;
        return is_first ? load_cloud(declaration, *input.cloud, stream, state) : void();
    }
    const Structure& structure = declaration.structures[input.place.structure];
    const Extents& extents = state.extents(input.place.structure);
    const bool is_smaller =
        input.extents.width <= extents.width && input.extents.height <= extents.height;
    if (input.extents != extents && !(input.is_picture && is_smaller))
        refuse_size(
            structure, input,
            fmt::format("the size of '{}' is {}", structure.name, to_string(extents, structure)));
    const std::size_t bytes = structure.fields[input.place.field].type.size_bytes;
    const std::size_t row = input.extents.width * bytes;
    std::vector<std::byte> all(extents.count() * bytes);
    const std::size_t left = (extents.width - input.extents.width) / 2;
    const std::size_t first_row = (extents.height - input.extents.height) / 2;
    for (std::size_t y = 0; y < input.extents.height * input.extents.depth; ++y)
        std::memcpy(&all[((y + first_row) * extents.width + left) * bytes],
                    &input.elements[y * row], row);
    upload(stream, state.memory(input.place), all);
    stream.synchronize();
}

}  // namespace glint::studio
