// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include <glint/base/formats/point_rows.hpp>
#include <glint/studio/state/cloud_input.hpp>

namespace glint::studio {

/// Finds, counts and tells what of points is no number.
class CloudFaults {
public:
    /// Of these rows, which have to outlive it.
    explicit CloudFaults(const PointRows& rows) : rows_(rows) {}

    /// A field, with the indices that its columns have in the blocks.
    void watch(const CloudInput::Part& part, const std::vector<std::size_t>& columns,
               bool are_places);
    /// The first rows of a block.
    void count(const PointBlock& block, std::size_t rows);
    /// Numbers of a column of the file that were replaced by others that the field's type holds.
    void add_changed(std::size_t column, const std::string& type, std::uint64_t numbers);
    /// Writes a warning for each fault, of `points` points, and a line for what was left out.
    void tell(const std::string& operation, std::size_t points, const RowFaults& faults) const;

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
    std::map<std::size_t, Changed> changed_;  // by the column of the file
    std::uint64_t nowhere_ = 0, infinite_ = 0, bad_normals_ = 0;
};

}  // namespace glint::studio
