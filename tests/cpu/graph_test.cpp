// SPDX-License-Identifier: MIT
// Guarantees of graphs that only the CPU backend gives: failing kernels leave the process and the
// graph usable.
#include <glint/backend/detail/graph_backend.hpp>

#include <functional>
#include <thread>

#include <gtest/gtest.h>

#include <glint/backend/detail/capture_scope.hpp>
#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

constexpr const char* kGraphKernels = R"(
extern "C" __global__ void trap_if(const int* bad, int* runs) {
    *runs += 1;
    if (*bad) __trap();
}
extern "C" __global__ void stop_or_trap(unsigned long long condition, int* left) {
    *left -= 1;
    if (*left == 2) __trap();
    cudaGraphSetConditional(condition, *left);
})";

class CpuGraph : public testing::Test {
protected:
    /// Captures the work into the graph, without dependencies.
    void capture(driver::Graph& graph, const std::function<void()>& work) {
        const std::shared_ptr<driver::Stream> borrowed(&program_.stream(), [](auto*) {});
        graph.begin_capture(borrowed, {}, std::make_shared<driver::CaptureScope>());
        work();
        (void)graph.end_capture();
    }

    std::string failure_of(driver::ExecutableGraph& work) {
        work.launch(program_.stream());
        try {
            program_.stream().synchronize();
        } catch (const Error& error) {
            EXPECT_EQ(error.code(), ErrorCode::launch);
            return error.operation();
        }
        return {};
    }

    Program program_{source(kGraphKernels)};
};

TEST_F(CpuGraph, FailingKernelsFailEachLaunchOnly) {
    int bad = 1, runs = 0;
    const auto graph = program_.backend().create_graph();
    capture(*graph, [&] {
        program_.start("trap_if", one_block({1}), &bad, &runs);
        program_.stream().call([&] { runs += 10; });
    });
    const auto work = graph->instantiate();
    EXPECT_EQ(failure_of(*work), "run kernel 'trap_if'");
    EXPECT_EQ(failure_of(*work), "run kernel 'trap_if'");
    EXPECT_EQ(runs, 22);
    bad = 0;
    EXPECT_EQ(failure_of(*work), "");
    EXPECT_EQ(runs, 33);
}

TEST_F(CpuGraph, FailingKernelsEndTheirLoop) {
    int left = 5;
    const auto graph = program_.backend().create_graph();
    const std::uint64_t condition = graph->create_condition(1);
    const auto loop = graph->add_conditional({}, driver::ConditionalKind::while_loop, condition, 1);
    capture(*loop.bodies[0],
            [&] { program_.start("stop_or_trap", one_block({1}), condition, &left); });
    const auto work = graph->instantiate();
    EXPECT_EQ(failure_of(*work), "run kernel 'stop_or_trap'");
    EXPECT_EQ(left, 2);
    EXPECT_EQ(failure_of(*work), "");
    EXPECT_EQ(left, 0);
}

TEST_F(CpuGraph, AConditionOfAnotherGraphIsRefused) {
    const auto graph = program_.backend().create_graph();
    const auto other = program_.backend().create_graph();
    const std::uint64_t condition = other->create_condition(0);
    try {
        (void)graph->add_conditional({}, driver::ConditionalKind::if_else, condition, 1);
        ADD_FAILURE() << "nothing was thrown";
    } catch (const Error& error) {
        EXPECT_EQ(error.reason(), "the condition belongs to another graph");
    }
}

TEST_F(CpuGraph, ExecutablesOfOneGraphShareItsConditionsInTurn) {
    int left = 0, rounds = 0;
    const auto graph = program_.backend().create_graph();
    const std::uint64_t condition = graph->create_condition(1);
    const auto loop = graph->add_conditional({}, driver::ConditionalKind::while_loop, condition, 1);
    capture(*loop.bodies[0], [&] {
        program_.stream().call([&] {
            if (left == 0) left = 5;
            left -= 1;
            rounds += 1;
            *reinterpret_cast<unsigned*>(condition) = static_cast<unsigned>(left);
        });
    });
    const auto launch_often = [&] {
        const auto stream = program_.backend().create_stream({});
        const auto work = graph->instantiate();
        for (int i = 0; i < 20; ++i) work->launch(*stream);
        stream->synchronize();
    };
    std::thread first(launch_often), second(launch_often);
    first.join();
    second.join();
    EXPECT_EQ(rounds, 2 * 20 * 5);
}

}  // namespace
}  // namespace glint::cpu::test
