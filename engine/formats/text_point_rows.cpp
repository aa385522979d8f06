// SPDX-License-Identifier: MIT
#include <glint/base/byte_order_mark.hpp>
#include <glint/formats/text_point_rows.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>
#include <future>
#include <limits>
#include <thread>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/atom_head.hpp>
#include <glint/formats/csv_row.hpp>

namespace glint {
namespace {

constexpr std::size_t kTextPieceBytes = std::size_t{8} << 20;
constexpr std::size_t kMinPartBytes = std::size_t{1} << 18;
constexpr std::size_t kTextSample = 4096;
constexpr std::size_t kMaxSampled = std::size_t{1} << 20;      // numbers in the sampled rows
constexpr std::size_t kMaxTextNumbers = std::size_t{1} << 24;  // numbers per block
constexpr std::uint64_t kMaxNumbersPerByte = 8;                // maximum numbers per byte of a file
constexpr std::size_t kMaxThreads = 16;
constexpr float kMissingNumber = std::numeric_limits<float>::quiet_NaN();

bool is_row(std::string_view line) {
    const std::size_t first = line.find_first_not_of(" \t\r");
    return first != line.npos && line[first] != '#';
}

struct Part {
    PointBlock block;
    RowFaults faults;
    std::uint64_t lines = 0;
    std::size_t fault_line = 0;  // counted from the start of this part
};

/// Parses the rows in a chunk of whole lines.
class PartReader {
public:
    /// Rows have `width` words. `fields[i]` is the index in a row of `columns[i]`.
    PartReader(std::string_view separators, std::span<const std::size_t> fields,
               std::span<const PointColumn> columns, std::span<const PointRows::Wanted> wanted,
               std::size_t width)
        : separators_(separators),
          fields_(fields),
          columns_(columns),
          wanted_(wanted),
          width_(width) {}

    Part read(std::string_view text) const {
        Part part;
        part.block.columns.resize(wanted_.size());
        LineReader lines(text);
        std::vector<std::string_view> words;
        while (const auto line = lines.next()) {
            if (!is_row(*line)) continue;
            if (!split_csv_row(*line, separators_, words)) {
                words.clear();
                note(part, lines.number(), "a quoted field is not closed");
            }
            read_row(words, lines.number(), part);
            ++part.block.rows;
        }
        part.lines = lines.number();
        return part;
    }

private:
    void read_row(std::span<const std::string_view> words, std::size_t line, Part& part) const {
        std::string fault;
        if (used_fields(words).size() > width_) fault = fault_of_width(words.size());
        for (std::size_t i = 0; i < wanted_.size(); ++i) {
            const std::size_t field = fields_[wanted_[i].column];
            float value = kMissingNumber;
            if (field < words.size())
                value = number_in(words[field], wanted_[i], fault);
            else if (fault.empty())
                fault = fault_of_width(words.size());
            part.block.columns[i].push_back(value);
        }
        if (!words.empty() && !fault.empty()) note(part, line, std::move(fault));
    }

    std::string fault_of_width(std::size_t words) const {
        return fmt::format("the row has {} instead of {}", text::counted(words, "column"), width_);
    }

    /// Returns the number, or NaN if the word is not a number of the column's type. Sets `fault`
    /// for such a word and for a number that overflows a float, unless `fault` is already set or
    /// the word is a placeholder for a missing number.
    float number_in(std::string_view word, const PointRows::Wanted& wanted,
                    std::string& fault) const {
        const PointColumn& column = columns_[wanted.column];
        const auto number = text::parse_double(word);
        if (!number) {
            if (fault.empty() && !is_missing_number(word))
                fault = fmt::format("'{}' is not a number{}", word, decimal_comma_cure(word));
            return kMissingNumber;
        }
        if (!holds(column.type, *number) && !std::isnan(*number)) {
            if (fault.empty()) fault = unheld_text(column.name, word, column.type);
            return kMissingNumber;
        }
        const auto value = static_cast<float>(*number - wanted.less);
        if (fault.empty() && std::isinf(value) && std::isfinite(*number))
            fault = fmt::format("'{}' is too large for a float", word);
        return value;
    }

    static void note(Part& part, std::size_t line, std::string reason) {
        if (part.faults.rows++ > 0) return;
        part.faults.first = std::move(reason);
        part.fault_line = line;
    }

    std::string_view separators_;
    std::span<const std::size_t> fields_;
    std::span<const PointColumn> columns_;
    std::span<const PointRows::Wanted> wanted_;
    std::size_t width_;
};

/// Returns the end offset of the line that contains byte `at`.
std::size_t line_end_after(std::string_view text, std::size_t at) {
    const std::size_t end = text.find_first_of("\r\n", at);
    if (end == text.npos) return text.size();
    return text.substr(end, 2) == "\r\n" ? end + 2 : end + 1;
}

/// Returns the end offset of the last line that is followed by more text, or 0 if `text` has only
/// one line.
std::size_t last_line_end(std::string_view text) {
    if (text.size() < 2) return 0;
    const std::size_t end = text.find_last_of("\r\n", text.size() - 2);
    return end == text.npos ? 0 : line_end_after(text, end);
}

/// Splits the text into roughly equal parts of whole lines.
std::vector<std::string_view> parts_of(std::string_view text) {
    const std::size_t threads =
        std::clamp<std::size_t>(std::thread::hardware_concurrency(), 1, kMaxThreads);
    const std::size_t size = std::max(text.size() / threads + 1, kMinPartBytes);
    std::vector<std::string_view> parts;
    while (!text.empty()) {
        const std::size_t end = line_end_after(text, size);
        parts.push_back(text.substr(0, end));
        text.remove_prefix(end);
    }
    return parts;
}

void append(Part part, std::uint64_t first_line, PointBlock& block, RowFaults& faults) {
    block.rows += part.block.rows;
    for (std::size_t i = 0; i < block.columns.size(); ++i)
        block.columns[i].insert(block.columns[i].end(), part.block.columns[i].begin(),
                                part.block.columns[i].end());
    if (faults.rows == 0 && part.faults.rows > 0)
        faults.first =
            fmt::format("line {}: {}", first_line + part.fault_line - 1, part.faults.first);
    faults.rows += part.faults.rows;
}

}  // namespace

TextPointRows::TextPointRows(const std::filesystem::path& path)
    : operation_(fmt::format("read points from '{}'", path.string())), file_(path) {
    const std::string_view head = piece();
    const std::size_t mark_bytes = head.size() - without_byte_order_mark(head).size();
    auto atoms = text::lower_case(path.extension().string()) == ".xyz"
                     ? parse_atom_head(without_byte_order_mark(head))
                     : std::nullopt;
    if (atoms && atoms->may_be_table && is_table(*atoms, mark_bytes)) atoms.reset();
    if (atoms)
        take_atoms(*atoms, mark_bytes);
    else
        read_names();
    count_rows(promised_);
    if (stated_ && *stated_ > count_) promised_ = stated_;
    if (atoms && has_rest_) left_out_.push_back("the frames after the first");
    require_full_rows();
    file_.seek(first_row_);
    sample(piece());
}

/// Returns true if the comment is the first row of a table. This is the case if the number of rows,
/// including the comment, does not exceed the count in the file.
bool TextPointRows::is_table(const AtomHead& atoms, std::size_t mark_bytes) {
    first_row_ = mark_bytes + atoms.count_bytes;
    count_rows(atoms.atoms);
    return !has_rest_;
}

void TextPointRows::take_atoms(const AtomHead& atoms, std::size_t mark_bytes) {
    separators_ = " \t";
    first_row_ = mark_bytes + atoms.bytes;
    first_line_ = atoms.lines + 1;
    promised_ = atoms.atoms;
    width_ = atoms.width;
    for (const AtomHead::Column& column : atoms.columns) {
        fields_.push_back(column.field);
        columns_.push_back({.name = column.name});
    }
}

TextPointRows::TextPointRows(const std::filesystem::path& path, std::uint64_t begin,
                             std::uint64_t line, const PlyElement& points)
    : operation_(fmt::format("read points from '{}'", path.string())),
      file_(path),
      first_row_(begin),
      first_line_(line),
      separators_(" \t"),
      promised_(points.count),
      width_(points.properties.size()) {
    for (const PlyProperty& property : points.properties) {
        fields_.push_back(columns_.size());
        columns_.push_back({.name = property.name, .type = property.type});
    }
    count_rows(promised_);
    require_full_rows();
    file_.seek(first_row_);
    sample(piece());
}

// Finds the first data row and the column names. A lone number in the first row is a row count.
void TextPointRows::read_names() {
    file_.seek(0);
    const std::string_view head = piece();
    const std::string_view text = without_byte_order_mark(head);
    LineReader lines(text);
    std::vector<std::string_view> words;
    std::size_t before = 0;
    bool is_second = false;
    for (auto line = lines.next(); line; line = lines.next()) {
        const std::size_t begin = std::exchange(before, lines.offset());
        std::string_view row = *line;
        // CloudCompare writes the column names as a comment.
        const bool is_comment = row.starts_with("//");
        if (is_comment) row.remove_prefix(2);
        if (!is_row(row)) continue;
        separators_ = csv_separators(row);
        if (!split_csv_row(row, separators_, words)) words.clear();
        const bool has_number =
            !has_names_of_places(words) && std::ranges::any_of(words, [](std::string_view word) {
                return text::parse_double(word).has_value();
            });
        if (has_number && words.size() == 1 && !std::exchange(is_second, true)) {
            stated_ = text::parse_unsigned(words.front());
            continue;
        }
        if (words.size() > kMaxCsvColumns)
            fail(lines.number(), fmt::format("the row has more than {} columns", kMaxCsvColumns));
        if (!has_number) refuse_decimal_commas(words, lines.number());
        has_names_ = !has_number;
        first_row_ = static_cast<std::uint64_t>(text.data() - head.data()) +
                     (has_names_ ? lines.offset() : begin);
        first_line_ = lines.number() + (has_names_ ? 1 : 0);
        width_ = words.size();
        for (std::size_t i = 0; i < words.size(); ++i) {
            fields_.push_back(i);
            columns_.push_back({.name = has_names_ ? csv_name(words[i]) : std::string()});
        }
        return;
    }
}

void TextPointRows::count_rows(std::optional<std::uint64_t> most) {
    count_ = 0;
    has_rest_ = false;
    file_.seek(first_row_);
    for (std::string_view text = piece(); !text.empty(); text = piece()) {
        const std::size_t size = text.size();
        LineReader lines(text);
        for (auto line = lines.next(); line; line = lines.next()) {
            const bool is_one = is_row(*line);
            has_rest_ = is_one && most && count_ == *most;
            if (has_rest_) return;
            count_ += is_one;
        }
        file_.pass(size);
    }
}

// Throws if most rows are much shorter than the first, because missing numbers take memory, too.
void TextPointRows::require_full_rows() const {
    const std::uint64_t most = kMaxNumbersPerByte * file_.size_bytes() + kMaxSampled;
    if (!columns_.empty() && count_ > most / columns_.size())
        throw Error(
            ErrorCode::bad_input, operation_,
            fmt::format("most of the {} rows have only a few of the {} columns of the first row",
                        count_, columns_.size()));
}

void TextPointRows::fail(std::uint64_t line, const std::string& reason) const {
    throw Error(ErrorCode::bad_input, operation_, fmt::format("line {}: {}", line, reason));
}

void TextPointRows::refuse_decimal_commas(std::span<const std::string_view> words,
                                          std::uint64_t line) const {
    if (const auto column = find_decimal_comma(words))
        fail(line, fmt::format("'{}' in column {} is not a number{}", words[*column], *column + 1,
                               decimal_comma_cure(words[*column])));
}

/// Determines which columns hold numbers, and samples the first numbers of each column.
void TextPointRows::sample(std::string_view head) {
    LineReader lines(head);
    std::vector<std::string_view> words;
    std::vector<std::vector<double>> rows;
    std::vector<std::size_t> numbers(columns_.size()), others(columns_.size());
    const std::size_t most = std::clamp<std::size_t>(
        kMaxSampled / std::max<std::size_t>(columns_.size(), 1), 1, kTextSample);
    for (auto line = lines.next(); line && rows.size() < std::min<std::uint64_t>(most, count_);
         line = lines.next()) {
        if (!is_row(*line) || !split_csv_row(*line, separators_, words)) continue;
        if (rows.empty() && separators_ != ",")  // otherwise, a quoted comma may separate thousands
            refuse_decimal_commas(words, first_line_ + lines.number() - 1);
        std::vector<double>& row = rows.emplace_back(columns_.size(), std::nan(""));
        for (std::size_t c = 0; c < columns_.size(); ++c) {
            if (fields_[c] >= words.size() || is_missing_number(words[fields_[c]])) continue;
            const auto number = text::parse_double(words[fields_[c]]);
            if (number) row[c] = *number;
            ++(number ? numbers : others)[c];
        }
    }
    for (std::size_t c = 0; c < columns_.size(); ++c)
        for (const std::vector<double>& row : rows) {
            if (!std::isfinite(row[c])) continue;
            if (std::isnan(columns_[c].first)) columns_[c].first = row[c];
            columns_[c].greatest = std::max(columns_[c].greatest, row[c]);
        }
    std::vector<bool> unused;  // true for a column of words or after a trailing separator
    for (std::size_t c = 0; c < columns_.size(); ++c) {
        const std::string& name = columns_[c].name;
        const bool are_words = others[c] > numbers[c];
        unused.push_back(are_words || (name.empty() && numbers[c] == 0));
        if (are_words && !name.empty()) of_words_.push_back(name);
    }
    if (!has_names_) name_columns(rows);
    for (std::size_t c = 0; c < columns_.size(); ++c)
        if (columns_[c].name.empty()) columns_[c].name = fmt::format("column_{}", fields_[c] + 1);
    for (std::size_t c = columns_.size(); c-- > 0;)
        if (unused[c]) {
            columns_.erase(columns_.begin() + static_cast<std::ptrdiff_t>(c));
            fields_.erase(fields_.begin() + static_cast<std::ptrdiff_t>(c));
        }
}

void TextPointRows::name_columns(const std::vector<std::vector<double>>& rows) {
    const auto of_three = [&](std::size_t first, const auto& fits) {
        return columns_.size() >= first + 3 && !rows.empty() &&
               std::ranges::all_of(rows, [&](const std::vector<double>& row) {
                   return fits(row[first], row[first + 1], row[first + 2]);
               });
    };
    const auto is_byte = [](double v) { return v >= 0 && v <= 255 && v == std::floor(v); };
    const auto are_colors = [&](double r, double g, double b) {
        return is_byte(r) && is_byte(g) && is_byte(b);
    };
    const auto are_normals = [](double x, double y, double z) {
        const double length = std::hypot(x, y, z);
        return std::isnan(length) || length == 0 || std::abs(length - 1) < 0.02;
    };
    for (std::size_t c = 0; c < columns_.size(); ++c)
        columns_[c].name = c < 3 ? std::string(1, "xyz"[c]) : fmt::format("column_{}", c + 1);
    const auto name = [&](std::size_t first, const std::array<const char*, 3>& names) {
        for (std::size_t i = 0; i < 3; ++i) columns_[first + i].name = names[i];
        for (std::size_t i = 0; i < 3 && names[0] == std::string_view("red"); ++i)
            columns_[first + i].type = NumberType::uint8;
    };
    if (of_three(3, are_normals)) name(3, {"nx", "ny", "nz"});
    for (const std::size_t first : {std::size_t{3}, std::size_t{4}, std::size_t{6}})
        if (of_three(first, are_colors) && columns_[first].name.starts_with("column"))
            return name(first, {"red", "green", "blue"});
}

void TextPointRows::start(std::vector<Wanted> wanted) {
    wanted_ = std::move(wanted);
    file_.seek(first_row_);
    done_ = 0;
    line_ = first_line_;
    faults_ = {};
    if (promised_) faults_.missing = *promised_ - count_;
}

/// Returns the next chunk of whole lines.
std::string_view TextPointRows::piece() {
    for (std::size_t size = kTextPieceBytes;; size *= 2) {
        const std::string_view text = file_.at_least(size).substr(0, size);
        if (text.size() < size) return text;
        if (const std::size_t end = last_line_end(text)) return text.substr(0, end);
    }
}

/// Returns the lines of at most one block of rows. Excludes rows of later elements and frames.
std::string_view TextPointRows::next_rows(std::string_view text) const {
    LineReader lines(text);
    const std::size_t most = kMaxTextNumbers / std::max<std::size_t>(wanted_.size(), 1);
    std::uint64_t left = std::min<std::uint64_t>(count_ - done_, std::max<std::size_t>(most, 1));
    while (left > 0) {
        const auto line = lines.next();
        if (!line) return text;
        left -= is_row(*line);
    }
    return text.substr(0, lines.offset());
}

bool TextPointRows::next(PointBlock& block) {
    block.rows = 0;
    block.columns.assign(wanted_.size(), {});
    if (done_ == count_) return false;
    const std::string_view text = next_rows(piece());
    if (text.empty()) return false;
    const PartReader reader(separators_, fields_, columns_, wanted_, width_);
    const std::vector<std::string_view> texts = parts_of(text);
    const auto policy = texts.size() > 1 ? std::launch::async : std::launch::deferred;
    std::vector<std::future<Part>> parts;
    for (const std::string_view part : texts)
        parts.push_back(std::async(policy, [&reader, part] { return reader.read(part); }));
    for (std::future<Part>& each : parts) {
        Part part = each.get();
        const std::uint64_t lines = part.lines;
        append(std::move(part), line_, block, faults_);
        line_ += lines;
    }
    file_.pass(text.size());
    done_ += block.rows;
    return true;
}

double TextPointRows::progress() const noexcept {
    return count_ == 0 ? 1.0 : static_cast<double>(done_) / static_cast<double>(count_);
}

}  // namespace glint
