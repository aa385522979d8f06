// SPDX-License-Identifier: MIT
// Sorting workloads: a pass of a radix sort, and Batcher's bitonic sort.
#include <bench/cpu/data.hpp>
#include <bench/cpu/workload.hpp>

namespace glint::bench {
namespace {

class RadixPass : public Workload {
public:
    explicit RadixPass(const Device& device)
        : Workload(device, "radix.cu"),
          keys_(random_integers<unsigned>(device, kCount)),
          counts_(device, kDigits * kTiles),
          sorted_(device, kCount) {}

    void reset() override {
        spoil(counts_);
        spoil(sorted_);
    }
    void launch(Stream& stream) override {
        const LaunchShape tiles{.grid = {kTiles}, .block = {kBlock}};
        count_.launch(stream, tiles, kShift, keys_, counts_);
        scan_.launch(stream, {.grid = {1}, .block = {kMaxThreads}}, kDigits * kTiles, counts_);
        scatter_.launch(stream, tiles, kShift, keys_, counts_, sorted_);
    }
    void run(const ReferenceLibrary& references) override {
        references.radix(kCount, kShift, keys_.data(), sorted_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<unsigned> wanted(view(keys_).begin(), view(keys_).end());
        std::ranges::stable_sort(wanted, {}, [](unsigned key) { return key >> kShift & 15; });
        return difference<unsigned>(view(sorted_), wanted);
    }

private:
    using Count = void(unsigned, const unsigned*, unsigned*);
    using Scatter = void(unsigned, const unsigned*, const unsigned*, unsigned*);
    static constexpr unsigned kCount = 1u << 22;
    static constexpr unsigned kShift = 8;
    static constexpr unsigned kDigits = 16;
    static constexpr unsigned kBlock = 256;
    static constexpr unsigned kMaxThreads = 1024;
    static constexpr unsigned kTiles = kCount / (16 * kBlock);  // 16 keys per thread

    WatchedKernel<Count> count_ = kernel<Count>("radix_count");
    WatchedKernel<void(unsigned, unsigned*)> scan_ =
        kernel<void(unsigned, unsigned*)>("radix_scan");
    WatchedKernel<Scatter> scatter_ = kernel<Scatter>("radix_scatter");
    DeviceMemory<unsigned> keys_;
    DeviceMemory<unsigned> counts_;
    DeviceMemory<unsigned> sorted_;
};

class BitonicSort : public Workload {
public:
    explicit BitonicSort(const Device& device)
        : Workload(device, "bitonic.cu"),
          start_(random_integers<unsigned>(device, kCount)),
          keys_(device, kCount) {}

    void reset() override { restore(); }
    void restore() override { std::ranges::copy(view(start_), keys_.data()); }
    void launch(Stream& stream) override {
        const LaunchShape tiles = threads(kCount, kTile);
        tiles_.launch(stream, tiles, keys_);
        for (unsigned size = 2 * kTile; size <= kCount; size *= 2) {
            for (unsigned stride = size / 2; stride >= kTile; stride /= 2)
                stride_.launch(stream, threads(kCount / 2, 256u), size, stride, keys_);
            merge_.launch(stream, tiles, size, keys_);
        }
    }
    void run(const ReferenceLibrary& references) override {
        references.bitonic(kCount, keys_.data());
    }
    std::optional<std::string> mistake() const override {
        std::vector<unsigned> wanted(view(start_).begin(), view(start_).end());
        std::ranges::sort(wanted);
        return difference<unsigned>(view(keys_), wanted);
    }

private:
    static constexpr unsigned kCount = 1u << 20;
    static constexpr unsigned kTile = 1024;

    WatchedKernel<void(unsigned*)> tiles_ = kernel<void(unsigned*)>("bitonic_tiles");
    WatchedKernel<void(unsigned, unsigned, unsigned*)> stride_ =
        kernel<void(unsigned, unsigned, unsigned*)>("bitonic_stride");
    WatchedKernel<void(unsigned, unsigned*)> merge_ =
        kernel<void(unsigned, unsigned*)>("bitonic_merge");
    DeviceMemory<unsigned> start_;
    DeviceMemory<unsigned> keys_;
};

}  // namespace

void add_sorting(std::vector<CatalogEntry>& entries) {
    entries.push_back(entry<RadixPass>("radix_pass", "2^22, 4 bits", target::kBarriers));
    entries.push_back(entry<BitonicSort>("bitonic_sort", "2^20, 66 launches", target::kBarriers));
}

}  // namespace glint::bench
