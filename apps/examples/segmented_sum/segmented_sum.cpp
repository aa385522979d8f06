// A template kernel, instantiated by name for the type and the sizes that the host wants.
#include <cstdio>
#include <string>
#include <vector>

#include <glint/array/array.hpp>
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

int sum_segments() {
    const auto device = glint::Device::open();
    glint::Stream stream(device);
    constexpr int n = 1'000'003;  // the last segment is not full

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

    const bool right = sums.to_vector() == expected;
    std::printf("%zu sums of %d elements by %s on %s: %s\n", expected.size(), kSegment,
                kernel.c_str(), device.name().c_str(), example::verdict(right));
    return example::status(right);
}

}  // namespace

int main() { return example::run(sum_segments); }
