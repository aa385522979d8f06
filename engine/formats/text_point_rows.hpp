// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include <glint/formats/file_pieces.hpp>
#include <glint/formats/ply_header.hpp>
#include <glint/formats/point_rows.hpp>

namespace glint {

struct AtomHead;

/// The rows of a text table, or of a text `.ply` with one vertex per line. Several threads parse
/// the rows.
class TextPointRows final : public PointRows {
public:
    /// Opens a table. The first row may hold the column names.
    explicit TextPointRows(const std::filesystem::path& path);
    /// Opens the body of a `.ply`, which starts at this byte and line. The first element of the
    /// body must be `points`, without list properties.
    TextPointRows(const std::filesystem::path& path, std::uint64_t begin, std::uint64_t line,
                  const PlyElement& points);

    void start(std::vector<Wanted> wanted) override;
    bool next(PointBlock& block) override;
    double progress() const noexcept override;

private:
    bool is_table(const AtomHead& atoms, std::size_t mark_bytes);
    void take_atoms(const AtomHead& atoms, std::size_t mark_bytes);
    void read_names();
    void count_rows(std::optional<std::uint64_t> most);
    void require_full_rows() const;
    [[noreturn]] void fail(std::uint64_t line, const std::string& reason) const;
    void refuse_decimal_commas(std::span<const std::string_view> words, std::uint64_t line) const;
    void sample(std::string_view head);
    void name_columns(const std::vector<std::vector<double>>& rows);
    std::string_view piece();
    std::string_view next_rows(std::string_view text) const;

    std::string operation_;
    FilePieces file_;
    std::uint64_t first_row_ = 0;   // byte offset of the first row
    std::uint64_t first_line_ = 1;  // line number of the first row
    std::string_view separators_;
    bool has_names_ = true;
    std::vector<std::size_t> fields_;        // index of each column in a row
    std::optional<std::uint64_t> promised_;  // row count in a header
    std::optional<std::uint64_t> stated_;    // row count in a table's first row
    std::size_t width_ = 0;                  // words per row
    bool has_rest_ = false;                  // true if the file has more rows than promised
    std::vector<Wanted> wanted_;
    std::uint64_t done_ = 0;
    std::uint64_t line_ = 1;
};

}  // namespace glint
