// SPDX-License-Identifier: MIT
// `glint check` runs each kernel with two thread orders, and reports results that differ.
#include <glint/studio/run/order_check.hpp>

#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/files.hpp>
#include <support/backends.hpp>
#include <support/thorough.hpp>

namespace glint::studio {
namespace {

TEST(RaceAnalysis, FindsReadsOfOtherThreadsWrites) {
    const test::TemporaryFolder folder;
    const std::string racing = R"(#include <glint/sim.cuh>
//@ simulation "Race"
struct Row {  //@ 4096
    float* a;
    int* total;
};
//@ init
__global__ void number(int count, float* a) { const int i = glint::index(); if (i < count) a[i] = i * i % 17; }
//@ step
__global__ void smear(int count, float* a) {
    const int i = glint::index();
    if (i > 0 && i < count) a[i] += a[i - 1];
}
//@ step
__global__ void add(int count, const float* a, int* total) {
    const int i = glint::index();
    if (i < count) atomicAdd(&total[0], int(a[i]));
}
)";
    const auto mistakes = order_mistakes(folder.write("race.cu", racing));
    ASSERT_EQ(mistakes.size(), 1u);
    EXPECT_EQ(mistakes[0].line, 10u);
    EXPECT_EQ(mistakes[0].message,
              "the result of kernel 'smear' depends on the order of its threads. Write to 'a_next' "
              "instead");
}

/// Messages for a step kernel with this body, over an 8 x 8 grid or a list of 8 elements.
std::vector<std::string> racing(const std::string& extents, const std::string& body,
                                const std::string& taken = "int width, int height") {
    const test::TemporaryFolder folder;
    const std::string text =
        "#include <glint/sim.cuh>\n//@ simulation \"Race\"\nstruct Grid {  //@ " + extents +
        "\n    float* u;\n};\n//@ init\n__global__ void put(" + taken +
        ", float* u) {\n    const int i = glint::index() + 32 * glint::cell().y;\n"
        "    if (glint::index() < 8 && glint::cell().y < 8) u[i % 8 + 8 * glint::cell().y] = i * i "
        "% 17;\n}\n"
        "//@ step\n__global__ void smear(" +
        taken + ", float* u) {\n" + body + "}\n";
    std::vector<std::string> messages;
    for (const Mistake& mistake : order_mistakes(folder.write("race.cu", text)))
        messages.push_back(mistake.message);
    return messages;
}

TEST(RaceAnalysis, FindsRacesWithinABlock) {
    const std::vector<std::string> found{
        "the result of kernel 'smear' depends on the order of its threads. Write to 'u_next' "
        "instead"};
    const std::string begin =
        "    const int2 c = glint::cell();\n    if (c.x >= width || c.y >= height) return;\n";
    for (const char* neighbor :
         {"u[c.y * width + (c.x + 1) % width]", "u[c.y * width + (c.x + width - 1) % width]",
          "u[(c.y + 1) % height * width + c.x]", "u[(c.y + height - 1) % height * width + c.x]"}) {
        const std::string body = begin +
                                 "    u[c.y * width + c.x] = 0.5f * (u[c.y * width + c.x] + " +
                                 neighbor + ") + 0.01f;\n";
        EXPECT_EQ(racing("8 x 8", body), found) << neighbor;
    }
    for (const char* index : {"min(i + 1, count - 1)", "max(i - 1, 0)"})
        EXPECT_EQ(racing("8",
                         std::string("    const int i = glint::index();\n    if (i >= count) "
                                     "return;\n    u[i] += u[") +
                             index + "];\n",
                         "int count"),
                  found)
            << index;
}

TEST(RaceAnalysis, AcceptsOwnElementsAndBarriers) {
    EXPECT_TRUE(racing("8 x 8",
                       "    const int2 c = glint::cell();\n"
                       "    if (c.x < width && c.y < height) u[c.y * width + c.x] += 1;\n")
                    .empty());
    EXPECT_TRUE(racing("8",
                       "    __shared__ float all[1024];\n    const int i = glint::index();\n"
                       "    all[threadIdx.x] = i < count ? u[i] : 0;\n    __syncthreads();\n"
                       "    if (i + 1 < count && threadIdx.x + 1 < blockDim.x) "
                       "u[i] = all[threadIdx.x + 1];\n",
                       "int count")
                    .empty());
}

TEST(RaceAnalysis, AcceptsAtomicsAndBarriersInHeaders) {
    const test::TemporaryFolder folder;
    folder.write(
        "own.cuh",
        "#pragma once\ntemplate <class T> __device__ void own(T* p, T v) { atomicAdd(p, v); }\n"
        "template <class T> __device__ T next(T v) {\n    __shared__ T all[1024];\n"
        "    all[threadIdx.x] = v;\n    __syncthreads();\n"
        "    return all[(threadIdx.x + 1) % blockDim.x];\n}\n");
    const auto text = [](const std::string& body) {
        return "#include <glint/sim.cuh>\n#include \"own.cuh\"\n//@ simulation \"Own\"\n"
               "struct Row {  //@ 256\n    float* u;\n    float* n;\n};\n//@ init\n"
               "__global__ void put(int count, float* u) {\n"
               "    const int i = glint::index();\n"
               "    if (i < count) u[i] = 1 / (i + 1.0f);\n}\n//@ step\n"
               "__global__ void k(int count, const float* u, float* n) {\n"
               "    const int i = glint::index();\n" +
               body + "}\n";
    };
    for (const char* body : {"    if (i < count) own<float>(&n[i % 3], u[i]);\n",
                             "    const float v = next<float>(i < count ? u[i] : 0);\n"
                             "    if (i < count && threadIdx.x + 1 < blockDim.x) n[i] = v;\n"})
        EXPECT_TRUE(order_mistakes(folder.write("own.cu", text(body))).empty()) << body;
}

/// One kernel of many in a simulation.
struct Racer {
    std::string annotation;
    std::string body = "u[i] = 1664525 * u[i] + u[right];";
    std::string taken{};
    bool is_racing = true;
};

TEST(RaceAnalysis, FindsRacesInAllKernelKinds) {
    const std::string race = Racer{}.body;
    const std::vector<Racer> racers{
        {"step blocks 8 x 8"},
        {"step blocks 32 x 32"},
        {"step blocks 8 x 1"},
        {"step blocks 8 x 8 for 8 x 8"},
        {"step blocks 8 x 8 on GPUs"},
        {"step blocks 64",
         "const int at = blockIdx.x * 64 + threadIdx.x; if (at < 8) u[at] += u[(at + 1) % 8];"},
        {"step", "if (step >= 40) " + race, ", int step"},
        {"step", "if (step < 40) u[i] += step; ", ", int step", false},
        {"draw", "seen[i] = seen[right] + 1 + i;", ", int* seen"},
        {"drag", "if (mouse.x > 3 && mouse_before.x != mouse.x) " + race,
         ", float2 mouse, float2 mouse_before"},
        {"step", "atomicAdd(&sums[0], 0.1f); " + race, ", float* sums"},
        {"step", "atomicAdd(&counts[0], 1); " + race, ", int* counts"},
        {"step", "atomicAdd(&sums[0], 0.1f * i); sums[1 + i / 2] = sums[1 + right / 2] + 1;",
         ", float* sums"},
        {"step", "counts[i] = counts[atomicAdd(&counts[0], 1) % 64];", ", int* counts", false},
        {"step", "atomicAdd(&sums[0], 0.1f * i); u[i] += i;", ", float* sums", false},
        {"step", "add<int>(&counts[1], i); u[i] += counts[2];", ", int* counts", false}};
    std::string text =
        "#include <glint/sim.cuh>\n//@ simulation \"Races\"\n"
        "struct Grid {  //@ 8 x 8\n    unsigned* u;\n    float* sums;\n    int* counts;\n"
        "    int* seen;  //@ \"Seen\"\n};\n"
        "template <class T> __device__ void add(T* to, T what) { atomicAdd(to, what); }\n"
        "//@ init\n__global__ void put(int width, int height, unsigned* u) {\n"
        "    const int2 c = glint::cell();\n"
        "    if (c.x < width && c.y < height) u[c.y * width + c.x] = c.x * c.x + 7 * c.y;\n}\n";
    std::vector<std::string> expected, found;
    for (std::size_t i = 0; i < racers.size(); ++i) {
        const Racer& racer = racers[i];
        const bool has_u = racer.body.find("u[") != racer.body.npos;
        text += fmt::format(
            "//@ {0}\n__global__ void racer_{1}(int width, int height{2}{3}) {{\n"
            "    const int2 c = glint::cell();\n"
            "    if (c.x >= width || c.y >= height) return;\n"
            "    const int i = c.y * width + c.x, right = c.y * width + (c.x + 1) % width;\n"
            "    (void)right;\n    {4}\n}}\n",
            racer.annotation, i, has_u ? ", unsigned* u" : "", racer.taken, racer.body);
        if (racer.is_racing) expected.push_back(fmt::format("racer_{}", i));
    }
    const test::TemporaryFolder folder;
    for (const Mistake& mistake : order_mistakes(folder.write("races.cu", text))) {
        const std::size_t at = mistake.message.find("racer_");
        found.push_back(mistake.message.substr(at, mistake.message.find('\'', at) - at));
    }
    std::ranges::sort(expected);
    std::ranges::sort(found);
    EXPECT_EQ(found, expected);
}

// Blocks of this size run as lanes. The compiler may contract copies of their code differently,
// which must not be reported as a race.
TEST(RaceAnalysis, IgnoresRounding) {
    const test::TemporaryFolder folder;
    std::string text = read_text(resource("apps/waves/waves3d.cu"));
    const std::string depth = "int depth = 112;";  // makes a grid of over a million cells
    text.replace(text.find(depth), depth.size(), "int depth = 60;");
    (void)folder.write("leapfrog.cuh", read_text(resource("apps/waves/leapfrog.cuh")));
    EXPECT_TRUE(order_mistakes(folder.write("waves3d.cu", text)).empty());
}

TEST(RaceAnalysis, GalleryKernelsHaveNoRaces) {
    for (const auto& entry : std::filesystem::directory_iterator(resource("apps/gallery"))) {
        const std::string name = entry.path().filename().string();
        if (!test::kThorough && name != "ising.cu" && name != "slime.cu") continue;
        EXPECT_TRUE(order_mistakes(entry.path()).empty()) << name;
    }
}

}  // namespace
}  // namespace glint::studio
