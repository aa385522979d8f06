// SPDX-License-Identifier: MIT
#include <apps/glint/viewed_file.hpp>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/view_text.hpp>
#include <apps/glint/viewed_cloud.hpp>
#include <apps/glint/viewed_curve.hpp>
#include <apps/glint/viewed_mesh.hpp>
#include <glint/app/options.hpp>
#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/header_entries.hpp>
#include <glint/formats/npy_header.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/point_rows.hpp>
#include <glint/formats/volume_file.hpp>
#include <glint/formats/vti.hpp>
#include <glint/studio/state/field_name.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr const char* kValues = "values";

ViewedFile in_one_field(ViewText& text, const char* field, const fs::path& file) {
    return {.text = text.take(), .inputs = {fmt::format("{}={}", field, file.string())}};
}

std::vector<std::string_view> views_of_numbers(std::size_t extents) {
    if (extents < 3) return {};
    return {"volume", "surface", "image"};
}

ViewedFile view_of_npy(const fs::path& file, std::string_view as, std::size_t memory_bytes) {
    const NpyHeader header = parse_npy_header(InputFile("read array", file));
    std::vector<std::size_t> shape = header.shape;
    const bool has_vectors = !shape.empty() && shape.back() >= 2 && shape.back() <= 4;
    if (shape.size() == 2 && header.type.kind == 'f' && has_vectors && shape.back() > 2)
        return view_of_cloud(file, as, memory_bytes);
    if (shape.size() == 1) return view_of_curve(file, as, header);
    const std::size_t components = shape.size() > 2 && has_vectors ? shape.back() : 1;
    if (components > 1) shape.pop_back();
    if (shape.size() < 2 || shape.size() > 3)
        refuse_view(
            file,
            fmt::format("the shape ({}) is not supported. Supported are a curve (one dimension), "
                        "an image (two), a volume (three), an image or volume of vectors (one more "
                        "dimension of length 2 to 4), and points ((n, 3) floats)",
                        fmt::join(header.shape, ", ")));
    const auto type = type_name(header.type, components);
    if (!type)
        refuse_view(file, components == 1
                              ? fmt::format("the type {} is not supported", to_string(header.type))
                              : fmt::format("vectors of {} {} are not supported", components,
                                            to_string(header.type)));
    std::ranges::reverse(shape);
    ViewText text(file, shape.size() == 3 ? "Volume" : "Image", shape);
    text.choose(as,
                components == 1 ? views_of_numbers(shape.size()) : std::vector<std::string_view>{});
    text.add(*type, kValues, kValues);
    return in_one_field(text, kValues, file);
}

ViewedFile view_of_vti(const fs::path& file, std::string_view as) {
    const VtiFile image(file);
    const std::vector<std::string> names = image.names(), of_fields = studio::field_names(names);
    std::optional<ViewText> text;
    std::array<std::size_t, 3> size{};
    std::vector<std::string> left_out, shown;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const VtiArray array = image.describe(names[i]);
        if (array.components > 4 || (text && array.size != size)) {
            left_out.push_back(names[i]);
            continue;
        }
        shown.push_back(names[i]);
        const std::size_t extents = array.size[2] > 1 ? 3 : 2;
        if (!text) {
            size = array.size;
            const auto lengths = std::span(size).first(extents);
            text.emplace(file, extents == 3 ? "Volume" : "Image", lengths,
                         cell_text(file, lengths, array.spacing,
                                   array.is_turned ? std::span<const double>()
                                                   : std::span<const double>(array.first)));
            if (array.components == 1) text->choose(as, views_of_numbers(extents));
        } else if (array.components == 1 && extents == 3) {
            text->choose({}, views_of_numbers(extents));
        }
        text->add(array.components == 1 ? "float" : fmt::format("float{}", array.components),
                  of_fields[i], names[i]);
    }
    if (!text)
        refuse_view(
            file,
            names.empty()
                ? "the file has no arrays"
                : fmt::format("all arrays of the file have more than 4 components per element: {}",
                              fmt::join(names, ", ")));
    image.require_room(shown);
    if (!left_out.empty())
        log::warning(fmt::format("{}: ignoring {}", file.string(), fmt::join(left_out, ", ")));
    return {.text = text->take(), .inputs = {file.string()}};
}

ViewedFile view_of_grid(const fs::path& file, std::string_view as, NumberType type,
                        std::size_t components, std::span<const std::size_t> size,
                        const fs::path& title, const std::string& cell = {}) {
    ViewText text(title, size.size() == 3 ? "Volume" : "Image", size, cell);
    text.choose(as,
                components == 1 ? views_of_numbers(size.size()) : std::vector<std::string_view>{});
    text.add(type_name(npy_type_of(type), components).value(), kValues, kValues);
    return in_one_field(text, kValues, file);
}

ViewedFile view_of_volume_file(const fs::path& file, std::string_view as) {
    const VolumeHeader header = read_volume_header(file);
    if (header.size.size() < 2) refuse_view(file, "one-dimensional data is not supported");
    // Omits the origin if axes are rotated, because cells would then get wrong coordinates.
    const std::vector<double> first = header.is_turned ? std::vector<double>() : header.origin;
    ViewedFile viewed =
        view_of_grid(file, as, header.type, header.components, header.size, header.data.filename(),
                     cell_text(file, header.size, header.spacing, first, header.unit));
    if (header.data != file) viewed.files.push_back(header.data);
    return viewed;
}

ViewedFile view_of_stack(const fs::path& folder, std::string_view as) {
    const ImageStack stack = describe_image_stack(folder);
    const std::array size{stack.width, stack.height, stack.depth};
    ViewedFile viewed = view_of_grid(folder, as, stack.type, 1, size, folder);
    for (const fs::path& image : images_in(folder)) viewed.files.push_back(image);
    return viewed;
}

/// Views a picture in the type that its header declares: 16-bit gray values as numbers, colors as
/// bytes. Row 0 is at the top, as in image software.
ViewedFile view_of_png(const fs::path& file, std::string_view as) {
    constexpr std::size_t kType = 25;  // offset of the color type in a PNG
    const Picture picture = read_png(file);
    const std::string content = InputFile("read image", file).content();
    const bool is_gray = content.at(kType) == 0 || content.at(kType) == 4;
    ViewText text(file, "Image", std::array<std::size_t, 2>{picture.width, picture.height},
                  " y down");
    text.choose(as, {});
    if (is_gray) {
        text.choose({}, {"grey"});
        text.add("float", kValues, "Luminance", "0..1");
    } else {
        text.add("uchar4", kValues, "Color");
    }
    return in_one_field(text, kValues, file);
}

ViewedFile view_of_absolute(const fs::path& file, std::string_view as, std::size_t memory_bytes) {
    std::error_code absent;
    if (fs::is_directory(file, absent)) return view_of_stack(file, as);
    if (is_volume_header(file)) return view_of_volume_file(file, as);
    const std::string ending = text::lower_case(file.extension().string());
    if (ending == ".npy") return view_of_npy(file, as, memory_bytes);
    if (ending == ".vti") return view_of_vti(file, as);
    if (ending == ".png") return view_of_png(file, as);
    const bool wants_corners =
        is_point_file(file) && (as == "points" || as == "glow" || as == "liquid");
    if (!wants_corners && has_faces(file)) return view_of_mesh(file, as);
    if (is_point_file(file)) return view_of_cloud(file, as, memory_bytes);
    throw Error(ErrorCode::unsupported, view_operation(file),
                fmt::format("the format '{}' is not supported. Supported are .npy, .vti, .mhd, "
                            ".mha, .nhdr, .nrrd, .png, .stl, .obj, .ply, .csv, .xyz, .txt, .pts "
                            "and folders of .png. For a raw file, specify the layout with --raw",
                            ending));
}

struct RawType {
    std::string_view name;
    const char* meta;
};
constexpr RawType kRawTypes[]{
    {"i8", "MET_CHAR"},   {"u8", "MET_UCHAR"},  {"i16", "MET_SHORT"},     {"u16", "MET_USHORT"},
    {"i32", "MET_INT"},   {"u32", "MET_UINT"},  {"i64", "MET_LONG_LONG"}, {"u64", "MET_ULONG_LONG"},
    {"f32", "MET_FLOAT"}, {"f64", "MET_DOUBLE"}};

[[noreturn]] void refuse_layout(std::string_view layout, const std::string& reason) {
    throw app::WrongOption("--raw", fmt::format("'{}': {}", layout, reason));
}

}  // namespace

std::string ViewedFile::view_of_column(const std::string& name) const {
    const auto found =
        std::ranges::find(columns, name, &std::pair<std::string, std::string>::first);
    return found == columns.end() ? studio::field_name(name) : found->second;
}

ViewedFile view_of(const fs::path& path, std::string_view as, std::size_t memory_bytes) {
    const fs::path file = absolute_path(path);
    ViewedFile viewed = view_of_absolute(file, as, memory_bytes);
    viewed.files.insert(viewed.files.begin(), file);
    return viewed;
}

std::string header_for_raw(const fs::path& file, std::string_view layout) {
    const std::size_t colon = layout.find(':');
    if (colon == layout.npos)
        refuse_layout(
            layout, "a layout must consist of lengths, a colon and a type, as in 256x256x128:u16");
    std::vector<std::uint64_t> size;
    double numbers = 1;
    for (const std::string_view word : text::split(layout.substr(0, colon), 'x')) {
        const auto length = text::parse_unsigned(word);
        if (!length || *length == 0 || *length > kMaxLength)
            refuse_layout(layout, fmt::format("the length '{}' is not a whole number from 1 to {}",
                                              word, kMaxLength));
        size.push_back(*length);
        numbers *= static_cast<double>(*length);
    }
    if (size.size() < 2 || size.size() > 3)
        refuse_layout(layout, "a layout must have two lengths, or three lengths for a volume");
    if (numbers > kMaxNumbers)
        refuse_layout(layout, fmt::format("the layout has {} numbers, but the maximum is {:g}",
                                          numbers, kMaxNumbers));
    std::string_view type = layout.substr(colon + 1);
    std::uint64_t offset = 0;
    if (const std::size_t plus = type.find('+'); plus != type.npos) {
        const auto bytes = text::parse_unsigned(type.substr(plus + 1));
        if (!bytes)
            refuse_layout(layout, fmt::format("the offset '{}' is not a whole number of bytes",
                                              type.substr(plus + 1)));
        offset = *bytes;
        type = type.substr(0, plus);
    }
    const bool is_big = type.ends_with("be");
    if (is_big) type.remove_suffix(2);
    const auto found = std::ranges::find(kRawTypes, type, &RawType::name);
    if (found == std::end(kRawTypes)) {
        std::vector<std::string_view> names;
        for (const RawType& each : kRawTypes) names.push_back(each.name);
        refuse_layout(layout,
                      fmt::format("the type '{}' is not one of {}", type, fmt::join(names, ", ")));
    }
    return fmt::format(
        "ObjectType = Image\nNDims = {}\nDimSize = {}\nElementType = {}\n"
        "ElementByteOrderMSB = {}\nHeaderSize = {}\nElementDataFile = {}\n",
        size.size(), fmt::join(size, " "), found->meta, is_big ? "True" : "False", offset,
        absolute_path(file).string());
}

}  // namespace glint::apps
