// SPDX-License-Identifier: MIT
#include <glint/algorithms/sets.hpp>

#include <glint/algorithms/scan.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/scatter.hpp>

namespace glint::detail {

using Numbers = Array<std::int64_t>;
using Starts = ArrayView<const std::int64_t>;

void sort_all(Stream& stream, const SortLines& lines, void* keys, std::int64_t* places) {
    if (lines.empty()) return;
    SortJob job = lines.job();
    job.segments = {.length = job.size, .count = 1};
    job.keys.result = keys;
    if (places) {
        job.value = kElementType<std::int64_t>;
        job.numbered = true;
        job.values = {nullptr, places};
    }
    with_lines(lines, stream,
               [&](Stream& ready) { radix_sort(ready, job, digits_of({}, job.key.size_bytes)); });
}

Shape parts_shape(const Shape& shape, std::size_t axis, std::size_t count) {
    Shape parts(count);
    for (std::size_t i = 0; i < shape.rank(); ++i)
        if (i != axis) parts.append(shape[i]);
    return parts;
}

Numbers counts_from(const Starts& starts, std::size_t size) {
    Numbers counts(starts.stream(), starts.shape());
    if (counts.empty()) return counts;
    counts(slice(0, -1)) = starts(slice(1, std::nullopt)) - starts(slice(0, -1));
    counts(-1) = static_cast<std::int64_t>(size) - starts(-1);
    return counts;
}

Numbers firsts_from(const Starts& starts, const Numbers& places) {
    if (starts.empty()) return {starts.stream(), 0};
    return gathered(places, starts);
}

// The index of an element's value is 1 less than the number of runs that start at or before the
// element.
Numbers inverse_from(const Starts& starts, const Numbers& places, const Shape& shape) {
    Numbers inverse(starts.stream(), shape);
    if (inverse.empty()) return inverse;
    Numbers is_start = Numbers::zeros(starts.stream(), inverse.size());
    scatter(is_start, 1, starts);
    scatter(raveled(inverse), cumulative_sum(is_start) - 1, places);
    return inverse;
}

}  // namespace glint::detail
