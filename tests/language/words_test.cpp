// SPDX-License-Identifier: MIT
// Functions on the bytes and half-words of a word, and dynamic programming functions. Their results
// are compared with definitions in wide integers, which are looked up by function name.
#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <random>

#include <gtest/gtest.h>

#include <glint/compiler/program.hpp>

#include <glint/driver/memory.hpp>
#include <language/data/word_functions.cuh>
#include <support/backends.hpp>

namespace glint {
namespace {

using Word = std::uint32_t;
using Wide = std::int64_t;
using Operation = Wide (*)(Wide, Wide, Wide);

/// A function that is applied to each field of the argument words. The low bits of each value that
/// it returns become the corresponding field of the result word.
struct Definition {
    int bits;
    bool is_signed;
    Operation operation;

    Wide part(Word word, int shift) const {
        const Wide size = Wide{1} << bits, value = static_cast<Wide>(word) >> shift & (size - 1);
        return is_signed && value >= size / 2 ? value - size : value;
    }
    Wide least() const { return is_signed ? -(Wide{1} << (bits - 1)) : 0; }
    Wide most() const { return least() + (Wide{1} << bits) - 1; }
};

struct Words {
    Word a, b, c;
};

Word result(const Definition& of, Words w) {
    Word all = 0;
    for (int shift = 0; shift < 32; shift += of.bits) {
        const Wide x = of.operation(of.part(w.a, shift), of.part(w.b, shift), of.part(w.c, shift));
        const Wide mask = (Wide{1} << of.bits) - 1;
        all |= static_cast<Word>(x & mask) << shift;
    }
    return all;
}

/// Sum of the function over all fields.
Word total(const Definition& of, Words w) {
    Word all = 0;
    for (int shift = 0; shift < 32; shift += of.bits)
        all += static_cast<Word>(of.operation(of.part(w.a, shift), of.part(w.b, shift), 0));
    return all;
}

template <int Bits>
constexpr Wide signed_limited(Wide x) {
    return std::clamp<Wide>(x, -(Wide{1} << (Bits - 1)), (Wide{1} << (Bits - 1)) - 1);
}
template <int Bits>
constexpr Wide unsigned_limited(Wide x) {
    return std::clamp<Wide>(x, 0, (Wide{1} << Bits) - 1);
}
/// Wraps x to an integer of that size, as in an overflowing addition.
template <int Bits, bool IsSigned>
constexpr Wide wrapped(Wide x) {
    const Wide size = Wide{1} << Bits, low = x & (size - 1);
    return IsSigned && low >= size / 2 ? low - size : low;
}
/// x / 2, rounded away from zero.
Wide half(Wide x) { return (x < 0 ? -1 : 1) * ((std::abs(x) + 1) / 2); }

using Definitions = std::map<std::string, Definition>;

template <int Bits>
void add_arithmetic(Definitions& to) {
    const std::string end = std::to_string(32 / Bits);
    const auto add = [&](const char* name, bool is_signed, Operation operation) {
        to["__v" + (name + end)] = {Bits, is_signed, operation};
    };
    add("neg", true, [](Wide x, Wide, Wide) { return -x; });
    add("negss", true, [](Wide x, Wide, Wide) { return signed_limited<Bits>(-x); });
    add("abs", true, [](Wide x, Wide, Wide) { return std::abs(x); });
    add("absss", true, [](Wide x, Wide, Wide) { return signed_limited<Bits>(std::abs(x)); });
    add("add", false, [](Wide x, Wide y, Wide) { return x + y; });
    add("sub", false, [](Wide x, Wide y, Wide) { return x - y; });
    add("addss", true, [](Wide x, Wide y, Wide) { return signed_limited<Bits>(x + y); });
    add("addus", false, [](Wide x, Wide y, Wide) { return unsigned_limited<Bits>(x + y); });
    add("subss", true, [](Wide x, Wide y, Wide) { return signed_limited<Bits>(x - y); });
    add("subus", false, [](Wide x, Wide y, Wide) { return unsigned_limited<Bits>(x - y); });
    add("avgs", true, [](Wide x, Wide y, Wide) { return half(x + y); });
    add("avgu", false, [](Wide x, Wide y, Wide) { return half(x + y); });
    add("haddu", false, [](Wide x, Wide y, Wide) { return (x + y) / 2; });
    for (const bool is_signed : {true, false}) {
        const std::string kind = is_signed ? "s" : "u";
        add(("absdiff" + kind).c_str(), is_signed,
            [](Wide x, Wide y, Wide) { return std::abs(x - y); });
        add(("sad" + kind).c_str(), is_signed,
            [](Wide x, Wide y, Wide) { return std::abs(x - y); });
        add(("max" + kind).c_str(), is_signed, [](Wide x, Wide y, Wide) { return std::max(x, y); });
        add(("min" + kind).c_str(), is_signed, [](Wide x, Wide y, Wide) { return std::min(x, y); });
    }
}

template <class Compare>
constexpr Operation kSet = [](Wide x, Wide y, Wide) -> Wide { return Compare{}(x, y) ? 1 : 0; };
template <class Compare>
constexpr Operation kMask = [](Wide x, Wide y, Wide) -> Wide { return Compare{}(x, y) ? -1 : 0; };

void add_comparisons(Definitions& to) {
    for (const int bits : {8, 16}) {
        const std::string end = std::to_string(32 / bits);
        const auto add = [&](const std::string& name, bool is_signed, Operation set,
                             Operation mask) {
            to["__vset" + (name + end)] = {bits, is_signed, set};
            to["__vcmp" + (name + end)] = {bits, is_signed, mask};
        };
        add("eq", false, kSet<std::equal_to<>>, kMask<std::equal_to<>>);
        add("ne", false, kSet<std::not_equal_to<>>, kMask<std::not_equal_to<>>);
        for (const bool is_signed : {true, false}) {
            const std::string kind = is_signed ? "s" : "u";
            add("lt" + kind, is_signed, kSet<std::less<>>, kMask<std::less<>>);
            add("le" + kind, is_signed, kSet<std::less_equal<>>, kMask<std::less_equal<>>);
            add("gt" + kind, is_signed, kSet<std::greater<>>, kMask<std::greater<>>);
            add("ge" + kind, is_signed, kSet<std::greater_equal<>>, kMask<std::greater_equal<>>);
        }
    }
}

template <int Bits, bool IsSigned>
void add_extremes(Definitions& to, const std::string& type) {
    const auto add = [&](const char* name, Operation operation) {
        to["__vi" + (name + type)] = {Bits, IsSigned, operation};
    };
    add("max3_", [](Wide x, Wide y, Wide z) { return std::max({x, y, z}); });
    add("min3_", [](Wide x, Wide y, Wide z) { return std::min({x, y, z}); });
    add("addmax_",
        [](Wide x, Wide y, Wide z) { return std::max(wrapped<Bits, IsSigned>(x + y), z); });
    add("addmin_",
        [](Wide x, Wide y, Wide z) { return std::min(wrapped<Bits, IsSigned>(x + y), z); });
    add("bmax_", [](Wide x, Wide y, Wide) { return std::max(x, y); });
    add("bmin_", [](Wide x, Wide y, Wide) { return std::min(x, y); });
}

template <int Bits>
void add_rectified(Definitions& to, const std::string& type) {
    const auto add = [&](const char* name, Operation operation) {
        to["__vi" + (name + type) + "_relu"] = {Bits, true, operation};
    };
    add("max_", [](Wide x, Wide y, Wide) { return std::max({x, y, Wide{0}}); });
    add("min_", [](Wide x, Wide y, Wide) { return std::max(std::min(x, y), Wide{0}); });
    add("max3_", [](Wide x, Wide y, Wide z) { return std::max({x, y, z, Wide{0}}); });
    add("min3_", [](Wide x, Wide y, Wide z) { return std::max(std::min({x, y, z}), Wide{0}); });
    add("addmax_",
        [](Wide x, Wide y, Wide z) { return std::max({wrapped<Bits, true>(x + y), z, Wide{0}}); });
    add("addmin_", [](Wide x, Wide y, Wide z) {
        return std::max(std::min(wrapped<Bits, true>(x + y), z), Wide{0});
    });
}

const Definitions& definitions() {
    static const Definitions all = [] {
        Definitions made;
        add_arithmetic<8>(made), add_arithmetic<16>(made), add_comparisons(made);
        add_extremes<32, true>(made, "s32"), add_extremes<32, false>(made, "u32");
        add_extremes<16, true>(made, "s16x2"), add_extremes<16, false>(made, "u16x2");
        add_rectified<32>(made, "s32"), add_rectified<16>(made, "s16x2");
        return made;
    }();
    return all;
}

bool is_sum(const std::string& name) { return name.starts_with("__vsad"); }

#define NAME(name) #name,
const std::vector<std::string> kOf1{WORD_FUNCTIONS_OF_1(NAME)};
const std::vector<std::string> kOf2{WORD_FUNCTIONS_OF_2(NAME)};
const std::vector<std::string> kOf3{WORD_FUNCTIONS_OF_3(NAME)};
const std::vector<std::string> kChoices{WORD_CHOICES(NAME) HALF_WORD_CHOICES(NAME)};
#undef NAME

/// Random words, and words whose fields are extreme values or next to them.
std::vector<Word> words(std::size_t count, unsigned seed) {
    constexpr Word kParts[] = {0,      1,      0x7f,   0x80,   0x81,   0xff,
                               0x7fff, 0x8000, 0x8001, 0x8080, 0x7f81, 0xffff};
    std::mt19937 random(seed);
    std::vector<Word> all;
    while (all.size() < count) {
        const auto part = [&] { return kParts[random() % std::size(kParts)]; };
        all.push_back(all.size() % 2 == 0 ? static_cast<Word>(random()) : part() << 16 | part());
    }
    return all;
}

class WordFunctions : public test::OnEachBackend {
protected:
    /// Runs a kernel that writes result k of words i to k * kCount + i.
    std::vector<Word> run(const char* kernel, std::size_t results) {
        const auto a = to_device(stream_, a_), b = to_device(stream_, b_),
                   c = to_device(stream_, c_);
        DeviceMemory<Word> out(device_, results * kCount);
        program_.kernel<void(unsigned, const Word*, const Word*, const Word*, Word*)>(kernel)
            .launch(stream_, threads(kCount), kCount, a, b, c, out);
        return to_vector(stream_, out);
    }

    void expect(const char* kernel, const std::vector<std::string>& names) {
        const std::vector<Word> found = run(kernel, names.size());
        for (std::size_t k = 0; k < names.size(); ++k) {
            const Definition& definition = definitions().at(names[k]);
            for (std::size_t i = 0; i < kCount; ++i) {
                const Words w = at(i);
                ASSERT_EQ(found[k * kCount + i],
                          is_sum(names[k]) ? total(definition, w) : result(definition, w))
                    << std::hex << names[k] << " of " << w.a << ", " << w.b << ", " << w.c;
            }
        }
    }

    Words at(std::size_t i) const { return {a_[i], b_[i], c_[i]}; }

    static constexpr std::size_t kCount = 20'000;
    const std::vector<Word> a_ = words(kCount, 1), b_ = words(kCount, 2), c_ = words(kCount, 3);
    Device device_ = open();
    Stream stream_{device_};
    Program program_{device_, std::filesystem::path(GLINT_TEST_DATA_DIR) / "words.cu"};
};

TEST_P(WordFunctions, UnaryFunctionsMatchTheirDefinition) { expect("functions_of_1", kOf1); }
TEST_P(WordFunctions, BinaryFunctionsMatchTheirDefinition) { expect("functions_of_2", kOf2); }
TEST_P(WordFunctions, TernaryFunctionsMatchTheirDefinition) { expect("functions_of_3", kOf3); }

TEST_P(WordFunctions, MinMaxReportWhichOperandWasChosen) {
    const std::vector<Word> found = run("choices", 2 * kChoices.size());
    for (std::size_t k = 0; k < kChoices.size(); ++k) {
        const Definition& definition = definitions().at(kChoices[k]);
        for (std::size_t i = 0; i < kCount; ++i) {
            const Words w = at(i);
            // If both are equal, the first one counts as returned.
            Word firsts = 0;
            for (int shift = 0; shift < 32; shift += definition.bits) {
                const Wide x = definition.part(w.a, shift), y = definition.part(w.b, shift);
                const bool is_first = definition.operation(x, y, 0) == x;
                firsts |= static_cast<Word>(is_first) << (shift / definition.bits);
            }
            ASSERT_EQ(found[2 * k * kCount + i], result(definition, w)) << kChoices[k];
            ASSERT_EQ(found[(2 * k + 1) * kCount + i], firsts) << kChoices[k];
        }
    }
}

TEST(WordFunctionNames, AllDefinedFunctionsAreTested) {
    std::size_t called = 0;
    for (const auto* names : {&kOf1, &kOf2, &kOf3, &kChoices}) called += names->size();
    EXPECT_EQ(called, definitions().size());
    EXPECT_EQ(called, 8u + 74 + 4 + 24 + 8);
}

INSTANTIATE_TEST_SUITE_P(Backends, WordFunctions, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
