// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <optional>
#include <vector>

#include <glint/formats/file_pieces.hpp>
#include <glint/formats/ply_header.hpp>
#include <glint/formats/point_rows.hpp>

namespace glint {

/// Position and order of the point rows in a binary file.
struct BinaryLayout {
    std::uint64_t begin = 0;  ///< byte offset of the first row of the first element
    std::vector<PlyElement> before{};
    PlyElement points{};
    ByteOrder order = ByteOrder::little;
    bool is_by_columns = false;  ///< true if the file stores one column after another
};

/// The rows of a binary `.ply` or of a `.npy`.
class BinaryPointRows final : public PointRows {
public:
    BinaryPointRows(const std::filesystem::path& path, BinaryLayout layout);

    void start(std::vector<Wanted> wanted) override;
    bool next(PointBlock& block) override;
    double progress() const noexcept override;

private:
    /// Byte offset and type of a number in a row. If rows have lists, the offset is in a copy of
    /// the row without its lists.
    struct Place {
        std::size_t offset = 0;
        NumberType type = NumberType::float32;
    };

    bool has_lists() const noexcept { return row_bytes_ == 0; }
    void find_places();
    void count_rows();
    /// Returns the size in bytes of the row at the file's position, or nullopt at the end of the
    /// file. Appends the row's numbers to `packed` if it is not null.
    std::optional<std::size_t> row_at(const PlyElement& element, std::string* packed);
    void skip(const PlyElement& element);
    std::string_view take_rows(std::size_t& rows);
    std::string_view pack_rows(std::size_t& rows);
    bool next_of_columns(PointBlock& block);
    void convert(const char* first, std::size_t rows, std::size_t stride, const Place& place,
                 const Wanted& wanted, std::vector<float>& into);
    void sample();

    FilePieces file_;
    BinaryLayout layout_;
    std::vector<Place> places_;
    std::size_t row_bytes_ = 0;     // size of a row; 0 if rows have lists
    std::size_t packed_bytes_ = 0;  // size of a row's numbers, without lists
    std::uint64_t first_row_ = 0;   // byte offset of the first row
    std::uint64_t done_ = 0;
    std::vector<Wanted> wanted_;
    std::string packed_;
};

}  // namespace glint
