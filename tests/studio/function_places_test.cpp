// SPDX-License-Identifier: MIT
// Functions of field values find the position of their element, whichever C++ features they use.
#include <glint/studio/run/simulation.hpp>

#include <algorithm>
#include <array>
#include <cstring>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/driver/copies.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

class FunctionsOn : public test::OnEachBackend {
protected:
    /// Creates a simulation from this text.
    Simulation make(const std::string& text) {
        return Simulation({.device = device_, .file = folder_.write("made.cu", text)});
    }
    /// Values of a `show` function.
    template <class T>
    static std::vector<T> values(Simulation& simulation, std::size_t index) {
        const std::vector<std::byte> bytes = to_vector(simulation.stream(), simulation.show(index));
        std::vector<T> all(bytes.size() / sizeof(T));
        std::memcpy(all.data(), bytes.data(), bytes.size());
        return all;
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

constexpr const char* kPlaces = R"(#include <glint/sim.cuh>
//@ simulation "Places"
struct Params {
    int side = 5;  //@ 1..64 "Side"
};
struct Box {       //@ 37 x 6 x side
    float* u;
};
struct Grid {  //@ 40 x 30
    float* v;
};
struct List {  //@ 1000
    float* w;
};
//@ init
__global__ void fill(int count, float* w) {
    if (glint::index() < count) w[glint::index()] = 1;
}
//@ step
__global__ void k(int width, float* v) {}
//@ show "Cells"
__device__ float3 cells(float u, int3 cell) { return make_float3(cell.x, cell.y, cell.z); }
//@ show "Indices"
__device__ int indices(float u, int index, int width, int height, int depth, Params params) {
    return index + 100000 * (width == 37 && height == 6 && depth == params.side);
}
//@ show "Across"
__device__ float across(float v, int2 cell) { return 100 * cell.y + cell.x; }
//@ max "Rightmost"
__device__ int rightmost(int2 cell, float v, float time) { return cell.x + 100 * (time < 0); }
//@ sum "Sum of rows"
__device__ double rows(float v, int2 cell) { return cell.y; }
//@ mean "Mean index"
__device__ double middle(float w, unsigned index) { return w * index; }
//@ min "Least"
__device__ double least(long long index, float w, int count) { return index == 700 ? -1 : count; }
)";

TEST_P(FunctionsOn, FunctionsReceiveTheirPosition) {
    Simulation places = make(kPlaces);
    const auto cells = values<std::array<float, 3>>(places, 0);
    const auto indices = values<int>(places, 1);
    ASSERT_EQ(cells.size(), 37u * 6 * 5);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        EXPECT_EQ(cells[i], (std::array{static_cast<float>(i % 37), static_cast<float>(i / 37 % 6),
                                        static_cast<float>(i / 222)}));
        EXPECT_EQ(indices[i], static_cast<int>(i) + 100000);
    }
    const auto across = values<float>(places, 2);
    for (std::size_t i = 0; i < across.size(); ++i)
        EXPECT_EQ(across[i], static_cast<float>(100 * (i / 40) + i % 40));
    const auto monitors = places.monitors();
    EXPECT_EQ(monitors[3], 39);
    EXPECT_EQ(monitors[4], 40.0 * 29 * 30 / 2);
    EXPECT_EQ(monitors[5], 999 / 2.0);
    EXPECT_EQ(monitors[6], -1);
    EXPECT_EQ(places.find_value(3, 39), (std::array<std::size_t, 3>{39, 0, 0}));
    EXPECT_EQ(places.find_value(6, -1), (std::array<std::size_t, 3>{700, 0, 0}));
}

/// Functions of field values that find their element's position by various C++ features.
constexpr const char* kThreadPlaces = R"(#include <glint/sim.cuh>
#include <glint/lanes.cuh>
#include <cooperative_groups.h>
#include "places.cuh"
//@ simulation "Places of threads"
#define ROW glint::cell().y
namespace g = glint;
using glint::index;
struct Grid {  //@ 37 x 21
    float* u;
};
struct Box {   //@ 5 x 6 x 7
    float* w;
};
struct List {  //@ 5000
    float* v;
    int* lane;
    int* rank;
};
template <class T>
__device__ T column(T) {
    return static_cast<T>(glint::cell().x);
}
struct Place {
    int x = glint::cell().x;
    int y;
    __device__ Place() : y(g::cell().y) {}
    __device__ operator int() const { return 37 * y + x; }
};
__device__ int or_index(int i = index()) { return i; }
//@ init
__global__ void lanes(int count, int* lane, int* rank) {
    const int i = glint::index();
    if (i >= count) return;
    lane[i] = glint::lane_index();
    rank[i] = cooperative_groups::this_grid().thread_rank();
}
//@ step
__global__ void k(int width, float* u) {}
//@ show "Column"
__device__ float by_template(float u) { return column<float>(u); }
//@ show "Row"
__device__ float by_macro(float u) { return ROW; }
//@ show "Place"
__device__ int by_constructor(float u) { return Place(); }
//@ show "Raw"
__device__ int raw(float u) {
    return 37 * (blockIdx.y * blockDim.y + threadIdx.y) + blockIdx.x * blockDim.x + threadIdx.x;
}
//@ show "Header"
__device__ int by_header(float w) { return place_in_box(); }
//@ max "Rightmost"
__device__ float rightmost(float u) { return column<float>(u); }
//@ sum "Places"
__device__ double places(float u) { return Place(); }
//@ min "Last of the box"
__device__ int last(float w) { return -place_in_box(); }
//@ max "Index"
__device__ int by_pointer(float v) {
    const auto f = glint::index;
    return f();
}
//@ mean "Index"
__device__ double by_default(float v) { return or_index(); }
//@ sum "Other lanes"
__device__ int other_lanes(float v, int lane, int rank) {
    return (lane != static_cast<int>(glint::lane_index())) +
           (rank != static_cast<int>(cooperative_groups::this_grid().thread_rank()));
}
)";

TEST_P(FunctionsOn, RunOneThreadPerElement) {
    folder_.write("places.cuh",
                  "#pragma once\n__device__ inline int place_in_box() {\n"
                  "    const int3 c = glint::cell();\n    return (c.z * 6 + c.y) * 5 + c.x;\n}\n");
    Simulation places = make(kThreadPlaces);
    const auto columns = values<float>(places, 0), rows = values<float>(places, 1);
    ASSERT_EQ(columns.size(), 37u * 21);
    for (std::size_t i = 0; i < columns.size(); ++i) {
        ASSERT_EQ(columns[i], static_cast<float>(i % 37));
        ASSERT_EQ(rows[i], static_cast<float>(i / 37));
    }
    std::vector<int> indices(37 * 21);
    std::iota(indices.begin(), indices.end(), 0);
    EXPECT_EQ(values<int>(places, 2), indices);
    EXPECT_EQ(values<int>(places, 3), indices);
    indices.resize(5 * 6 * 7);
    EXPECT_EQ(values<int>(places, 4), indices);
    const auto monitors = places.monitors();
    EXPECT_EQ(monitors[5], 36);
    EXPECT_EQ(monitors[6], 776 * 777 / 2);
    EXPECT_EQ(monitors[7], -209);
    EXPECT_EQ(monitors[8], 4999);
    EXPECT_EQ(monitors[9], 4999 / 2.0);
    EXPECT_EQ(monitors[10], 0);
    EXPECT_EQ(places.find_value(5, 36), (std::array<std::size_t, 3>{36, 0, 0}));
    EXPECT_EQ(places.find_value(7, -209), (std::array<std::size_t, 3>{4, 5, 6}));
    EXPECT_EQ(places.find_value(8, 4321), (std::array<std::size_t, 3>{4321, 0, 0}));
}

TEST_P(FunctionsOn, FunctionsOfAGridCannotCallIndex) {
    folder_.write("own.cuh",
                  "#pragma once\n__device__ inline int own() { return glint::index(); }\n");
    const std::string head =
        "#include <glint/sim.cuh>\n#include \"own.cuh\"\n//@ simulation \"Index\"\n"
        "struct Grid {  //@ 16 x 8\n    float* u;\n};\nstruct List {  //@ 16\n    float* v;\n};\n";
    std::string text =
        head +
        "template <class T>\n__device__ T number(T) {\n    return T(glint::index());\n}\n"
        "struct Q {\n    int i = glint::index();\n};\n#define INDEX index()\n"
        "__device__ float at(float u) { return u; }\n"
        "__device__ float at(const float* u) { return u[glint::index()]; }\n"
        "//@ step\n__global__ void k(int count, float* v) {\n"
        "    if (glint::index() < count) v[glint::index()] = number(1) + at(v);\n}\n"
        "//@ show \"List\"\n__device__ float list(float v) { return number(v); }\n";
    int functions = 0;
    const auto add = [&](const std::string& body) {
        text += fmt::format("//@ show \"F\"\n__device__ float f{}(float u) {{ {} }}\n", functions++,
                            body);
        return static_cast<unsigned>(std::ranges::count(text, '\n'));
    };
    std::vector<Mistake> refused;
    for (const char* body : {"return glint::index();", "return number<float>(u);", "return Q().i;",
                             "auto f = glint::index; return f();", "return glint::INDEX + u;",
                             "using namespace glint; return index();", "return own();"}) {
        const unsigned line = add(body);
        refused.push_back(
            {line, fmt::format("'f{}' calls glint::index(), which is an index into a list, but "
                               "'Grid' is a grid. Take `int index` as a parameter instead",
                               functions - 1)});
    }
    for (const char* body : {"return at(u);", "const int index = 3; return index;",
                             "return glint::cell().x;", "return threadIdx.x;"})
        add(body);
    EXPECT_EQ(check(device_, folder_.write("index.cu", text)), refused);
    const auto in_header = folder_.write(
        "header.cu", head + "//@ max \"Own\"\n__device__ int f(float u) { return own(); }\n");
    EXPECT_THROW((void)Code(device_, in_header), DeclarationError);
}

INSTANTIATE_TEST_SUITE_P(Backends, FunctionsOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
