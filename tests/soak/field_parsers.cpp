// SPDX-License-Identifier: MIT
#include "field_parsers.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <memory>
#include <string>
#include <vector>

#include <unistd.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/column_file.hpp>
#include <glint/formats/point_rows.hpp>
#include <glint/formats/pvd.hpp>
#include <glint/formats/volume_file.hpp>

#include "require.hpp"

namespace glint::soak {
namespace {

namespace fs = std::filesystem;

/// A temporary folder of this process, removed at its end.
class Folder {
public:
    Folder() : path_(fs::temp_directory_path() / ("glint-soak-" + std::to_string(::getpid()))) {
        fs::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }

    fs::path write(std::string_view name, std::string_view bytes) const {
        const fs::path path = path_ / name;
        std::ofstream(path, std::ios::binary)
            .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
        return path;
    }
    const fs::path& path() const noexcept { return path_; }

private:
    fs::path path_;
};

const Folder& folder() {
    static const Folder folder;
    return folder;
}

/// Reads all columns. Their blocks must have equal lengths, and the number of rows must match.
void read_points(std::string_view name, std::string_view bytes) {
    const auto rows = open_point_rows(folder().write(name, bytes));
    std::vector<PointRows::Wanted> wanted;
    for (std::size_t i = 0; i < rows->columns().size(); ++i) wanted.push_back({.column = i});
    require(wanted.size() >= 3);
    rows->start(wanted);
    std::uint64_t count = 0;
    for (PointBlock block; rows->next(block); count += block.rows) {
        require(block.rows > 0 && block.columns.size() == wanted.size());
        for (const std::vector<float>& column : block.columns) require(column.size() == block.rows);
    }
    require(count == rows->count() && rows->progress() == 1.0);
    require(rows->faults().rows <= count);
}

std::uint32_t big_endian(std::string_view bytes) {
    std::uint32_t value = 0;
    for (const char byte : bytes.substr(0, 4))
        value = value << 8 | static_cast<unsigned char>(byte);
    return value;
}

// CRC-32 of ISO 3309, bit by bit.
std::uint32_t checksum(std::string_view bytes) {
    std::uint32_t sum = ~0u;
    for (const char byte : bytes) {
        sum ^= static_cast<unsigned char>(byte);
        for (int bit = 0; bit < 8; ++bit) sum = (sum >> 1) ^ (sum & 1 ? 0xEDB88320u : 0u);
    }
    return ~sum;
}

}  // namespace

std::string with_checksums(std::string_view bytes) {
    std::string png(bytes);
    for (std::size_t at = 8; at + 12 <= png.size();) {
        const std::size_t size = big_endian(std::string_view(png).substr(at));
        if (size > png.size() - at - 12) break;
        const std::uint32_t sum = checksum(std::string_view(png).substr(at + 4, size + 4));
        for (std::size_t i = 0; i < 4; ++i)
            png[at + 8 + size + i] = static_cast<char>(sum >> (24 - 8 * i) & 0xff);
        at += 12 + size;
    }
    return png;
}

// Data that the header refers to in another file is not read.
void volume_data(std::string_view bytes) {
    const bool is_nrrd = bytes.starts_with("NRRD");
    const fs::path path = folder().write(is_nrrd ? "a.nrrd" : "a.mha", bytes);
    const VolumeHeader header = read_volume_header(path);
    require(!header.size.empty() && header.size.size() <= 3);
    require(header.components >= 1 && header.components <= 4);
    require(header.component_axis <= header.size.size());
    require(header.spacing.empty() || header.spacing.size() == header.size.size());
    if (header.data != path) return;
    std::size_t needed = size_of(header.type) * header.components;
    for (const std::size_t length : header.size) needed *= length;
    require(read_volume(header).size() == needed);
}

// Each PNG signature starts an image.
void image_stack(std::string_view bytes) {
    constexpr std::string_view kSignature = "\x89PNG";
    const fs::path images = folder().path() / "images";
    fs::remove_all(images);
    fs::create_directories(images);
    for (std::size_t i = 0; i < 4 && !bytes.empty(); ++i) {
        const std::size_t end = std::min(bytes.find(kSignature, 1), bytes.size());
        folder().write("images/" + std::to_string(i) + ".png",
                       with_checksums(bytes.substr(0, end)));
        bytes.remove_prefix(end);
    }
    const ImageStack stack = read_image_stack(images);
    require(stack.values.size() == stack.width * stack.height * stack.depth * size_of(stack.type));
    const ImageStack described = describe_image_stack(images);
    require(described.width == stack.width && described.depth == stack.depth);
}

void columns(std::string_view bytes) {
    const ColumnFile file(folder().write("a.csv", bytes));
    std::vector<std::size_t> wanted;
    for (std::size_t i = 0; i < std::min<std::size_t>(file.names().size(), 3); ++i)
        wanted.push_back(i);
    MissingNumbers missing;
    const std::vector<Column> columns = file.read(wanted, missing);
    require(columns.size() == wanted.size() && missing.rows <= missing.of);
    for (const Column& column : columns) {
        require(column.values.size() == missing.of - missing.rows);
        require(std::ranges::all_of(column.values, [](double x) { return std::isfinite(x); }));
    }
    missing.message(file.names());
}

void points_csv(std::string_view bytes) { read_points("a.csv", bytes); }
void points_xyz(std::string_view bytes) { read_points("a.xyz", bytes); }
void points_ply(std::string_view bytes) { read_points("a.ply", bytes); }
void points_npy(std::string_view bytes) { read_points("a.npy", bytes); }

// A series that a resumed run continues: existing lines are kept, and new lines are added.
void pvd(std::string_view bytes) {
    const fs::path path = folder().write("a.pvd", bytes);
    PvdSeries(path, 1000).add(1000, 2.5, "a-001000.vti");
    const std::string text = read_text(path);
    require(text.starts_with("<?xml") && text.ends_with("  </Collection>\n</VTKFile>\n"));
    require(text.find("timestep=\"2.5\" group=\"\" part=\"0\" file=\"a-001000.vti\"") !=
            std::string::npos);
    PvdSeries(path, 1001).add(1001, 3, "a-001001.vti");
    require(read_text(path).starts_with(text.substr(0, text.find("  </Collection>"))));
}

}  // namespace glint::soak
