// SPDX-License-Identifier: MIT
#include <glint/algorithms/sobol.hpp>

#include <bit>

#include <fmt/format.h>

#include <glint/base/error.hpp>

namespace glint {
namespace {

struct SobolRow {
    std::uint16_t polynomial;
    std::uint64_t low, high;  ///< the initial numbers, packed
};

constexpr SobolRow kRows[] = {
#include "sobol_table.inc"
};
static_assert(std::size(kRows) + 1 == kSobolDimensions);

void check_sobol(std::size_t dimensions, unsigned bits) {
    if (dimensions == 0 || dimensions > kSobolDimensions)
        throw Error(
            ErrorCode::invalid_argument, "create Sobol points",
            fmt::format("{} dimensions were requested, but only 1 to {} dimensions are supported",
                        dimensions, kSobolDimensions));
    if (bits != 32 && bits != 64)
        throw Error(
            ErrorCode::invalid_argument, "create Sobol points",
            fmt::format("words of {} bits were requested, but only 32 and 64 bits are supported",
                        bits));
}

// Removes the lowest `bits` bits from the packed numbers and returns them.
std::uint64_t taken(SobolRow& row, unsigned bits) {
    const std::uint64_t result = row.low & ((std::uint64_t(1) << bits) - 1);
    if (bits == 0) return result;
    row.low = row.low >> bits | row.high << (64 - bits);
    row.high >>= bits;
    return result;
}

// Returns the initial numbers m of one dimension, extended by the recurrence of its polynomial.
std::vector<std::uint64_t> numbers_of(SobolRow row, unsigned bits) {
    const auto degree = static_cast<unsigned>(std::bit_width(row.polynomial)) - 1;
    std::vector<std::uint64_t> m;
    for (unsigned i = 0; i < degree; ++i) m.push_back(2 * taken(row, i) + 1);
    for (unsigned i = degree; i < bits; ++i) {
        std::uint64_t next = m[i - degree] ^ m[i - degree] << degree;
        for (unsigned k = 1; k < degree; ++k)
            if (row.polynomial >> (degree - k) & 1) next ^= m[i - k] << k;
        m.push_back(next);
    }
    return m;
}

// SplitMix64 of Steele, Lea and Flood, 2014.
std::uint64_t next_random(std::uint64_t& state) {
    std::uint64_t z = state += 0x9E3779B97F4A7C15u;
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9u;
    z = (z ^ z >> 27) * 0x94D049BB133111EBu;
    return z ^ z >> 31;
}

std::uint64_t started(std::uint64_t seed, std::size_t dimension) {
    std::uint64_t state = seed;
    return next_random(state) + dimension * 0xD1342543DE82EF95u;
}

// Returns the rows of a random matrix, highest bit first. The row for bit `place` has a one at that
// bit, on the diagonal. The higher bits are random, and the lower bits are 0.
std::vector<std::uint64_t> random_rows(unsigned bits, std::uint64_t state) {
    std::vector<std::uint64_t> rows;
    for (unsigned i = 0; i < bits; ++i) {
        const unsigned place = bits - 1 - i;
        const std::uint64_t above =
            place == 63 ? 0 : next_random(state) >> (place + 1) << (place + 1);
        rows.push_back((bits == 32 ? above & 0xffffffffu : above) | std::uint64_t(1) << place);
    }
    return rows;
}

std::uint64_t product(const std::vector<std::uint64_t>& rows, std::uint64_t word) {
    std::uint64_t result = 0;
    for (const std::uint64_t row : rows)
        result = result << 1 | static_cast<unsigned>(std::popcount(row & word) & 1);
    return result;
}

}  // namespace

std::vector<std::uint64_t> sobol_directions(std::size_t dimensions, unsigned bits) {
    check_sobol(dimensions, bits);
    std::vector<std::uint64_t> directions;
    directions.reserve(dimensions * bits);
    for (unsigned i = 0; i < bits; ++i) directions.push_back(std::uint64_t(1) << (bits - 1 - i));
    for (std::size_t dimension = 1; dimension < dimensions; ++dimension) {
        const std::vector<std::uint64_t> m = numbers_of(kRows[dimension - 1], bits);
        for (unsigned i = 0; i < bits; ++i) directions.push_back(m[i] << (bits - 1 - i));
    }
    return directions;
}

std::vector<std::uint64_t> scrambled_sobol_directions(std::size_t dimensions, unsigned bits,
                                                      std::uint64_t seed) {
    std::vector<std::uint64_t> directions = sobol_directions(dimensions, bits);
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
        const auto rows = random_rows(bits, started(seed, dimension));
        for (unsigned i = 0; i < bits; ++i) {
            std::uint64_t& word = directions[dimension * bits + i];
            word = product(rows, word);
        }
    }
    return directions;
}

std::vector<std::uint64_t> sobol_shifts(std::size_t dimensions, unsigned bits, std::uint64_t seed) {
    check_sobol(dimensions, bits);
    std::vector<std::uint64_t> shifts;
    for (std::size_t dimension = 0; dimension < dimensions; ++dimension) {
        std::uint64_t state = ~started(seed, dimension);
        shifts.push_back(next_random(state) >> (64 - bits));
    }
    return shifts;
}

namespace detail {
namespace {

template <class Word>
std::shared_ptr<ArrayStorage> uploaded(const Stream& stream, unsigned bits,
                                       const std::vector<std::uint64_t>& shifts,
                                       const std::vector<std::uint64_t>& directions) {
    std::vector<Word> table;
    for (std::size_t dimension = 0; dimension < shifts.size(); ++dimension) {
        table.push_back(static_cast<Word>(shifts[dimension]));
        for (unsigned i = 0; i < bits; ++i)
            table.push_back(static_cast<Word>(directions[dimension * bits + i]));
    }
    const Shape shape(table.size());
    auto storage = allocate(stream, shape, sizeof(Word));
    upload(storage->stream, {storage->memory.data(), row_major(shape), sizeof(Word)}, table.data());
    return storage;
}

}  // namespace

std::shared_ptr<ArrayStorage> sobol_table(const Stream& stream, std::size_t dimensions,
                                          unsigned bits, const SobolOptions& options) {
    check_sobol(dimensions, bits);
    const auto directions = options.scrambled
                                ? scrambled_sobol_directions(dimensions, bits, options.seed)
                                : sobol_directions(dimensions, bits);
    const auto shifts = options.scrambled ? sobol_shifts(dimensions, bits, options.seed)
                                          : std::vector<std::uint64_t>(dimensions);
    return bits == 32 ? uploaded<std::uint32_t>(stream, bits, shifts, directions)
                      : uploaded<std::uint64_t>(stream, bits, shifts, directions);
}

}  // namespace detail
}  // namespace glint
