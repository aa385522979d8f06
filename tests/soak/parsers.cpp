// SPDX-License-Identifier: MIT
#include "parsers.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <string>
#include <vector>

#include <glint/base/demangle.hpp>
#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv.hpp>
#include <glint/formats/csv_numbers.hpp>
#include <glint/formats/expansion.hpp>
#include <glint/formats/field.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/ply.hpp>
#include <glint/formats/png.hpp>
#include <glint/formats/volume_file.hpp>
#include <glint/formats/vti.hpp>
#include <glint/formats/zip.hpp>

#include "field_parsers.hpp"
#include "input.hpp"
#include "mesh_parsers.hpp"
#include "record_parsers.hpp"
#include "require.hpp"
#include "sweep_parsers.hpp"
#include "text_parsers.hpp"

namespace glint::soak {
namespace {

void require_product(const std::vector<std::size_t>& shape, std::size_t count) {
    std::size_t product = 1;
    for (const std::size_t extent : shape) product *= extent;
    require(product == count && shape.size() <= kMaxNpyDimensions);
}

void npy(std::string_view bytes) {
    const NpyArray array = parse_npy(input(bytes));
    require_product(array.shape, array.values.size());
}

// Parses elements as the type that the file declares, so that parsing does not stop at the header.
void npy_elements(std::string_view bytes) {
    const InputFile file = input(bytes);
    const NpyType type = parse_npy_header(file).type;
    const NpyElements elements = parse_npy_elements(file, type);
    require(elements.bytes.size() % type.size_bytes == 0);
    require_product(elements.shape, elements.bytes.size() / type.size_bytes);
    const std::string again = npy_file(elements.shape, type, elements.bytes);
    require(parse_npy_elements(input(again), type).bytes == elements.bytes);
}

// Parses records of 16 bytes, whatever members the file declares.
void npy_records(std::string_view bytes) {
    constexpr std::size_t kBytes = 16;
    const InputFile file = input(bytes);
    const NpyHeader header = parse_npy_record_header(file);
    const NpyElements records = parse_npy_records(file, header.spelled_type, kBytes);
    require(records.bytes.size() % kBytes == 0);
    require_product(records.shape, records.bytes.size() / kBytes);
}

void npz(std::string_view bytes) {
    const InputFile file = input(bytes);
    const ZipReader zip(file);
    std::size_t bytes_in_all = 0;
    const std::vector<std::string> names = zip.names();
    for (const std::string& name : std::set<std::string>(names.begin(), names.end())) {
        require(zip.has(name) && name.find('\0') == std::string::npos);
        try {
            const std::string content = zip.read(name);
            bytes_in_all += content.size();
            parse_npy(input(content));
        } catch (const Error&) {
            continue;  // the next entry may be valid
        }
    }
    require(bytes_in_all <= expansion_limit(file.size()) + file.size());
}

void require_whole_cloud(const PointCloud& cloud) {
    require(!cloud.positions.empty());
    require(cloud.colors.empty() || cloud.colors.size() == cloud.positions.size());
    for (const auto& position : cloud.positions)
        require(std::ranges::all_of(position, [](float x) { return std::isfinite(x); }));
}

void vti(std::string_view bytes) {
    const VtiFile file(input(bytes));
    for (const std::string& name : file.names()) {
        const VtiArray described = file.describe(name), array = file.read(name);
        require(described.size == array.size && described.components == array.components);
        require(array.values.size() ==
                array.components * array.size[0] * array.size[1] * array.size[2]);
    }
}

void require_lengths(const VolumeHeader& header) {
    require(!header.size.empty() && header.size.size() <= 3);
    require(std::ranges::all_of(header.size, [](std::size_t length) { return length > 0; }));
    require(header.spacing.empty() || header.spacing.size() == header.size.size());
}

void meta_image(std::string_view bytes) {
    require_lengths(parse_meta_image(input(bytes), "a.mhd"));
}
void nrrd(std::string_view bytes) { require_lengths(parse_nrrd(input(bytes), "a.nhdr")); }

void csv(std::string_view bytes) { require_whole_cloud(parse_csv(input(bytes))); }
void ply(std::string_view bytes) { require_whole_cloud(parse_ply(input(bytes))); }

// Writing and reading again must give the same numbers.
void csv_numbers(std::string_view bytes) {
    const InputFile file = input(bytes);
    constexpr NpyType kType{'i', 8};
    const NpyElements elements = parse_csv_numbers(file, kType);
    require_product(elements.shape, elements.bytes.size() / kType.size_bytes);
    const std::size_t columns = elements.shape.size() > 1 ? elements.shape[1] : 1;
    if (elements.bytes.empty()) return;
    std::vector<CsvNumbers> numbers;
    for (std::size_t i = 0; i < columns; ++i)
        numbers.push_back(
            {kType, elements.bytes.data() + i * kType.size_bytes, columns * kType.size_bytes});
    const std::string again = csv_of_numbers({}, numbers, elements.shape[0], ',');
    require(parse_csv_numbers(input(again), kType).bytes == elements.bytes);
    for (const std::string& name : parse_csv_names(file)) {
        const NpyElements column = parse_csv_column(file, kType, name);
        require(column.shape == std::vector<std::size_t>{elements.shape[0]});
    }
}

void png_as_it_is(const InputFile& file) {
    const Picture picture = parse_png(file);
    require(picture.rgba.size() == std::size_t{4} * picture.width * picture.height);
    const ScalarField field = parse_png_luminance(file);
    require(field.values.size() == std::size_t{field.width} * field.height);
    for (const float value : field.values) require(value >= 0 && value <= 1);
    const GrayPicture gray = parse_png_gray(file);  // refuses colors
    require(gray.values.size() == std::size_t{gray.bits / 8} * gray.width * gray.height);
}

void png(std::string_view bytes) { png_as_it_is(input(with_checksums(bytes))); }
void png_unrepaired(std::string_view bytes) { png_as_it_is(input(bytes)); }

void demangle(std::string_view bytes) {
    const std::string symbol(bytes);
    demangled(symbol);
    demangled_name(symbol);
    parameters_in(symbol);
}

constexpr Parser kParsers[] = {
    {"npy", npy},
    {"npy_elements", npy_elements},
    {"npy_records", npy_records},
    {"npz", npz},
    {"png", png},
    {"png_unrepaired", png_unrepaired},
    {"ply", ply},
    {"mesh_stl", mesh_stl},
    {"mesh_obj", mesh_obj},
    {"mesh_ply", mesh_ply},
    {"vti", vti},
    {"volume_data", volume_data},
    {"image_stack", image_stack},
    {"columns", columns},
    {"points_csv", points_csv},
    {"points_xyz", points_xyz},
    {"points_ply", points_ply},
    {"points_npy", points_npy},
    {"pvd", pvd},
    {"meta_image", meta_image},
    {"nrrd", nrrd},
    {"csv", csv},
    {"csv_numbers", csv_numbers},
    {"annotations", annotations},
    {"axis", axis},
    {"case_result", case_result},
    {"sweep_file", sweep_file},
    {"settings", settings},
    {"flags", flags},
    {"includes", includes},
    {"arguments", arguments},
    {"declared_parameters", declared_parameters},
    {"diagnostics", diagnostics},
#ifdef GLINT_SOAK_NVRTC
    {"nvrtc_log", nvrtc_log},
    {"ptx", ptx},
#endif
    {"cubin", cubin},
    {"demangle", demangle},
    {"run_record", run_record},
    {"run_log", run_log},
    {"checkpoint", checkpoint},
    {"checkpoint_about", checkpoint_about},
    {"bundle", bundle},
    {"bookmarks", bookmarks},
    {"preset", preset},
};

}  // namespace

std::span<const Parser> parsers() { return kParsers; }

const Parser& parser(std::string_view name) {
    const auto* const found = std::ranges::find(kParsers, name, &Parser::name);
    if (found != std::end(kParsers)) return *found;
    std::vector<std::string> names;
    for (const Parser& known : kParsers) names.emplace_back(known.name);
    throw Error(ErrorCode::not_found, "find a parser",
                "there is no '" + std::string(name) + "'" + text::did_you_mean(name, names));
}

}  // namespace glint::soak
