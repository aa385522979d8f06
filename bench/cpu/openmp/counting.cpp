// SPDX-License-Identifier: MIT
// Workloads that count before they write: the scan, the histogram, and a pass of a radix sort. Each
// thread handles a contiguous range. The counts of a thread determine the offsets of later threads.
#include <algorithm>
#include <array>
#include <vector>

#include <bench/openmp/team.hpp>

#include "references.hpp"

namespace glint::bench::openmp {
namespace {

constexpr std::size_t kBins = 256;
constexpr std::size_t kDigits = 16;
// Adjacent values are counted in different tables, because reading a bin right after a write is
// slow.
constexpr std::size_t kTables = 4;

unsigned sum_of(const unsigned* values, Range range) {
    unsigned sum = 0;
#pragma omp simd reduction(+ : sum)
    for (std::size_t i = range.begin; i < range.end; ++i) sum += values[i];
    return sum;
}

void scan_range(const unsigned* values, unsigned* scanned, Range range, unsigned running) {
    for (std::size_t i = range.begin; i < range.end; ++i) scanned[i] = running += values[i];
}

using Tables = std::array<std::array<unsigned, kBins>, kTables>;

void count_values(const unsigned char* values, Range range, Tables& tables) {
    std::size_t i = range.begin;
    for (; i + kTables <= range.end; i += kTables)
        for (std::size_t table = 0; table < kTables; ++table) ++tables[table][values[i + table]];
    for (; i < range.end; ++i) ++tables[0][values[i]];
}

using Places = std::array<std::size_t, kDigits>;

unsigned digit_of(unsigned key, unsigned shift) { return (key >> shift) % kDigits; }

Places count_digits(const unsigned* keys, unsigned shift, Range range) {
    std::array<std::array<unsigned, kDigits>, kTables> tables{};
    std::size_t i = range.begin;
    for (; i + kTables <= range.end; i += kTables)
        for (std::size_t table = 0; table < kTables; ++table)
            ++tables[table][digit_of(keys[i + table], shift)];
    for (; i < range.end; ++i) ++tables[0][digit_of(keys[i], shift)];
    Places counts{};
    for (const auto& table : tables)
        for (std::size_t digit = 0; digit < kDigits; ++digit) counts[digit] += table[digit];
    return counts;
}

// Converts the counts of all threads to offsets, in the order of digits and then of threads.
void counts_to_places(std::vector<Places>& threads) {
    std::size_t running = 0;
    for (std::size_t digit = 0; digit < kDigits; ++digit)
        for (Places& places : threads) {
            const std::size_t counted = places[digit];
            places[digit] = running;
            running += counted;
        }
}

void scatter(const unsigned* keys, unsigned shift, Range range, Places places, unsigned* sorted) {
    for (std::size_t i = range.begin; i < range.end; ++i)
        sorted[places[digit_of(keys[i], shift)]++] = keys[i];
}

}  // namespace

void openmp_scan(std::size_t count, const unsigned* values, unsigned* scanned) {
    std::vector<unsigned> sums(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
    {
        const Range mine = my_share(count);
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        sums[me] = sum_of(values, mine);
#pragma omp barrier
        scan_range(values, scanned, mine, sum_of(sums.data(), {0, me}));
    }
}

void openmp_histogram(std::size_t count, const unsigned char* values, unsigned* bins) {
    std::fill_n(bins, kBins, 0u);
#pragma omp parallel
    {
        Tables tables{};
        count_values(values, my_share(count), tables);
#pragma omp critical
        for (const auto& table : tables)
            for (std::size_t bin = 0; bin < kBins; ++bin) bins[bin] += table[bin];
    }
}

void openmp_radix(std::size_t count, unsigned shift, const unsigned* keys, unsigned* sorted) {
    std::vector<Places> threads(static_cast<std::size_t>(omp_get_max_threads()));
#pragma omp parallel
    {
        const Range mine = my_share(count);
        const auto me = static_cast<std::size_t>(omp_get_thread_num());
        threads[me] = count_digits(keys, shift, mine);
#pragma omp barrier
#pragma omp single
        counts_to_places(threads);
        scatter(keys, shift, mine, threads[me], sorted);
    }
}

}  // namespace glint::bench::openmp
