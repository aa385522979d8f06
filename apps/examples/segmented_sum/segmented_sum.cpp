// SPDX-License-Identifier: MIT
// Sums of segments, computed in two ways: by a template kernel, which the host instantiates by name
// for a type and sizes, and by a single call of an algorithm.
#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

#include <glint/algorithms/segmented.hpp>
#include <glint/array/array.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/sequence.hpp>
#include <glint/base/files.hpp>
#include <glint/compiler/program.hpp>

#include "../example.hpp"

namespace {

constexpr int kThreads = 128;
constexpr int kItems = 7;
constexpr int kSegment = kThreads * kItems;

std::vector<int> sums_on_host(const std::vector<int>& values) {
    std::vector<int> sums((values.size() + kSegment - 1) / kSegment);
    for (std::size_t i = 0; i < values.size(); ++i) sums[i / kSegment] += values[i];
    return sums;
}

/// Segment i goes from offset i to offset i + 1; the last offset is the end of the last segment.
/// Offsets beyond the end of the array are clamped.
bool are_sums(const glint::Array<int>& values, const std::vector<int>& expected) {
    const auto offsets = glint::arange<int>(values.stream(), expected.size() + 1) * kSegment;
    return std::ranges::equal(glint::segmented_sum(values, offsets).to_vector(), expected);
}

int sum_segments() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    constexpr int n = 1'000'003;  // not a multiple of the segment length

    std::vector<int> host(n);
    for (int i = 0; i < n; ++i) host[i] = i % 1000 - 300;
    const std::vector<int> expected = sums_on_host(host);
    const glint::Array<int> values(stream, host);
    glint::Array<int> sums(stream, expected.size());

    const std::string kernel =
        "segment_sums<int, " + std::to_string(kThreads) + ", " + std::to_string(kItems) + ">";
    glint::Program program(device, glint::resource("apps/examples/segmented_sum/segmented_sum.cu"),
                           {.instantiations = {kernel}});
    const glint::LaunchShape shape{.grid = {static_cast<unsigned>(sums.size())},
                                   .block = {kThreads}};
    program.kernel<void(int, const int*, int*)>(kernel).launch(stream, shape, n, values, sums);

    const bool by_kernel = sums.to_vector() == expected;
    const bool by_call = are_sums(values, expected);
    std::printf("%zu sums of %d elements on %s: by %s %s, by segmented_sum %s\n", expected.size(),
                kSegment, device.name().c_str(), kernel.c_str(), example::verdict(by_kernel),
                example::verdict(by_call));
    return example::status(by_kernel && by_call);
}

}  // namespace

int main() { return example::run(sum_segments); }
