// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/pass.hpp>

#include <numeric>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/algorithms/sort.hpp>
#include <glint/array/array.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>

// Simulations whose steps are run by host code.
namespace glint::studio {
namespace {

const char* const kLine = R"(#include <glint/sim.cuh>
//@ simulation "Line"
struct Line {      //@ 100
    float* place;  //@ 0..1 "Place"
    int* rank;     //@ "Rank"
};
struct Bins {      //@ 7
    int* filled;   //@ "Filled"
};
//@ init
__global__ void scatter(int count, unsigned seed, float* place) {
    const int i = glint::index();
    if (i < count) place[i] = glint::uniform3(i, seed, 0).x;
}
namespace host {
__global__ void number(int count, const int* order, float shift, int* rank, float* place_next,
                       const float* place) {
    const int i = glint::index();
    if (i >= count) return;
    rank[order[i]] = i;
    place_next[i] = place[i] + shift;
}
}
__global__ void fill(int bins_count, int* filled, int first, const float* place) {
    const int i = glint::index();
    if (i < bins_count) filled[i] = first + i;
}
//@ step
__global__ void halve(int count, float* place) {
    const int i = glint::index();
    if (i < count) place[i] *= 0.5f;
}
)";

class Ranked : public Simulation {
public:
    using Simulation::Simulation;

    void step(const Step& now) override {
        const Array<int> order = argsort<int>(field<float>("place"));
        number_(now, {{"order", order}, {"shift", 1.0f}});
        fill_(now, {{"first", 5}});
    }
    Pass number_{*this, "number"};
    Pass fill_{*this, "fill"};
};

class Passes : public test::OnEachBackend {
protected:
    SimulationOptions options(const std::string& text = kLine) {
        folder_.write("line.cu", text);
        return {.device = open(), .file = folder_.path() / "line.cu"};
    }
    Code code(const std::string& from, const std::string& to) {
        std::string text = kLine;
        text.replace(text.find(from), from.size(), to);
        return {open(), folder_.path() / "line.cu", text, {.read = {.has_host = true}}};
    }
    test::TemporaryFolder folder_;
};

TEST_P(Passes, RunBetweenHostCode) {
    Ranked line(options());
    const std::vector<float> before = line.field<float>("place").to_vector();
    line.advance(1);
    const std::vector<float> after = line.field<float>("place").to_vector();
    const std::vector<int> rank = line.field<int>("rank").to_vector();
    for (std::size_t i = 0; i < before.size(); ++i) {
        EXPECT_EQ(after[i], before[i] + 1);  // not halved: the file's own step is overridden
        EXPECT_EQ(rank[i], std::ranges::count_if(before, [&](float p) { return p < before[i]; }));
    }
    EXPECT_EQ(line.field<int>("filled").to_vector(), (std::vector<int>{5, 6, 7, 8, 9, 10, 11}));
}

TEST_P(Passes, RunAnnotatedKernels) {
    Simulation line(options());
    const float first = line.field<float>("place").to_vector().front();
    const Pass halve(line, "halve");
    halve(line.now());
    EXPECT_EQ(line.field<float>("place").to_vector().front(), first * 0.5f);
}

TEST_P(Passes, AcceptALaunchShape) {
    Simulation line(options());
    const Pass halve(line, "halve");
    const std::vector<float> before = line.field<float>("place").to_vector();
    halve(line.now(), {}, LaunchShape{.grid = {.x = 1}, .block = {.x = 32}});
    const std::vector<float> after = line.field<float>("place").to_vector();
    for (std::size_t i = 0; i < before.size(); ++i)
        EXPECT_EQ(after[i], i < 32 ? before[i] * 0.5f : before[i]) << i;
}

TEST_P(Passes, RefuseUnknownKernelsAndArguments) {
    Simulation line(options());
    test::expect_error(ErrorCode::not_found, "kernel not found; did you mean 'halve'?",
                       [&] { (void)Pass(line, "halv"); });
    const Pass fill(line, "fill");
    test::expect_error(ErrorCode::invalid_argument,
                       "host code passes no value for parameter 'first', which is neither a field "
                       "nor a built-in number",
                       [&] { fill(line.now()); });
    test::expect_error(ErrorCode::invalid_argument,
                       "the kernel has no parameter 'place' that takes a value from host code",
                       [&] { fill(line.now(), {{"first", 1}, {"place", 2}}); });
}

TEST_P(Passes, AreErrorsInFilesWithoutHostCode) {
    SimulationOptions alone = options();
    alone.has_host = false;
    try {
        const Simulation line(alone);
        FAIL();
    } catch (const DeclarationError& error) {
        EXPECT_EQ(error.mistakes().front().message,
                  "kernel 'host::number' never runs. Write `//@ step` above the kernel");
    }
}

TEST_P(Passes, ReloadKeepsWhatHostCodeNeeds) {
    Ranked line(options());
    line.advance(1);
    (void)line.adopt(code("first + i", "first - i"));
    line.advance(1);
    EXPECT_EQ(line.field<int>("filled").to_vector().back(), -1);
    const auto refusal = [&](Code fresh) -> std::string {
        try {
            (void)line.adopt(std::move(fresh));
        } catch (const DeclarationError& error) {
            const Mistake& mistake = error.mistakes().front();
            return std::to_string(mistake.line) + ": " + mistake.message;
        }
        return "adopted";
    };
    EXPECT_EQ(refusal(code("void fill(", "void fulfil(")),
              "1: kernel 'fill' was removed, but host code launches this kernel");
    EXPECT_EQ(refusal(code("int first, const", "int first, int second, const")),
              "24: host code passes no value for parameter 'second' of kernel 'fill'");
    line.advance(1);  // the refused versions have changed nothing
    EXPECT_EQ(line.field<int>("filled").to_vector().back(), -1);
}

INSTANTIATE_TEST_SUITE_P(Backends, Passes, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
