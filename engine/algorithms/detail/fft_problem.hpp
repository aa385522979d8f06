// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include <glint/array/layout.hpp>
#include <glint/driver/stream.hpp>

namespace glint::detail {

enum class FftKind : std::uint8_t { forward, inverse, real_forward, real_inverse };

inline bool is_inverse(FftKind kind) {
    return kind == FftKind::inverse || kind == FftKind::real_inverse;
}

/// A transformed dimension, or a dimension along which transforms repeat. `from` and `to` are the
/// strides of the input and of the output, in elements.
struct FftLoop {
    std::size_t length = 0;  ///< in a real transform, the length on the real side
    std::ptrdiff_t from = 0;
    std::ptrdiff_t to = 0;

    friend bool operator==(const FftLoop&, const FftLoop&) = default;
};

/// A discrete Fourier transform with arbitrary strides, without scaling. In real transforms, the
/// complex side has only the first half of the elements along the last of `axes`.
struct FftProblem {
    FftKind kind = FftKind::forward;
    bool is_double = false;
    PerAxis<FftLoop> axes{};
    PerAxis<FftLoop> batches{};

    friend bool operator==(const FftProblem&, const FftProblem&) = default;
};

/// A library that computes transforms on one device and caches its plans. Several threads may use
/// it at once.
class FftLibrary {
public:
    virtual ~FftLibrary() = default;
    /// True if the library supports this layout, starting at `from`.
    virtual bool takes(const FftProblem& problem, const void* from) const = 0;
    /// Queues the transform. A complex-to-real transform may overwrite `from`.
    /// Throws Error(unsupported) if the library is missing.
    virtual void run(Stream& stream, const FftProblem& problem, const void* from, void* to) = 0;
};

FftLibrary& fft_library_of(const Device& device);

/// A layout in cuFFT's terms: nested rows of `embed` elements. Adjacent elements are `stride`
/// apart, and transforms are `distance` apart.
struct FftEmbedding {
    PerAxis<std::int64_t> embed{};
    std::int64_t stride = 1;
    std::int64_t distance = 0;
};

/// The layouts of the input and the output, and the number of transforms. embeddings_of() returns
/// nothing if cuFFT cannot express the layouts.
struct FftEmbeddings {
    FftEmbedding from, to;
    std::int64_t count = 1;
};
std::optional<FftEmbeddings> embeddings_of(const FftProblem& problem);

/// A cache of the most recently used plans.
template <class Key, class Plan>
class FftPlans {
public:
    /// Returns the cached plan for `key`. If no plan is cached, calls `make()`, which returns a
    /// shared_ptr, and stores its plan.
    template <class Make>
    std::shared_ptr<Plan> get(const Key& key, Make&& make) {
        const std::lock_guard lock(mutex_);
        for (std::size_t i = plans_.size(); i-- > 0;)
            if (plans_[i].first == key) return used(i);
        std::shared_ptr<Plan> plan = make();
        if (plans_.size() == kMax) plans_.erase(plans_.begin());
        plans_.emplace_back(key, plan);
        return plan;
    }

private:
    static constexpr std::size_t kMax = 64;

    // The most recently used plan is last.
    std::shared_ptr<Plan> used(std::size_t place) {
        if (place + 1 != plans_.size()) {
            auto entry = std::move(plans_[place]);
            plans_.erase(plans_.begin() + static_cast<std::ptrdiff_t>(place));
            plans_.push_back(std::move(entry));
        }
        return plans_.back().second;
    }

    std::mutex mutex_;
    std::vector<std::pair<Key, std::shared_ptr<Plan>>> plans_;
};

}  // namespace glint::detail
