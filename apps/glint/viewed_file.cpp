#include <apps/glint/viewed_file.hpp>

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/viewed_mesh.hpp>
#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/formats/column_file.hpp>
#include <glint/base/formats/npy_header.hpp>
#include <glint/base/formats/png.hpp>
#include <glint/base/formats/point_cloud.hpp>
#include <glint/base/formats/volume_file.hpp>
#include <glint/base/formats/vti.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

std::string operation_on(const fs::path& file) { return fmt::format("view '{}'", file.string()); }

[[noreturn]] void refuse(const fs::path& file, const std::string& reason) {
    throw Error(ErrorCode::bad_input, operation_on(file), reason);
}

/// What may stand in quotes in an annotation.
std::string quotable(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; }, '_');
    return text;
}

/// Whether a field can have this name, which no word of the language is.
bool is_name(std::string_view name) {
    static const std::set<std::string_view> kWords{"auto",   "bool",   "char",     "double",
                                                   "float",  "int",    "long",     "short",
                                                   "signed", "struct", "unsigned", "void"};
    const auto is_letter = [](unsigned char c) { return std::isalnum(c) || c == '_'; };
    return !name.empty() && !std::isdigit(static_cast<unsigned char>(name.front())) &&
           std::ranges::all_of(name, is_letter) && !kWords.contains(name);
}

/// "float", "uchar3"; nothing where there is no such type.
std::optional<std::string> type_name(const NpyType& type, std::size_t components) {
    struct Name {
        NpyType type;
        const char* one;
        const char* vector;  ///< null: it has none
    };
    static constexpr Name kNames[]{{{'f', 4}, "float", "float"},
                                   {{'f', 8}, "double", "double"},
                                   {{'f', 2}, "__half", nullptr},
                                   {{'b', 1}, "bool", nullptr},
                                   {{'i', 1}, "char", "char"},
                                   {{'u', 1}, "unsigned char", "uchar"},
                                   {{'i', 2}, "short", "short"},
                                   {{'u', 2}, "unsigned short", "ushort"},
                                   {{'i', 4}, "int", "int"},
                                   {{'u', 4}, "unsigned", "uint"},
                                   {{'i', 8}, "long long", "longlong"},
                                   {{'u', 8}, "unsigned long long", "ulonglong"}};
    for (const Name& name : kNames) {
        if (name.type != type) continue;
        if (components == 1) return name.one;
        if (name.vector) return fmt::format("{}{}", name.vector, components);
    }
    return std::nullopt;
}

/// A simulation's text that has one structure.
class Text {
public:
    /// The extents with x first; `cell` is " of 0.5 mm", or "".
    Text(const fs::path& file, std::string_view structure, std::span<const std::size_t> extents,
         std::string_view cell = {})
        : file_(file) {
        if (std::ranges::find(extents, 0u) != extents.end()) refuse(file, "it is empty");
        text_ = fmt::format(
            "#include <glint/sim.cuh>\n#include <glint/half.cuh>\n//@ simulation \"{}\"\n"
            "struct {} {{  //@ {}{}\n",
            quotable(file.filename().string()), structure, fmt::join(extents, " x "), cell);
    }

    /// The views that fit the field that is added next, the first of them unless `as` is another;
    /// none: the studio's own choice.
    void choose(std::string_view as, std::vector<std::string_view> fitting) {
        if (!as.empty() && std::ranges::find(fitting, as) == fitting.end())
            throw app::WrongOption(
                "--as", fitting.empty()
                            ? fmt::format("'{}' is shown in one way alone", file_.string())
                            : fmt::format("'{}' is none of {}", as, fmt::join(fitting, ", ")));
        if (!fitting.empty()) view_ = fmt::format(" as {}", as.empty() ? fitting.front() : as);
    }

    void add(std::string_view type, std::string_view name, std::string_view label,
             std::string_view range = {}) {
        text_ += fmt::format("    {}* {};  //@ {}{}\"{}\"{}\n", type, name, range,
                             range.empty() ? "" : " ", quotable(std::string(label)),
                             std::exchange(view_, {}));
    }

    std::string take() { return std::move(text_ += "};\n"); }

private:
    fs::path file_;
    std::string text_;
    std::string view_;
};

constexpr const char* kValues = "values";

ViewedFile in_one_field(Text& text, const char* field, const fs::path& file) {
    return {.text = text.take(), .inputs = {fmt::format("{}={}", field, file.string())}};
}

std::vector<std::string_view> views_of_numbers(std::size_t extents) {
    if (extents < 3) return {};
    return {"volume", "surface", "image"};
}

ViewedFile points_of_array(const fs::path& file, std::size_t count, std::string_view as) {
    Text text(file, "Points", std::array{count});
    text.choose(as, {"points", "glow"});
    text.add("float3", "position", "position");
    return in_one_field(text, "position", file);
}

ViewedFile view_of_npy(const fs::path& file, std::string_view as) {
    const NpyHeader header = parse_npy_header(InputFile("read array", file));
    std::vector<std::size_t> shape = header.shape;
    const bool has_vectors = !shape.empty() && shape.back() >= 2 && shape.back() <= 4;
    if (shape.size() == 2 && header.type.kind == 'f' && has_vectors && shape.back() > 2)
        return points_of_array(file, shape.front(), as);
    const std::size_t components = shape.size() > 2 && has_vectors ? shape.back() : 1;
    if (components > 1) shape.pop_back();
    if (shape.size() < 2 || shape.size() > 3)
        refuse(file, fmt::format("its shape is ({}); arrays of two dimensions are shown as images, "
                                 "of three as volumes, of one more if there are 2 to 4 numbers for "
                                 "each place, and (n, 3) floats as points",
                                 fmt::join(header.shape, ", ")));
    const auto type = type_name(header.type, components);
    if (!type)
        refuse(file, components == 1 ? fmt::format("{} has no view", to_string(header.type))
                                     : fmt::format("vectors of {} {} have no view", components,
                                                   to_string(header.type)));
    std::ranges::reverse(shape);
    Text text(file, shape.size() == 3 ? "Volume" : "Image", shape);
    text.choose(as,
                components == 1 ? views_of_numbers(shape.size()) : std::vector<std::string_view>{});
    text.add(*type, kValues, kValues);
    return in_one_field(text, kValues, file);
}

ViewedFile view_of_vti(const fs::path& file, std::string_view as) {
    const VtiFile image(file);
    const std::vector<std::string> names = image.names();
    std::optional<Text> text;
    std::array<std::size_t, 3> size{};
    std::vector<std::string> left_out;
    for (const std::string& name : names) {
        const bool is_one = names.size() == 1;
        const VtiArray array = image.read(name);
        const bool fits =
            (is_one || is_name(name)) && array.components <= 4 && (!text || array.size == size);
        if (!fits) {
            left_out.push_back(name);
            continue;
        }
        const std::size_t extents = array.size[2] > 1 ? 3 : 2;
        if (!text) {
            size = array.size;
            text.emplace(file, extents == 3 ? "Volume" : "Image", std::span(size).first(extents));
            if (array.components == 1) text->choose(as, views_of_numbers(extents));
        } else if (array.components == 1 && extents == 3) {
            text->choose({}, views_of_numbers(extents));
        }
        text->add(array.components == 1 ? "float" : fmt::format("float{}", array.components),
                  is_name(name) ? name : kValues, name);
    }
    if (!text)
        refuse(file, names.empty()
                         ? "it has no arrays"
                         : fmt::format("no field can have the names, or the number of components, "
                                       "of its arrays: {}",
                                       fmt::join(names, ", ")));
    if (!left_out.empty())
        log::warning(fmt::format("{}: without {}", operation_on(file), fmt::join(left_out, ", ")));
    return {.text = text->take(), .inputs = {file.string()}};
}

/// The size of a cell, where it is the same along each axis.
std::string cell_of(const fs::path& file, const VolumeHeader& header) {
    if (header.spacing.empty()) return {};
    const auto [least, greatest] = std::ranges::minmax(header.spacing);
    if (greatest - least > 1e-6 * greatest) {
        log::warning(fmt::format("{}: cells of {} {}are shown as cubes", operation_on(file),
                                 fmt::join(header.spacing, " x "),
                                 header.unit ? *header.unit + ' ' : std::string()));
        return {};
    }
    return fmt::format(" of {}{}", text::shortest(least), header.unit ? ' ' + *header.unit : "");
}

ViewedFile view_of_grid(const fs::path& file, std::string_view as, NumberType type,
                        std::span<const std::size_t> size, const fs::path& title,
                        const std::string& cell = {}) {
    Text text(title, size.size() == 3 ? "Volume" : "Image", size, cell);
    text.choose(as, views_of_numbers(size.size()));
    text.add(type_name(npy_type_of(type), 1).value(), kValues, kValues);
    return in_one_field(text, kValues, file);
}

ViewedFile view_of_volume_file(const fs::path& file, std::string_view as) {
    const VolumeHeader header = read_volume_header(file);
    if (header.size.size() < 2) refuse(file, "lines of numbers have no view");
    ViewedFile viewed = view_of_grid(file, as, header.type, header.size, header.data.filename(),
                                     cell_of(file, header));
    if (header.data != file) viewed.files.push_back(header.data);
    return viewed;
}

ViewedFile view_of_stack(const fs::path& folder, std::string_view as) {
    const ImageStack stack = describe_image_stack(folder);
    const std::array size{stack.width, stack.height, stack.depth};
    ViewedFile viewed = view_of_grid(folder, as, stack.type, size, folder);
    for (const fs::path& image : images_in(folder)) viewed.files.push_back(image);
    return viewed;
}

/// By the header: 16 bits of grey are numbers, colours are bytes.
ViewedFile view_of_png(const fs::path& file, std::string_view as) {
    constexpr std::size_t kType = 25;  // where a PNG has its colour type
    const Picture picture = read_png(file);
    const std::string content = InputFile("read picture", file).content();
    const bool is_grey = content.at(kType) == 0 || content.at(kType) == 4;
    Text text(file, "Image", std::array<std::size_t, 2>{picture.width, picture.height});
    text.choose(as, {});
    if (is_grey) {
        text.choose({}, {"grey"});
        text.add("float", kValues, "Luminance", "0..1");
    } else {
        text.add("uchar4", kValues, "Colour");
    }
    return in_one_field(text, kValues, file);
}

/// The columns of numbers that are nothing of a point's place and colour.
std::vector<std::string> numbers_in(const ColumnFile& table) {
    static const std::set<std::string> kTaken{
        "x", "y", "z", "r", "g", "b", "a", "red", "green", "blue", "alpha", "position", "colour"};
    std::vector<std::string> found;
    for (std::size_t i = 0; i < table.names().size(); ++i) {
        const std::string& name = table.names()[i];
        if (kTaken.contains(text::lower_case(name)) || !is_name(name)) continue;
        if (std::ranges::find(found, name) != found.end()) continue;
        try {
            (void)table.read(std::array{i});
            found.push_back(name);
        } catch (const Error&) {  // which has text, or gaps
        }
    }
    return found;
}

ViewedFile view_of_points(const fs::path& file, std::string_view as) {
    const ColumnFile table(file);
    const auto has = [&](std::initializer_list<std::string_view> wanted) {
        return std::ranges::all_of(wanted, [&](std::string_view name) {
            return std::ranges::any_of(table.names(), [&](const std::string& column) {
                return text::lower_case(column) == name;
            });
        });
    };
    const PointCloud cloud = read_point_cloud(file);
    if (!has({"x", "y", "z"})) return points_of_array(file, cloud.positions.size(), as);
    Text text(file, "Points", std::array{cloud.positions.size()});
    text.choose(as, {"points", "glow"});
    text.add("float3", "position", "position");
    if (has({"red", "green", "blue"}) || has({"r", "g", "b"}))
        text.add("uchar4", "colour", "Colour");
    for (const std::string& name : numbers_in(table)) text.add("float", name, name);
    return {.text = text.take(), .inputs = {file.string()}};
}

ViewedFile view_of_absolute(const fs::path& file, std::string_view as) {
    if (fs::is_directory(file)) return view_of_stack(file, as);
    if (is_volume_header(file)) return view_of_volume_file(file, as);
    const std::string ending = text::lower_case(file.extension().string());
    if (ending == ".npy") return view_of_npy(file, as);
    if (ending == ".vti") return view_of_vti(file, as);
    if (ending == ".png") return view_of_png(file, as);
    const bool wants_corners = ending == ".ply" && (as == "points" || as == "glow");
    if (has_faces(file) && !wants_corners) return view_of_mesh(file, as);
    if (ending == ".ply" || ending == ".csv") return view_of_points(file, as);
    throw Error(ErrorCode::unsupported, operation_on(file),
                fmt::format("'{}' is no kind of file that can be shown; .npy, .vti, .mhd, .mha, "
                            ".nhdr, .nrrd, .png, .stl, .obj, .ply and .csv are, and folders of "
                            ".png; --raw says what is in a file of numbers alone",
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

ViewedFile view_of(const fs::path& path, std::string_view as) {
    const fs::path file = fs::absolute(path);
    ViewedFile viewed = view_of_absolute(file, as);
    viewed.files.insert(viewed.files.begin(), file);
    return viewed;
}

std::string header_for_raw(const fs::path& file, std::string_view layout) {
    const std::size_t colon = layout.find(':');
    if (colon == layout.npos)
        refuse_layout(layout, "lengths, a colon and a type are wanted, as in 256x256x128:u16");
    std::vector<std::uint64_t> size;
    for (const std::string_view word : text::split(layout.substr(0, colon), 'x')) {
        const auto length = text::parse_unsigned(word);
        if (!length || *length == 0) refuse_layout(layout, fmt::format("'{}' is no length", word));
        size.push_back(*length);
    }
    if (size.size() < 2 || size.size() > 3)
        refuse_layout(layout, "there are two lengths, or three for a volume");
    std::string_view type = layout.substr(colon + 1);
    std::uint64_t offset = 0;
    if (const std::size_t plus = type.find('+'); plus != type.npos) {
        const auto bytes = text::parse_unsigned(type.substr(plus + 1));
        if (!bytes)
            refuse_layout(layout, fmt::format("'{}' is no number of bytes", type.substr(plus + 1)));
        offset = *bytes;
        type = type.substr(0, plus);
    }
    const bool is_big = type.ends_with("be");
    if (is_big) type.remove_suffix(2);
    const auto found = std::ranges::find(kRawTypes, type, &RawType::name);
    if (found == std::end(kRawTypes)) {
        std::vector<std::string_view> names;
        for (const RawType& each : kRawTypes) names.push_back(each.name);
        refuse_layout(layout, fmt::format("'{}' is none of {}", type, fmt::join(names, ", ")));
    }
    return fmt::format(
        "ObjectType = Image\nNDims = {}\nDimSize = {}\nElementType = {}\n"
        "ElementByteOrderMSB = {}\nHeaderSize = {}\nElementDataFile = {}\n",
        size.size(), fmt::join(size, " "), found->meta, is_big ? "True" : "False", offset,
        fs::absolute(file).string());
}

}  // namespace glint::apps
