// SPDX-License-Identifier: MIT
#include <bench/cpu/workload.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/files.hpp>

namespace glint::bench {

Workload::Workload(const Device& device, std::string_view file)
    : program_(device, resource(fmt::format("bench/cpu/kernels/{}", file))) {}

std::string Workload::lowering() const {
    std::vector<std::string> all;
    for (const auto& lowering : lowerings_) all.push_back(lowering());
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return fmt::format("{}", fmt::join(all, "+"));
}

std::vector<CatalogEntry> catalog() {
    std::vector<CatalogEntry> entries;
    add_streaming(entries);
    add_particles(entries);
    add_grids(entries);
    add_counting(entries);
    add_sorting(entries);
    return entries;
}

}  // namespace glint::bench
