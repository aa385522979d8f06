// SPDX-License-Identifier: MIT
#include <glint/algorithms/tensor_products.hpp>

#include <functional>
#include <map>

#include <gtest/gtest.h>

#include <glint/array/sequence.hpp>

#include <support/backends.hpp>

#include "host_values.hpp"
#include "refusal.hpp"

namespace glint {
namespace {

using Wide = std::complex<double>;

struct HostArray {
    Shape shape;
    std::vector<Wide> values;
};

/// Calls `visit(index)` for each index; the last dimension varies fastest.
void over(const Shape& shape, const std::function<void(const std::vector<std::size_t>&)>& visit) {
    std::vector<std::size_t> index(shape.rank());
    for (std::size_t i = 0; i < shape.size(); ++i) {
        std::size_t rest = i;
        for (std::size_t axis = shape.rank(); axis-- > 0; rest /= shape[axis])
            index[axis] = rest % shape[axis];
        visit(index);
    }
}

/// Evaluates einsum directly, in one loop over all letters. Every dimension must have a letter.
std::vector<Wide> slow_einsum(const std::vector<std::string>& terms, const std::string& result,
                              const std::vector<HostArray>& arrays) {
    std::map<char, std::size_t> extents;
    for (std::size_t i = 0; i < terms.size(); ++i)
        for (std::size_t axis = 0; axis < terms[i].size(); ++axis)
            extents[terms[i][axis]] = arrays[i].shape[axis];
    std::string letters;
    Shape all, shape;
    for (const auto& [letter, extent] : extents) {
        letters += letter;
        all.append(extent);
    }
    for (const char letter : result) shape.append(extents[letter]);
    std::vector<Wide> sums(shape.size());
    over(all, [&](const std::vector<std::size_t>& index) {
        const auto place = [&](const std::string& term, const Shape& within) {
            std::size_t at = 0;
            for (std::size_t axis = 0; axis < term.size(); ++axis)
                at = at * within[axis] + index[letters.find(term[axis])];
            return at;
        };
        Wide product = 1;
        for (std::size_t i = 0; i < terms.size(); ++i)
            product *= arrays[i].values[place(terms[i], arrays[i].shape)];
        sums[place(result, shape)] += product;
    });
    return sums;
}

class TensorProducts : public test::OnEachBackend {
protected:
    template <class T>
    Array<T> random(const Shape& shape, unsigned seed = 1) {
        return Array<T>(stream_, shape,
                        std::span<const T>(test::random_values<T>(shape.size(), seed)));
    }
    template <class A>
    static HostArray on_host(const A& array) {
        const auto values = Array(detail::node_of(array)).to_vector();
        return {shape_of(array), {values.begin(), values.end()}};
    }
    template <class... A>
    static void check(const std::string& subscripts, const std::vector<std::string>& terms,
                      const std::string& result, const A&... arrays) {
        const auto made = einsum(subscripts, arrays...);
        using T = typename decltype(made)::Element;
        const auto expected = slow_einsum(terms, result, {on_host(arrays)...});
        EXPECT_LT(test::largest_difference(made.to_vector(), expected), test::kTolerance<T> * 20)
            << subscripts;
    }

    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(TensorProducts, EinsumOfOneArraySumsAndTransposes) {
    const auto a = random<double>({4, 3, 4, 2});
    check("abcd->dbca", {"abcd"}, "dbca", a);
    check("abad->bd", {"abad"}, "bd", a);
    check("abad", {"abad"}, "bd", a);
    check("abad->a", {"abad"}, "a", a);
    check("abad->", {"abad"}, "", a);
    check(" a b c d -> c a ", {"abcd"}, "ca", a);
    check("cbad", {"cbad"}, "abcd", a);
    check("bAcd", {"bAcd"}, "Abcd", a);
    check("abcd->ad", {"abcd"}, "ad", transposed(a));
    EXPECT_EQ(einsum("ii->i", random<float>({5, 5})).shape(), Shape(5));
    EXPECT_EQ(einsum("ii", random<float>({5, 5})).shape(), Shape());
    // The result is a new array, not a view of the argument.
    auto b = random<double>({2, 2});
    const auto same = einsum("ij", b);
    const double before = b(0, 0).item();
    b = 9.0;
    EXPECT_EQ(same(0, 0).item(), before);
}

TEST_P(TensorProducts, EinsumOfTwoArraysMatchesTheDefinition) {
    const auto a = random<double>({3, 4, 5}), b = random<double>({5, 4, 6}, 2);
    const auto c = random<double>({4, 5}, 3), x = random<double>(5, 4);
    check("ijk,kjl->il", {"ijk", "kjl"}, "il", a, b);
    check("ijk,kjl->li", {"ijk", "kjl"}, "li", a, b);
    check("ijk,kjl->ijl", {"ijk", "kjl"}, "ijl", a, b);
    check("ijk,kjl->lji", {"ijk", "kjl"}, "lji", a, b);
    check("ijk,kjl->j", {"ijk", "kjl"}, "j", a, b);
    check("ijk,jk->i", {"ijk", "jk"}, "i", a, c);
    check("jk,ijk->i", {"jk", "ijk"}, "i", c, a);
    check("ijk,jk->jk", {"ijk", "jk"}, "jk", a, c);
    check("ijk,jk->", {"ijk", "jk"}, "", a, c);
    check("ijk,lmn->", {"ijk", "lmn"}, "", a, b);
    check("jk,k", {"jk", "k"}, "j", c, x);
    check("jk,l->ljk", {"jk", "l"}, "ljk", c, x);
    check("k,k->k", {"k", "k"}, "k", x, x);
    check("ijk,kjl->il", {"ijk", "kjl"}, "il", 2.0 * a, reversed(b, 0) + 1.0);
    check("jik,kjl->il", {"jik", "kjl"}, "il", transposed(a, {1, 0, 2}), b);
}

TEST_P(TensorProducts, EinsumTakesManyTypesAndArrays) {
    const auto u = random<float>({6, 3}), v = random<float>({7, 4}, 2),
               g = random<float>({3, 4}, 3);
    check("ia,jb,ab->ij", {"ia", "jb", "ab"}, "ij", u, v, g);
    check("ia,jb,ab,j->i", {"ia", "jb", "ab", "j"}, "i", u, v, g, random<float>(7, 4));
    check("a,b,c->cab", {"a", "b", "c"}, "cab", random<float>(2), random<float>(3),
          random<float>(4));
    const auto z = random<std::complex<double>>({4, 4}),
               w = random<std::complex<double>>({4, 3}, 2);
    check("ij,jk->ik", {"ij", "jk"}, "ik", z, w);
    check("ij,ij->", {"ij", "ij"}, "", z, conj(z));
    const Array<int> counts(stream_, {2, 2}, std::vector<int>{1, 2, 3, 4});
    static_assert(std::is_same_v<decltype(einsum("ij->j", counts)), Array<double>>);
    EXPECT_EQ(einsum("ij,ik", counts, counts).to_vector(), (std::vector<double>{10, 14, 14, 20}));
    const Array<half> h = cast<half>(full<float>(stream_, {3, 500}, 0.1f));
    const auto dots = einsum("ik,ik->i", h, h).to_vector();
    // 0.0999756 is 0.1 rounded to half.
    EXPECT_NEAR(static_cast<float>(dots[0]), 500 * 0.0999756f * 0.0999756f, 0.01);
    EXPECT_NEAR(static_cast<float>(einsum("ik,jk->ij", h, h).to_vector()[1]), 4.9976, 0.01);
}

TEST_P(TensorProducts, DotsBroadcast) {
    const auto a = random<double>({2, 1, 3, 4}), x = random<double>({5, 4}, 2);
    const auto y = einsum("...ij,...j->...i", a, x);
    EXPECT_EQ(y.shape(), Shape({2, 5, 3}));
    EXPECT_LT(test::largest_difference(y.to_vector(), matvec(a, x).to_vector()), 1e-14);
    EXPECT_EQ(einsum("i...->...", a).shape(), Shape({1, 3, 4}));
    EXPECT_EQ(einsum("...j,...j", a, x(slice(0, 3))).shape(), Shape({2, 1, 3}));
    EXPECT_EQ(einsum("k...,...k->k...", random<double>({4, 3}), random<double>({2, 3, 4})).shape(),
              Shape({4, 2, 3}));
    // A dimension of extent 1 broadcasts even if it has a letter.
    const auto row = random<double>({1, 4});
    EXPECT_LT(test::largest_difference(einsum("ij,ij->i", row, x).to_vector(),
                                       Array<double>(sum(row * x, axis(1))).to_vector()),
              1e-14);
    EXPECT_EQ(einsum("ij,jk->ik", zeros<double>(stream_, {2, 0}), zeros<double>(stream_, {0, 3}))
                  .to_vector(),
              std::vector<double>(6));
    EXPECT_EQ(einsum("ij->ji", zeros<double>(stream_, {2, 0})).shape(), Shape({0, 2}));
}

TEST_P(TensorProducts, EinsumRefusesIncompatibleShapes) {
    const auto a = zeros<float>(stream_, {2, 3}), b = zeros<float>(stream_, {4, 5});
    const auto message = [&](const char* subscripts) {
        return test::refusal([&] { einsum(subscripts, a, b); });
    };
    const std::string of = " of shapes (2, 3), (4, 5): ";
    EXPECT_EQ(message("ij,jk->ik"), "cannot evaluate einsum \"ij,jk->ik\"" + of +
                                        "the extents of 'j' differ: 3 elements and 4");
    EXPECT_EQ(message("ij"),
              "cannot evaluate einsum \"ij\"" + of + "the subscripts describe 1 array, not 2");
    EXPECT_EQ(message("ij,jkl"), "cannot evaluate einsum \"ij,jkl\"" + of +
                                     "'jkl' names 3 dimensions of array 2, which has 2");
    EXPECT_EQ(message("i,jk"), "cannot evaluate einsum \"i,jk\"" + of +
                                   "'i' names 1 dimension of array 1, which has 2");
    EXPECT_EQ(message("i1,jk"),
              "cannot evaluate einsum \"i1,jk\"" + of +
                  "'1' is not a valid subscript. Use letters, '...', ',' and '->'");
    EXPECT_EQ(message("ij,kl->im"), "cannot evaluate einsum \"ij,kl->im\"" + of +
                                        "the result contains 'm', but no array does");
    EXPECT_EQ(message("ij,kl->ii"),
              "cannot evaluate einsum \"ij,kl->ii\"" + of + "'i' appears twice in the result");
    EXPECT_EQ(message("...,ij->ij"),
              "cannot evaluate einsum \"...,ij->ij\"" + of +
                  "the result does not contain '...', which stands for 2 dimensions");
    EXPECT_EQ(message("......,ij"),
              "cannot evaluate einsum \"......,ij\"" + of + "'...' appears twice in '......'");
    EXPECT_EQ(message("...i,...k"), "cannot evaluate einsum \"...i,...k\"" + of +
                                        "the extents of '...' differ: 2 elements and 4");
}

TEST_P(TensorProducts, TensordotSumsOverDimensions) {
    const auto a = random<double>({3, 4, 5}), b = random<double>({4, 5, 6}, 2);
    const auto close = [](const auto& made, const auto& expected) {
        EXPECT_EQ(made.shape(), expected.shape());
        EXPECT_LT(test::largest_difference(made.to_vector(), expected.to_vector()), 1e-12);
    };
    close(tensordot(a, b), einsum("ijk,jkl->il", a, b));
    const auto c = random<double>({5, 2}, 3);
    close(tensordot(a, c, 1), einsum("ijk,kl", a, c));
    close(tensordot(a, b, {1, 2}, {0, 1}), einsum("ijk,jkl->il", a, b));
    close(tensordot(a, b, {-1}, {1}), einsum("ijk,lkm->ijlm", a, b));
    close(tensordot(b, a, {0, 1}, {1, 2}), einsum("jkl,ijk->li", b, a));
    close(tensordot(a(0), b(0), 0), einsum("ij,kl->ijkl", a(0), b(0)));
    const auto d = zeros<double>(stream_, {1, 5});
    EXPECT_EQ(
        test::refusal([&] { tensordot(a, d, 1); }),
        "cannot evaluate tensordot of shapes (3, 4, 5) and (1, 5): dimension 2 of the first array "
        "has 5 elements, but dimension 0 of the second has 1");
    EXPECT_EQ(
        test::refusal([&] { tensordot(a, d, 3); }),
        "cannot evaluate tensordot of shapes (3, 4, 5) and (1, 5): both arrays need at least 3 "
        "dimensions to sum over");
    EXPECT_EQ(
        test::refusal([&] { tensordot(a, d, {0, 1}, {0}); }),
        "cannot evaluate tensordot of shapes (3, 4, 5) and (1, 5): the axes name 2 dimensions of "
        "the first array, but 1 of the second");
    EXPECT_EQ(
        test::refusal([&] { tensordot(a, a, {0, 0}, {0, 1}); }),
        "cannot evaluate tensordot of shapes (3, 4, 5) and (3, 4, 5): a dimension appears twice in "
        "the axes");
}

TEST_P(TensorProducts, KronBuildsBlocks) {
    const auto check = [&]<class T>(T, const Shape& shape_a, const Shape& shape_b) {
        const auto a = random<T>(shape_a), b = random<T>(shape_b, 2);
        const auto host_a = a.to_vector(), host_b = b.to_vector();
        const auto made = kron(a, b);
        const std::size_t rank = std::max(shape_a.rank(), shape_b.rank());
        const auto extent = [&](const Shape& shape, std::size_t axis) {
            return axis + shape.rank() < rank ? 1 : shape[axis + shape.rank() - rank];
        };
        Shape shape;
        for (std::size_t axis = 0; axis < rank; ++axis)
            shape.append(extent(shape_a, axis) * extent(shape_b, axis));
        ASSERT_EQ(made.shape(), shape);
        std::vector<T> expected;
        over(shape, [&](const std::vector<std::size_t>& index) {
            std::size_t in_a = 0, in_b = 0;
            for (std::size_t axis = 0; axis < rank; ++axis) {
                const std::size_t block = extent(shape_b, axis);
                in_a = in_a * extent(shape_a, axis) + index[axis] / block;
                in_b = in_b * block + index[axis] % block;
            }
            expected.push_back(host_a[in_a] * host_b[in_b]);
        });
        EXPECT_LT(test::largest_difference(made.to_vector(), expected), 1e-6);
    };
    check(float(), {2, 3}, {4, 5});
    check(float(), {3}, {2, 2});
    check(float(), {2, 1, 3}, {4});
    check(std::complex<double>(), {2, 3, 2}, {3, 1, 2});
    check(float(), {}, {3});
    const auto a = random<double>({2, 2});
    EXPECT_LT(test::largest_difference(
                  kron(transposed(a), 2.0 * a).to_vector(),
                  kron(Array<double>(transposed(a)), Array<double>(2.0 * a)).to_vector()),
              1e-15);
    const auto large = zeros<float>(stream_, {2, 2, 2, 2, 2});
    EXPECT_EQ(
        test::refusal([&] { kron(large, large); }),
        "cannot compute the Kronecker product of shapes (2, 2, 2, 2, 2) and (2, 2, 2, 2, 2): the "
        "product needs more than 8 dimensions");
}

INSTANTIATE_TEST_SUITE_P(Backends, TensorProducts, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
