// SPDX-License-Identifier: MIT
#include "rows.hpp"

namespace glint::bench::openmp {
namespace {

constexpr std::array kParts{expression_rows, layout_rows, random_rows,
                            reduction_rows,  scan_rows,   sort_rows};

}  // namespace

Run* openmp_array_row(const char* name) {
    for (const auto& part : kParts)
        for (const Row& row : part())
            if (row.name == name) return row.run;
    return nullptr;
}

}  // namespace glint::bench::openmp
