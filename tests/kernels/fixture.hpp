// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <vector>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <kernels/data_files.hpp>
#include <support/backends.hpp>

namespace glint::test {

/// The CPU in debug mode, which checks every memory access and detects races in shared memory.
constexpr const char* kChecked = "cpu_checked";

/// Backends for kernels whose threads cooperate.
inline auto each_backend_and_checked() {
    std::vector<std::string> names = backend_names();
    if (std::ranges::find(names, "cpu") != names.end()) names.emplace_back(kChecked);
    return testing::ValuesIn(names);
}

/// Checks mean and variance, with bounds that depend on the fourth moment.
template <class T>
void expect_moments(const std::vector<T>& numbers, double mean, double variance, double kurtosis,
                    const std::string& what) {
    const auto n = static_cast<double>(numbers.size());
    double sum = 0, squares = 0;
    for (const T number : numbers) {
        sum += number;
        squares += (number - mean) * (number - mean);
    }
    EXPECT_NEAR(sum / n, mean, 5 * std::sqrt(variance / n)) << what;
    EXPECT_NEAR(squares / n / variance, 1, 5 * std::sqrt((kurtosis - 1) / n)) << what;
}

/// Runs the kernels of one file in data/ on a backend.
class KernelFile : public OnEachBackend {
protected:
    explicit KernelFile(const char* file)
        : program_(device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / file,
                   {.debug = GetParam() == kChecked, .instantiations = instantiations(file)}) {}

    /// Launches kernel(count, in, out) with one thread per element; each thread writes `width`
    /// results.
    template <class Out, class In>
    std::vector<Out> map(const std::string& kernel, const std::vector<In>& in, std::size_t count,
                         std::size_t width = 1) {
        const auto from = to_device(stream_, in);
        DeviceMemory<Out> to(device_, count * width);
        program_.kernel<void(unsigned, const In*, Out*)>(kernel).launch(stream_, threads(count),
                                                                        count, from, to);
        return to_vector(stream_, to);
    }

    /// Launches kernel(in, out) with one block of the given shape.
    template <class Out, class In>
    std::vector<Out> block(const std::string& kernel, driver::Dim3 shape, const std::vector<In>& in,
                           std::size_t out_count) {
        const auto from = to_device(stream_, in);
        DeviceMemory<Out> to(device_, out_count);
        program_.kernel<void(const In*, Out*)>(kernel).launch(
            stream_, {.grid = {1}, .block = shape}, from, to);
        return to_vector(stream_, to);
    }

    Device device_ = Device::open(GetParam() == kChecked ? "cpu" : GetParam());
    Stream stream_{device_};
    Program program_;
};

}  // namespace glint::test
