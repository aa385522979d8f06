// SPDX-License-Identifier: MIT
#include <glint/studio/state/cloud_input.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <type_traits>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/state/detail/cloud_faults.hpp>
#include <glint/studio/state/detail/column_names.hpp>
#include <glint/studio/state/detail/load_progress.hpp>
#include <glint/studio/state/detail/point_order.hpp>
#include <glint/studio/state/detail/stored_numbers.hpp>
#include <glint/studio/state/detail/table_inputs.hpp>
#include <glint/studio/state/state.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kSortedAtOnce = std::size_t{1} << 25;
constexpr double kRounding = 0.5;  // tolerance for rounding errors of scaled colors

std::string operation_on(const std::filesystem::path& file) {
    return fmt::format("read points from '{}'", file.string());
}

bool is_integer(const ElementType& type) {
    return !type.is_struct && type.parts.front().components == 1 &&
           is_integer(type.parts.front().scalar);
}

/// Stores the numbers of one component, `stride` bytes apart. Integer types store the nearest
/// value, and 0 for NaN. Returns the number of values that changed by more than `tolerance`.
template <class T>
std::uint64_t put_as(std::span<const float> values, std::byte* to, std::size_t stride,
                     double tolerance) {
    std::uint64_t changed = 0;
    for (const float value : values) {
        T stored{};
        if constexpr (std::is_floating_point_v<T>) {
            stored = static_cast<T>(value);
        } else {
            const double least = static_cast<double>(std::numeric_limits<T>::lowest());
            const double most = static_cast<double>(std::numeric_limits<T>::max());
            const double whole = std::round(static_cast<double>(value));
            stored = std::isnan(whole) ? T{}
                     : whole <= least  ? std::numeric_limits<T>::lowest()
                     : whole >= most   ? std::numeric_limits<T>::max()
                                       : static_cast<T>(whole);
            changed +=
                std::abs(static_cast<double>(stored) - static_cast<double>(value)) > tolerance;
        }
        std::memcpy(to, &stored, sizeof(T));
        to += stride;
    }
    return changed;
}

std::uint64_t put(std::span<const float> values, ScalarType type, std::byte* to, std::size_t stride,
                  double tolerance, const std::string& operation) {
    return visit_scalar(type, [&]<class T>() -> std::uint64_t {
        if constexpr (std::is_arithmetic_v<T>)
            if (type != ScalarType::boolean) return put_as<T>(values, to, stride, tolerance);
        throw Error(
            ErrorCode::unsupported, operation,
            "large point files can be read only into fields of integers, floats and doubles");
    });
}

/// Selects `taken` rows of a file: divides the file into `taken` equal parts, and selects one
/// pseudorandom row of each part.
class Thinning {
public:
    Thinning(std::uint64_t rows, std::uint64_t taken) : rows_(rows), taken_(taken) { choose(); }

    /// Sets `chosen` to the indices of the selected rows among the next `count` rows.
    void take(std::size_t count, std::vector<std::uint32_t>& chosen) {
        chosen.clear();
        for (; part_ < taken_ && row_ < passed_ + count; choose())
            chosen.push_back(static_cast<std::uint32_t>(row_ - passed_));
        passed_ += count;
    }
    bool takes_all() const noexcept { return rows_ == taken_; }

private:
    void choose() {
        ++part_;
        if (part_ >= taken_) return;
        const std::uint64_t begin = part_ * rows_ / taken_, end = (part_ + 1) * rows_ / taken_;
        std::uint64_t random = (part_ + 1) * 0x9e3779b97f4a7c15u;
        random = (random ^ random >> 30) * 0xbf58476d1ce4e5b9u;
        random = (random ^ random >> 27) * 0x94d049bb133111ebu;
        row_ = begin + (random ^ random >> 31) % (end - begin);
    }

    std::uint64_t rows_, taken_;
    std::uint64_t part_ = ~std::uint64_t{0};  // choose() increments it to 0
    std::uint64_t row_ = 0;
    std::uint64_t passed_ = 0;
};

/// The bounding box of all finite positions in a batch of points that are sorted together.
struct RunBox {
    glm::vec3 low{std::numeric_limits<float>::max()};
    glm::vec3 high{std::numeric_limits<float>::lowest()};

    void add(std::size_t axis, std::span<const float> values) {
        auto& least = low[static_cast<int>(axis)];
        auto& greatest = high[static_cast<int>(axis)];
        for (const float value : values) {
            if (!std::isfinite(value)) continue;
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
    }
    view::Box box() const { return high.x < low.x ? view::Box{} : view::Box{low, high}; }
};

class Loader {
public:
    Loader(const Declaration& declaration, CloudInput& cloud, Stream& stream, State& state)
        : cloud_(cloud),
          stream_(stream),
          operation_(operation_on(cloud.file)),
          count_(state.extents(cloud.parts.front().place.structure).count()),
          thinning_(cloud.rows->count(), count_),
          order_(stream),
          faults_(*cloud.rows) {
        for (const CloudInput::Part& part : cloud.parts)
            fields_.push_back(
                {static_cast<std::byte*>(state.data(part.place)),
                 declaration.structures[part.place.structure].fields[part.place.field].type});
        choose_columns();
    }

    void load() {
        LoadProgress progress(cloud_.file.filename().string());
        PointBlock block;
        cloud_.rows->start(wanted_);
        while (cloud_.rows->next(block)) {
            add(block);
            progress.show(cloud_.rows->progress());
        }
        sort_run();
        stream_.synchronize();
        faults_.report(cloud_.file.string(), count_, cloud_.rows->faults());
    }

private:
    /// Returns the index of a column in `wanted_`. Each column is read only once, even if several
    /// fields use it.
    std::size_t wanted_index(std::size_t column) {
        const auto known = std::ranges::find(wanted_, column, &PointRows::Wanted::column);
        if (known != wanted_.end()) return static_cast<std::size_t>(known - wanted_.begin());
        wanted_.push_back({.column = column, .less = origin_of(cloud_.rows->columns()[column])});
        return wanted_.size() - 1;
    }

    void choose_columns() {
        for (const CloudInput::Part& part : cloud_.parts) {
            std::vector<std::size_t>& indices = columns_.emplace_back();
            for (const std::size_t column : part.columns) indices.push_back(wanted_index(column));
            faults_.watch(part, indices, &part == &cloud_.parts[cloud_.places]);
        }
    }

    void add(PointBlock& block) {
        thinning_.take(block.rows, chosen_);
        first_row_ += block.rows;
        if (chosen_.empty()) return;
        if (!thinning_.takes_all())
            for (std::vector<float>& column : block.columns) pick(column);
        faults_.count(block, chosen_.size());
        for (std::size_t axis = 0; axis < columns_[cloud_.places].size() && axis < 3; ++axis)
            box_.add(axis, values(block, columns_[cloud_.places][axis]));
        for (std::size_t i = 0; i < fields_.size(); ++i) fill(block, i, first_row_ - block.rows);
        filled_ += chosen_.size();
        if (filled_ - run_begin_ >= kSortedAtOnce) sort_run();
    }

    void pick(std::vector<float>& column) const {
        for (std::size_t i = 0; i < chosen_.size(); ++i) column[i] = column[chosen_[i]];
    }

    std::span<const float> values(const PointBlock& block, std::size_t index) const {
        return std::span(block.columns[index]).first(chosen_.size());
    }

    void fill(const PointBlock& block, std::size_t i, std::uint64_t first_row) {
        const ElementType& type = fields_[i].type;
        const ElementType::Part& part = type.parts.front();
        const std::size_t each = type.size_bytes / part.components;
        staged_.assign(chosen_.size() * type.size_bytes, std::byte{0});
        if (columns_[i].empty()) put_rows(first_row);
        for (unsigned c = 0; c < part.components && !columns_[i].empty(); ++c) {
            std::byte* const to = staged_.data() + c * each;
            const bool is_color = cloud_.parts[i].is_color;
            if (c < columns_[i].size())
                faults_.add_changed(cloud_.parts[i].columns[c], type.name,
                                    put(scaled(values(block, columns_[i][c]), i, c), part.scalar,
                                        to, type.size_bytes, is_color ? kRounding : 0, operation_));
            else if (is_color)
                put(filled_with(full(part.scalar)), part.scalar, to, type.size_bytes, kRounding,
                    operation_);
        }
        upload(stream_,
               DeviceSpan<std::byte>(fields_[i].data + filled_ * type.size_bytes, staged_.size()),
               staged_);
        stream_.synchronize();  // staged_ is reused only after the copy
    }

    /// Stages the row numbers. Copies the first bytes of each number, which are the low bytes,
    /// because glint runs only on little-endian machines.
    void put_rows(std::uint64_t first_row) {
        const std::size_t each = staged_.size() / chosen_.size();
        for (std::size_t i = 0; i < chosen_.size(); ++i) {
            const std::uint64_t row = first_row + chosen_[i];
            std::memcpy(staged_.data() + i * each, &row, std::min(each, sizeof(row)));
        }
    }

    static float full(ScalarType scalar) { return is_floating(scalar) ? 1.0f : 255.0f; }

    std::span<const float> filled_with(float value) {
        scratch_.assign(chosen_.size(), value);
        return scratch_;
    }

    /// Scales a color component from the range of its column to that of the field. Returns other
    /// values unchanged.
    std::span<const float> scaled(std::span<const float> values, std::size_t i, unsigned c) {
        if (!cloud_.parts[i].is_color) return values;
        const float factor =
            full(fields_[i].type.parts.front().scalar) / white(cloud_.parts[i].columns, c);
        if (factor == 1.0f) return values;
        scratch_.resize(values.size());
        std::ranges::transform(values, scratch_.begin(),
                               [&](float value) { return factor * value; });
        return scratch_;
    }

    /// Returns the value that means full intensity in the column of color component `c`. The value
    /// depends on the column's type and on the largest value at the start of the file.
    float white(const std::vector<std::size_t>& columns, unsigned c) const {
        const auto& all = cloud_.rows->columns();
        const NumberType type = all[columns[c]].type;
        if (type == NumberType::uint8) return 255.0f;
        double most = all[columns[c]].greatest;
        for (std::size_t i = 0; i < 3 && c < 3; ++i)
            most = std::max(most, all[columns[i]].greatest);
        if (type == NumberType::uint16 || most > 255) return 65535.0f;
        return most > 1 || !is_float(type) ? 255.0f : 1.0f;
    }

    void sort_run() {
        if (count_ >= kSortedPoints)
            order_.sort(fields_, fields_[cloud_.places], run_begin_, filled_ - run_begin_,
                        box_.box());
        run_begin_ = filled_;
        box_ = {};
    }

    CloudInput& cloud_;
    Stream& stream_;
    std::string operation_;
    std::size_t count_;
    Thinning thinning_;
    PointOrder order_;
    CloudFaults faults_;
    std::vector<PointField> fields_;
    std::vector<PointRows::Wanted> wanted_;
    std::vector<std::vector<std::size_t>> columns_;  // for each part, indices into wanted_
    std::vector<std::uint32_t> chosen_;
    std::vector<std::byte> staged_;
    std::vector<float> scratch_;
    std::uint64_t first_row_ = 0;
    std::size_t filled_ = 0, run_begin_ = 0;
    RunBox box_;
};

/// Logs a warning for each field whose column contains words instead of numbers.
void report_words(const Declaration& declaration, std::span<const CloudInput::Part> parts,
                  const PointRows& rows, const std::string& file) {
    if (rows.of_words().empty()) return;
    std::vector<std::string> names = rows.column_names();
    names.insert(names.end(), rows.of_words().begin(), rows.of_words().end());
    const ColumnNames all(names);
    const std::size_t structure = parts.front().place.structure;
    const std::vector<Field>& fields = declaration.structures[structure].fields;
    for (std::size_t f = 0; f < fields.size(); ++f) {
        const auto is_read = [&](const CloudInput::Part& part) { return part.place.field == f; };
        if (std::ranges::any_of(parts, is_read)) continue;
        if (match_columns(declaration, {structure, f}, all))
            log::warning(fmt::format(
                "{}: ignoring the column of field '{}', which contains text instead of numbers",
                file, fields[f].name));
    }
}

/// Returns the parts of the first list that has fields whose names match the columns.
std::vector<CloudInput::Part> find_parts(const Declaration& declaration, const PointRows& rows) {
    const ColumnNames names(rows.column_names());
    std::vector<CloudInput::Part> parts;
    for (std::size_t s = 0; s < declaration.structures.size() && parts.empty(); ++s) {
        if (!declaration.structures[s].is_list()) continue;
        const std::vector<Field>& fields = declaration.structures[s].fields;
        for (std::size_t f = 0; f < fields.size(); ++f) {
            const Declaration::Place place{s, f};
            if (const auto match = match_columns(declaration, place, names))
                parts.push_back({place, match->columns, match->is_color});
            else if (fields[f].name == "row" && is_integer(fields[f].type))
                parts.push_back({place, {}, false});
        }
    }
    return parts;
}

}  // namespace

double origin_of(const PointColumn& column) {
    constexpr double kFar = 10'000, kRound = 1'000;  // a float resolves millimeters up to kFar
    const std::string name = text::lower_case(column.name);
    const bool is_place = name == "x" || name == "y" || name == "z";
    const bool is_finer = column.type == NumberType::float64 || column.type == NumberType::int64 ||
                          column.type == NumberType::uint64 || column.type == NumberType::int32 ||
                          column.type == NumberType::uint32;
    if (!is_place || !is_finer || !(std::abs(column.first) >= kFar)) return 0;
    return kRound * std::round(column.first / kRound);
}

std::vector<Input> read_cloud_input(const Declaration& declaration, const std::string& file,
                                    const std::string& text) {
    const auto cloud = std::make_shared<CloudInput>();
    cloud->file = file;
    cloud->rows = open_point_rows(file);
    cloud->parts = find_parts(declaration, *cloud->rows);
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::bad_input, fmt::format("read input '{}'", text), reason);
    };
    if (cloud->parts.empty()) refuse("no list has fields with the names of the file's columns");
    report_words(declaration, cloud->parts, *cloud->rows, file);
    const std::size_t structure = cloud->parts.front().place.structure;
    const auto places = place_field(declaration, structure);
    const auto found = std::ranges::find_if(cloud->parts, [&](const CloudInput::Part& part) {
        return part.place.field == places && !part.columns.empty();
    });
    if (found == cloud->parts.end())
        refuse(fmt::format("the list '{}' has no field for the positions of the points",
                           declaration.structures[structure].name));
    cloud->places = static_cast<std::size_t>(found - cloud->parts.begin());
    std::vector<Input> inputs;
    for (const CloudInput::Part& part : cloud->parts)
        inputs.push_back({.place = part.place,
                          .extents = {static_cast<std::size_t>(cloud->rows->count()), 1, 1},
                          .elements = {},
                          .text = text,
                          .cloud = cloud});
    return inputs;
}

void load_cloud(const Declaration& declaration, CloudInput& cloud, Stream& stream, State& state) {
    const std::size_t structure = cloud.parts.front().place.structure;
    const std::size_t count = state.extents(structure).count();
    if (count > cloud.rows->count())
        throw Error(ErrorCode::bad_input, operation_on(cloud.file),
                    fmt::format("the file has {}, but the list '{}' has {}. Use a list with at "
                                "most as many points as the file",
                                text::counted(cloud.rows->count(), "point"),
                                declaration.structures[structure].name, count));
    Loader(declaration, cloud, stream, state).load();
}

std::size_t cloud_bytes(std::size_t points, std::size_t point_bytes, std::size_t largest) {
    const std::size_t sorted = points < kSortedPoints ? 0 : std::min(points, kSortedAtOnce);
    return points * point_bytes + PointOrder::extra_bytes(sorted, largest);
}

}  // namespace glint::studio
