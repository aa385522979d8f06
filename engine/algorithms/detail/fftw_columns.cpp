// SPDX-License-Identifier: MIT
#include <glint/algorithms/detail/fftw_columns.hpp>

#include <algorithm>
#include <complex>
#include <cstdlib>
#include <memory>
#include <new>
#include <thread>

#include <glint/base/ceil_div.hpp>

namespace glint::detail {
namespace {

constexpr std::size_t kColumns = 16;  // 16 complex floats are 128 adjacent bytes
// Padding in elements, so that neighboring rows do not map to the same cache set.
constexpr std::size_t kBetweenRows = 8;
constexpr std::align_val_t kAlignment{64};

struct Free {
    void operator()(void* memory) const { ::operator delete(memory, kAlignment); }
};
using Buffer = std::unique_ptr<void, Free>;

Buffer buffer_of(std::size_t pitch, bool is_double) {
    const std::size_t bytes = kColumns * pitch * (is_double ? 16 : 8);
    Buffer buffer(::operator new(bytes, kAlignment));
    std::fill_n(static_cast<std::byte*>(buffer.get()), bytes, std::byte{});
    return buffer;
}

// Returns the transform of the buffer's rows. The plan is made for an in-place transform at address
// 0. It is valid for every buffer, because address 0 has the same alignment as the buffers.
FftProblem rows_of(const FftProblem& problem, std::size_t pitch) {
    const auto step = static_cast<std::ptrdiff_t>(pitch);
    FftProblem rows{.kind = problem.kind, .is_double = problem.is_double};
    rows.axes.append({problem.axes[0].length, 1, 1});
    rows.batches.append({kColumns, step, step});
    return rows;
}

// Returns the row pitch in elements: a multiple of 8, so that all rows are aligned.
std::size_t pitch_of(std::size_t length) { return length / 8 * 8 + 8 + kBetweenRows; }

}  // namespace

FftwColumns::FftwColumns(const FftProblem& problem, unsigned threads)
    : is_double_(problem.is_double),
      axis_(problem.axes[0]),
      across_{1, 0, 0},
      pitch_(pitch_of(axis_.length)),
      threads_(threads),
      rows_(rows_of(problem, pitch_), nullptr, nullptr, 1) {
    const auto nearer = [](const FftLoop& a, const FftLoop& b) {
        return std::abs(a.to) < std::abs(b.to);
    };
    const auto nearest = std::ranges::min_element(problem.batches, nearer);
    for (const FftLoop& loop : problem.batches)
        if (&loop != nearest) others_.append(loop);
    if (nearest != problem.batches.end()) across_ = *nearest;
    blocks_ = ceil_div(across_.length, kColumns);
    for (const FftLoop& loop : others_) blocks_ *= loop.length;
}

FftwColumns::Place FftwColumns::place_of(std::size_t block) const {
    const std::size_t blocks_across = ceil_div(across_.length, kColumns);
    const std::size_t first = block % blocks_across * kColumns;
    const auto skipped = static_cast<std::ptrdiff_t>(first);
    Place place{skipped * across_.from, skipped * across_.to,
                std::min(kColumns, across_.length - first)};
    std::size_t rest = block / blocks_across;
    for (const FftLoop& loop : others_) {
        const auto i = static_cast<std::ptrdiff_t>(rest % loop.length);
        place.from += i * loop.from, place.to += i * loop.to;
        rest /= loop.length;
    }
    return place;
}

template <class T>
void FftwColumns::run(std::size_t first, std::size_t last, const T* from, T* to) const {
    const Buffer memory = buffer_of(pitch_, is_double_);
    T* const buffer = static_cast<T*>(memory.get());
    const auto length = static_cast<std::ptrdiff_t>(axis_.length);
    const auto pitch = static_cast<std::ptrdiff_t>(pitch_);
    for (std::size_t block = first; block < last; ++block) {
        const Place place = place_of(block);
        const auto columns = static_cast<std::ptrdiff_t>(place.columns);
        for (std::ptrdiff_t i = 0; i < length; ++i)
            for (std::ptrdiff_t j = 0; j < columns; ++j)
                buffer[j * pitch + i] = from[place.from + i * axis_.from + j * across_.from];
        rows_.execute(buffer, buffer);
        for (std::ptrdiff_t i = 0; i < length; ++i)
            for (std::ptrdiff_t j = 0; j < columns; ++j)
                to[place.to + i * axis_.to + j * across_.to] = buffer[j * pitch + i];
    }
}

template <class T>
void FftwColumns::run_on_threads(const T* from, T* to) const {
    const std::size_t threads = std::min<std::size_t>(threads_, blocks_);
    const auto begin_of = [&](std::size_t i) { return i * blocks_ / threads; };
    std::vector<std::jthread> others;
    for (std::size_t i = 1; i < threads; ++i)
        others.emplace_back([=, this] { run(begin_of(i), begin_of(i + 1), from, to); });
    run(0, begin_of(1), from, to);
}

void FftwColumns::execute(const void* from, void* to) const {
    if (is_double_)
        run_on_threads(static_cast<const std::complex<double>*>(from),
                       static_cast<std::complex<double>*>(to));
    else
        run_on_threads(static_cast<const std::complex<float>*>(from),
                       static_cast<std::complex<float>*>(to));
}

}  // namespace glint::detail
