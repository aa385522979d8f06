#include <glint/array/coordinates.hpp>
#include <glint/array/gather.hpp>
#include <glint/array/joining.hpp>
#include <glint/array/scatter.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <support/backends.hpp>

struct Spring {
    float stiffness;
    int end;
    bool operator==(const Spring&) const = default;
};
template <>
struct glint::CudaName<Spring> {
    static constexpr std::string_view value = "Spring";
    static constexpr std::string_view header = "struct Spring { float stiffness; int end; };\n";
};

namespace glint {
namespace {

using test::expect_error;

class Indexed : public test::OnEachBackend {
protected:
    Array<int> counted(const Shape& shape) {
        std::vector<int> values(shape.size());
        std::iota(values.begin(), values.end(), 0);
        return Array<int>(stream_, shape, values);
    }
    Array<int> array(std::vector<int> values) { return Array<int>(stream_, values); }

    Device device_ = open();
    Stream stream_{device_};
};

using Values = std::vector<int>;

TEST_P(Indexed, ElementsAreGathered) {
    const Array<int> x = 10 * counted({100});
    EXPECT_EQ(Array(gathered(x, array({3, 99, 0, 3}))).to_vector(), (Values{30, 990, 0, 30}));
    EXPECT_EQ(Array(gathered(x, arange<int>(stream_, 50) * 2) + 1).to_vector()[49], 981);
    const Array<int> table = gathered(x, 10 * counted({3, 1}) + counted({2}));
    EXPECT_EQ(table.shape(), Shape({3, 2}));
    EXPECT_EQ(table.to_vector(), (Values{0, 10, 100, 110, 200, 210}));
}

TEST_P(Indexed, IndicesBeyondTheEndsMeanTheNearestOrWrap) {
    const Array<int> x = counted({5});
    const Array<int> index = array({-7, -1, 0, 4, 5, 12});
    EXPECT_EQ(Array(gathered(x, index)).to_vector(), (Values{0, 0, 0, 4, 4, 4}));
    EXPECT_EQ(Array(gathered<OutOfRange::wrap>(x, index)).to_vector(), (Values{3, 4, 0, 4, 0, 2}));
    EXPECT_EQ(Array(take<OutOfRange::wrap>(x, index)).to_vector(), (Values{3, 4, 0, 4, 0, 2}));
}

TEST_P(Indexed, RowsColumnsAndElementsOfAMatrix) {
    const Array<int> x = counted({4, 3});
    const Array<int> rows = gathered(x, array({2, 0}));
    EXPECT_EQ(rows.shape(), Shape({2, 3}));
    EXPECT_EQ(rows.to_vector(), (Values{6, 7, 8, 0, 1, 2}));
    EXPECT_EQ(Array(take(x, array({2, 2}), 1)).to_vector(), (Values{2, 2, 5, 5, 8, 8, 11, 11}));
    EXPECT_EQ(Array(gathered(x, array({3, 1}), array({0, 2}))).to_vector(), (Values{9, 5}));
    EXPECT_EQ(Array(take(transposed(x), array({1}), -1)).to_vector(), (Values{3, 4, 5}));
    const Array<int> deep = take(counted({2, 3, 4}), array({2, 0}), 1);
    EXPECT_EQ(deep.shape(), Shape({2, 2, 4}));
    EXPECT_EQ(deep(1, 0).to_vector(), (Values{20, 21, 22, 23}));
}

TEST_P(Indexed, GatheringIntoTheSameArrayReadsItAsItWas) {
    Array<int> x = counted({1000});
    x = gathered(x, 999 - arange<int>(stream_, 1000));
    EXPECT_EQ(x(0).item(), 999);
    EXPECT_EQ(x(999).item(), 0);
    EXPECT_EQ(x(400).item(), 599);
}

TEST_P(Indexed, ElementsMayBeStructsOfTheUsers) {
    const Array<Spring> x(stream_, std::vector<Spring>{{1, 1}, {2, 2}, {3, 3}});
    Array<Spring> y = gathered(x, 2 - arange<int>(stream_, 3));
    EXPECT_EQ(y.to_vector(), (std::vector<Spring>{{3, 3}, {2, 2}, {1, 1}}));
    put(y, array({1}), x(slice(0, 1)));
    EXPECT_EQ(y(1).item(), (Spring{1, 1}));
    EXPECT_EQ(concatenated(0, x, y).to_vector()[5], (Spring{1, 1}));
}

TEST_P(Indexed, GatheringRefusesWhatIsNotThere) {
    const Array<int> x = counted({3, 4}), none(stream_, 0);
    expect_error(ErrorCode::invalid_argument, "3 indices for 2 dimensions",
                 [&] { gathered(x, array({0}), array({0}), array({0})); });
    expect_error(ErrorCode::invalid_argument, "there is no element in dimension 0",
                 [&] { gathered(none, array({0})); });
    expect_error(ErrorCode::invalid_argument, "it has 2 dimensions",
                 [&] { take(x, array({0}), 2); });
    EXPECT_TRUE(Array(gathered(none, none)).empty());
}

TEST_P(Indexed, ElementsAreScattered) {
    Array<int> x = counted({6});
    put(x, array({4, 1, 77, -1}), array({-4, -1, 5, 5}));
    EXPECT_EQ(x.to_vector(), (Values{0, -1, 2, 3, -4, 5}));
    put(x, array({0, 2}), 9);
    EXPECT_EQ(x.to_vector(), (Values{9, -1, 9, 3, -4, 5}));
    Array<int> y = counted({3, 3});
    scatter(y, array({-1, -2}), array({0, 2}), array({2, 1}));
    EXPECT_EQ(y.to_vector(), (Values{0, 1, -1, 3, 4, 5, 6, -2, 8}));
    scatter(transposed(y), array({7, 8, 9}), array({1}));
    EXPECT_EQ(y.to_vector(), (Values{0, 7, -1, 3, 8, 5, 6, 9, 8}));
}

TEST_P(Indexed, ScatteringReadsWhatItOverwritesAsItWas) {
    Array<int> x = counted({2000});
    const auto index = 1999 - arange<int>(stream_, 2000);
    scatter(x, x + 1, index);
    EXPECT_EQ(x(0).item(), 2000);
    EXPECT_EQ(x(1999).item(), 1);
}

TEST_P(Indexed, ScatteredValuesAddUp) {
    Array<int> counts = zeros<int>(stream_, {10});
    scatter_add(counts, 1, arange<int>(stream_, 100'000) % 7);
    EXPECT_EQ(counts.to_vector(),
              (Values{14286, 14286, 14286, 14286, 14286, 14285, 14285, 0, 0, 0}));
    Array<double> sums = zeros<double>(stream_, {2});
    scatter_add(sums, arange<double>(stream_, 1000), arange<int>(stream_, 1000) / 500);
    EXPECT_EQ(sums.to_vector(), (std::vector<double>{124750, 374750}));
    Array<std::int64_t> large = zeros<std::int64_t>(stream_, {1});
    scatter_add(large, -(std::int64_t(1) << 40), arange<int>(stream_, 3) * 0);
    EXPECT_EQ(large.item(), -3 * (std::int64_t(1) << 40));
}

TEST_P(Indexed, ScatteringRefusesValuesThatDoNotFit) {
    Array<int> x = counted({4});
    expect_error(ErrorCode::invalid_argument, "extents 3 and 2 are neither equal nor 1",
                 [&] { put(x, array({0, 1}), array({1, 2, 3})); });
}

TEST_P(Indexed, ArraysAreConcatenatedAndStacked) {
    const Array<int> a = counted({2, 2}), b = 10 * counted({1, 2});
    EXPECT_EQ(concatenated(0, a, b, -a).to_vector(), (Values{0, 1, 2, 3, 0, 10, 0, -1, -2, -3}));
    EXPECT_EQ(concatenated(-1, a, a + 4).to_vector(), (Values{0, 1, 4, 5, 2, 3, 6, 7}));
    const Array<int> last = stacked(-1, a, a + 4);
    EXPECT_EQ(last.shape(), Shape({2, 2, 2}));
    EXPECT_EQ(last.to_vector(), (Values{0, 4, 1, 5, 2, 6, 3, 7}));
    EXPECT_EQ(stacked(0, a, a).to_vector(), (Values{0, 1, 2, 3, 0, 1, 2, 3}));
    EXPECT_EQ(concatenated(0, counted({0}), counted({2})).to_vector(), (Values{0, 1}));
    expect_error(ErrorCode::invalid_argument, "they differ in other dimensions than 1",
                 [&] { concatenated(1, a, b); });
    expect_error(ErrorCode::invalid_argument, "they are not equal", [&] { stacked(0, a, b); });
}

TEST_P(Indexed, ArraysAreRepeatedRolledAndPadded) {
    const Array<int> x = counted({2, 3});
    EXPECT_EQ(repeated(x, 2, 1).to_vector(), (Values{0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
    EXPECT_EQ(repeated(x, 2).to_vector(), (Values{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
    EXPECT_EQ(tiled(x, 2, 1).to_vector(), (Values{0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
    EXPECT_EQ(tiled(x, 2).to_vector(), (Values{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
    EXPECT_TRUE(repeated(x, 0).empty());
    EXPECT_EQ(rolled(x, 1, 1).to_vector(), (Values{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(rolled(x, -5, -1).to_vector(), (Values{2, 0, 1, 5, 3, 4}));
    EXPECT_EQ(rolled(x, 4, 0).to_vector(), x.to_vector());
    EXPECT_TRUE(rolled(Array<int>(stream_, 0), 3).empty());
    const Array<int> frame = padded(x, {{1, 0}, {0, 2}}, 7);
    EXPECT_EQ(frame.shape(), Shape({3, 5}));
    EXPECT_EQ(frame.to_vector(), (Values{7, 7, 7, 7, 7, 0, 1, 2, 7, 7, 3, 4, 5, 7, 7}));
    expect_error(ErrorCode::invalid_argument, "there are 1 margins", [&] { padded(x, {{1, 1}}); });
}

TEST_P(Indexed, TrianglesAndGridsNeedNoMemory) {
    const Array<int> x = counted({3, 3}) + 1;
    EXPECT_EQ(Array(triu(x)).to_vector(), (Values{1, 2, 3, 0, 5, 6, 0, 0, 9}));
    EXPECT_EQ(Array(tril(x, -1)).to_vector(), (Values{0, 0, 0, 4, 0, 0, 7, 8, 0}));
    EXPECT_EQ(Array(index_along(x, 1)).to_vector(),
              (std::vector<long long>{0, 1, 2, 0, 1, 2, 0, 1, 2}));
    const auto [p, q] = meshgrid(counted({2}), array({5, 6, 7}));
    EXPECT_EQ(p.to_vector(), (Values{0, 0, 0, 1, 1, 1}));
    EXPECT_EQ(q.to_vector(), (Values{5, 6, 7, 5, 6, 7}));
    expect_error(ErrorCode::invalid_argument, "those along one dimension have shape (3, 3)",
                 [&] { meshgrid(x); });
}

TEST_P(Indexed, ArraysAreMadeOfNestedLists) {
    EXPECT_EQ(array_of<int>(stream_, {1, 2, 3}).shape(), Shape(3));
    const auto matrix = array_of<double>(stream_, {{1, 2, 3}, {4, 5, 6}});
    EXPECT_EQ(matrix.shape(), Shape({2, 3}));
    EXPECT_EQ(matrix.to_vector(), (std::vector<double>{1, 2, 3, 4, 5, 6}));
    EXPECT_EQ(array_of<int>(stream_, {{{1}, {2}}, {{3}, {4}}, {{5}, {6}}}).shape(),
              Shape({3, 2, 1}));
    expect_error(ErrorCode::invalid_argument, "one has 1 elements, and the first of its level 2",
                 [&] { array_of<double>(stream_, {{1, 2}, {3}}); });
}

INSTANTIATE_TEST_SUITE_P(Backends, Indexed, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
