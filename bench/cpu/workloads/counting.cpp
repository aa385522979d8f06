// SPDX-License-Identifier: MIT
// Workloads that count before they write: the scan in three kernels, and the histogram.
#include <numeric>

#include <bench/cpu/data.hpp>
#include <bench/cpu/workload.hpp>

namespace glint::bench {
namespace {

class Scan : public Workload {
public:
    explicit Scan(const Device& device)
        : Workload(device, "scan.cu"),
          values_(random_integers<unsigned>(device, kCount)),
          scanned_(device, kCount),
          sums_(device, kTiles) {}

    void reset() override {
        spoil(scanned_);
        spoil(sums_);
    }
    void launch(Stream& stream) override {
        const LaunchShape tiles{.grid = {kTiles}, .block = {kBlock}};
        sum_tiles_.launch(stream, tiles, values_, sums_);
        scan_sums_.launch(stream, {.grid = {1}, .block = {kMaxThreads}}, kTiles, sums_);
        scan_tiles_.launch(stream, tiles, values_, sums_, scanned_);
    }
    void run(const ReferenceLibrary& references) override {
        references.scan(kCount, values_.data(), scanned_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<unsigned> wanted(kCount);
        const auto values = view(values_);
        std::partial_sum(values.begin(), values.end(), wanted.begin());
        return difference<unsigned>(view(scanned_), wanted);
    }

private:
    static constexpr unsigned kCount = 1u << 22;
    static constexpr unsigned kBlock = 512;
    static constexpr unsigned kTiles = kCount / (4 * kBlock);  // 4 numbers per thread
    static constexpr unsigned kMaxThreads = 1024;

    WatchedKernel<void(const unsigned*, unsigned*)> sum_tiles_ =
        kernel<void(const unsigned*, unsigned*)>("sum_tiles");
    WatchedKernel<void(unsigned, unsigned*)> scan_sums_ =
        kernel<void(unsigned, unsigned*)>("scan_sums");
    WatchedKernel<void(const unsigned*, const unsigned*, unsigned*)> scan_tiles_ =
        kernel<void(const unsigned*, const unsigned*, unsigned*)>("scan_tiles");
    DeviceMemory<unsigned> values_;
    DeviceMemory<unsigned> scanned_;
    DeviceMemory<unsigned> sums_;
};

class Histogram : public Workload {
public:
    explicit Histogram(const Device& device)
        : Workload(device, "histogram.cu"),
          values_(random_integers<unsigned char>(device, kCount)),
          bins_(device, kBins) {}

    void reset() override { spoil(bins_); }
    void launch(Stream& stream) override {
        fill(stream, bins_.span(), 0u);
        kernel_.launch(stream, {.grid = {kBlocks}, .block = {kBins}}, kCount, values_, bins_);
    }
    void run(const ReferenceLibrary& references) override {
        references.histogram(kCount, values_.data(), bins_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<unsigned> wanted(kBins);
        for (const unsigned char value : view(values_)) ++wanted[value];
        return difference<unsigned>(view(bins_), wanted);
    }

private:
    using Count = void(std::size_t, const unsigned char*, unsigned*);
    static constexpr std::size_t kCount = std::size_t{1} << 24;
    static constexpr unsigned kBins = 256;
    static constexpr unsigned kBlocks = 1024;

    WatchedKernel<Count> kernel_ = kernel<Count>("histogram");
    DeviceMemory<unsigned char> values_;
    DeviceMemory<unsigned> bins_;
};

}  // namespace

void add_counting(std::vector<CatalogEntry>& entries) {
    entries.push_back(entry<Scan>("scan", "2^22, 512", target::kBarriers));
    entries.push_back(entry<Histogram>("histogram", "2^24, 1024 x 256", target::kBarriers));
}

}  // namespace glint::bench
