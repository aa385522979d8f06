// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glint/formats/point_rows.hpp>
#include <glint/studio/state/cloud_input.hpp>

namespace glint::studio {

/// Finds, counts, and reports faults in point data: NaN, infinity, invalid normals, and numbers
/// that do not fit the type of a field.
class CloudFaults {
public:
    /// `rows` must outlive this object.
    explicit CloudFaults(const PointRows& rows) : rows_(rows) {}

    /// Makes count() check a field. `columns` are the indices of the field's columns in a
    /// PointBlock.
    void watch(const CloudInput::Part& part, const std::vector<std::size_t>& columns,
               bool are_places);
    /// Counts faults in the first `rows` rows of a block.
    void count(const PointBlock& block, std::size_t rows);
    /// Counts numbers of a file column that were replaced because the field's type cannot hold
    /// them.
    void add_changed(std::size_t column, const std::string& type, std::uint64_t numbers);
    /// Logs a warning for each kind of fault among `points` points, and a message about content of
    /// the file that was not read.
    void report(const std::string& file, std::size_t points, const RowFaults& faults) const;

private:
    struct Watched {
        std::string name;
        std::size_t column = 0;
        std::uint64_t missing = 0;
    };

    void count_places(const PointBlock& block, std::size_t rows);
    void count_normals(const PointBlock& block, std::size_t rows);

    const PointRows& rows_;
    std::vector<std::size_t> places_;
    std::vector<std::size_t> normals_;  // nx, ny and nz
    std::vector<Watched> numbers_;
    struct Changed {
        std::string type;
        std::uint64_t numbers = 0;
    };
    std::map<std::size_t, Changed> changed_;  // by column of the file
    std::uint64_t nowhere_ = 0, infinite_ = 0, bad_normals_ = 0;
};

}  // namespace glint::studio
