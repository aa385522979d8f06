// SPDX-License-Identifier: MIT
// Memory-bound workloads: saxpy, and three kernels that sum numbers.
#include <numeric>

#include <bench/cpu/data.hpp>
#include <bench/cpu/workload.hpp>

namespace glint::bench {
namespace {

constexpr std::size_t kCount = std::size_t{1} << 24;
constexpr unsigned kStreamBlock = 256;
constexpr unsigned kStridedBlocks = 1024;

class Saxpy : public Workload {
public:
    explicit Saxpy(const Device& device)
        : Workload(device, "saxpy.cu"),
          x_(random_floats(device, kCount, -1, 1, 1)),
          start_(random_floats(device, kCount, -1, 1, 2)),
          y_(device, kCount) {}

    void reset() override { std::ranges::copy(view(start_), y_.data()); }
    void launch(Stream& stream) override {
        kernel_.launch(stream, threads(kCount, kStreamBlock), kCount, kFactor, x_, y_);
    }
    void run(const ReferenceLibrary& references) override {
        references.saxpy(kCount, kFactor, x_.data(), y_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<double> wanted(kCount);
        for (std::size_t i = 0; i < kCount; ++i)
            wanted[i] = static_cast<double>(kFactor) * x_.data()[i] + start_.data()[i];
        // The result has two rounding errors, of numbers below 2.
        return difference(view(y_), wanted, {.absolute = 3e-7});
    }

private:
    static constexpr float kFactor = 0.75f;

    WatchedKernel<void(std::size_t, float, const float*, float*)> kernel_ =
        kernel<void(std::size_t, float, const float*, float*)>("saxpy");
    DeviceMemory<float> x_;
    DeviceMemory<float> start_;
    DeviceMemory<float> y_;
};

class Reduce : public Workload {
public:
    Reduce(const Device& device, const char* name, unsigned blocks)
        : Workload(device, "reduce.cu"),
          kernel_(kernel<void(std::size_t, const float*, float*)>(name)),
          blocks_(blocks),
          values_(random_floats(device, kCount, 0, 1)),
          total_(device, 1) {}

    void reset() override { spoil(total_); }
    void launch(Stream& stream) override {
        fill(stream, total_.span(), 0);
        kernel_.launch(stream, {.grid = {blocks_}, .block = {kStreamBlock}}, kCount, values_,
                       total_);
    }
    void run(const ReferenceLibrary& references) override {
        *total_.data() = references.reduce(kCount, values_.data());
    }
    std::optional<std::string> mistake() const override {
        const auto values = view(values_);
        const std::vector<double> wanted{std::accumulate(values.begin(), values.end(), 0.0)};
        // The tolerance is wide, because the references add up to a million numbers in a single
        // float.
        return difference(view(total_), wanted, {.relative = 1e-4});
    }

private:
    WatchedKernel<void(std::size_t, const float*, float*)> kernel_;
    unsigned blocks_;
    DeviceMemory<float> values_;
    DeviceMemory<float> total_;
};

}  // namespace

void add_streaming(std::vector<CatalogEntry>& entries) {
    constexpr unsigned kOneEach = kCount / kStreamBlock;
    entries.push_back(entry<Saxpy>("saxpy", "2^24, 256", target::kPlain));
    entries.push_back(entry<Reduce>("reduce_one_each", "2^24, 256", target::kReduction,
                                    "reduce_one_each", kOneEach));
    entries.push_back(entry<Reduce>("reduce_strided", "2^24, 1024 x 256", target::kReduction,
                                    "reduce_strided", kStridedBlocks));
    entries.push_back(entry<Reduce>("reduce_shuffled", "2^24, 1024 x 256", target::kReduction,
                                    "reduce_shuffled", kStridedBlocks));
}

}  // namespace glint::bench
