// SPDX-License-Identifier: MIT
// Launches with cooperating blocks, and scheduling of launches.
#include <glint/driver/kernel.hpp>

#include <algorithm>
#include <numeric>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <driver/kernels.hpp>
#include <glint/driver/executable_graph.hpp>
#include <glint/driver/memory.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

using NumbersKernel = void(unsigned*);

class ClusterLaunches : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(ClusterLaunches, ClusterSizeMustDivideTheGrid) {
    const auto count = test::kernels(device_).kernel<void()>("count");
    expect_error(ErrorCode::invalid_argument,
                 "grid.x is 5, but must be a multiple of cluster.x, which is 2",
                 [&] { count.launch(stream_, {.grid = {5}, .cluster = {2}}); });
    expect_error(ErrorCode::invalid_argument,
                 "grid.y is 1, but must be a multiple of cluster.y, which is 0",
                 [&] { count.launch(stream_, {.grid = {4}, .cluster = {2, 0, 1}}); });
    expect_error(ErrorCode::invalid_argument,
                 "grid.z is 3, but must be a multiple of cluster.z, which is 4",
                 [&] { count.launch(stream_, {.grid = {1, 1, 3}, .cluster = {1, 1, 4}}); });
}

TEST_P(ClusterLaunches, HintsDoNotChangeResults) {
    const Module module(device_, test::compiled(device_, "launch.cu").image);
    const auto number = module.kernel<void(std::size_t, unsigned*)>("number");
    auto numbers = to_device(stream_, std::vector<unsigned>(1000, 0));
    LaunchShape shape = threads(1000);
    for (const int priority : {0, -1}) {
        shape.priority = priority;
        number.launch(stream_, shape, 1000, numbers);
        stream_.synchronize();  // finishes work before a launch that may start early
    }
    shape.early_start = true;
    number.launch(stream_, shape, 1000, numbers);
    std::vector<unsigned> expected(1000);
    for (unsigned i = 0; i < 1000; ++i) expected[i] = 3 * i;
    EXPECT_EQ(to_vector(stream_, numbers), expected);
}

INSTANTIATE_TEST_SUITE_P(Backends, ClusterLaunches, test::each_backend(), test::name);

TEST(CooperativeLaunchesOnCpu, CooperativeAndClusterLaunchesAreRefused) {
    const Device device = Device::open("cpu");
    Stream stream(device);
    const auto count = test::kernels(device).kernel<void()>("count");
    expect_error(ErrorCode::unsupported,
                 "the CPU does not support cooperative launches, because blocks run one after "
                 "another and cannot wait for each other",
                 [&] { count.launch(stream, {.cooperative = true}); });
    expect_error(ErrorCode::unsupported, "the CPU does not support clusters of blocks",
                 [&] { count.launch(stream, {.grid = {4}, .cluster = {2}}); });
    expect_error(ErrorCode::unsupported, "the CPU does not support clusters of blocks",
                 [&] { (void)count.max_active_clusters({.grid = {4}, .cluster = {2}}); });
}

/// Features that only CUDA has.
class CooperativeLaunchesOnCuda : public testing::Test {
protected:
    void SetUp() override {
        if (const std::string why = cuda_unavailable_reason(); !why.empty())
            GTEST_SKIP() << "cuda: " << why;
        device_.emplace(Device::open("cuda"));
        stream_.emplace(*device_);
        const compiler::Binary code = test::compiled(*device_, "together.cu");
        module_.emplace(*device_, code.image,
                        ModuleOptions{.cooperative_kernels = code.cooperative_kernels});
    }
    bool has_clusters() const {
        return module_->kernel<NumbersKernel>("next_in_cluster").info().binary_version >= 90;
    }

    std::optional<Device> device_;
    std::optional<Stream> stream_;
    std::optional<Module> module_;
};

TEST_F(CooperativeLaunchesOnCuda, BlocksWaitForEachOther) {
    const auto pass_on = module_->kernel<NumbersKernel>("pass_on");
    const unsigned blocks =
        pass_on.occupancy({.block = {128}}).blocks * device_->info().multiprocessors;
    std::vector<unsigned> expected(blocks * 128);
    std::iota(expected.begin(), expected.end(), 0u);
    auto numbers = to_device(*stream_, expected);
    pass_on.launch(*stream_, {.grid = {blocks}, .block = {128}, .cooperative = true}, numbers);
    std::rotate(expected.rbegin(), expected.rbegin() + 1, expected.rend());
    EXPECT_EQ(to_vector(*stream_, numbers.span()), expected);
}

TEST_F(CooperativeLaunchesOnCuda, TooManyBlocksAreRefusedWithBothNumbers) {
    const auto pass_on = module_->kernel<NumbersKernel>("pass_on");
    const LaunchShape shape{.grid = {1u << 20}, .block = {128}, .cooperative = true};
    const unsigned most = pass_on.occupancy(shape).blocks * device_->info().multiprocessors;
    ASSERT_GT(most, 0u);
    expect_error(ErrorCode::invalid_argument,
                 fmt::format("a cooperative launch has 1048576 blocks, but this device can run "
                             "only {} blocks of 128 threads at the same time",
                             most),
                 [&] { pass_on.launch(*stream_, shape, nullptr); });
}

// If glint launched such a kernel, it would trap and make the GPU unusable for the process.
TEST_F(CooperativeLaunchesOnCuda, GridBarriersNeedACooperativeLaunch) {
    const auto pass_on = module_->kernel<NumbersKernel>("pass_on");
    EXPECT_TRUE(pass_on.info().cooperative);
    EXPECT_FALSE(module_->kernel<NumbersKernel>("next_in_cluster").info().cooperative);
    expect_error(ErrorCode::invalid_argument,
                 "the blocks of the kernel wait for the whole grid, as in this_grid().sync(). "
                 "Launch the kernel with LaunchShape::cooperative, and with no more blocks than "
                 "can run at the same time",
                 [&] { pass_on.launch(*stream_, {.grid = {2}, .block = {128}}, nullptr); });
    stream_->synchronize();
}

TEST_F(CooperativeLaunchesOnCuda, ClustersShareSharedMemory) {
    if (!has_clusters()) GTEST_SKIP() << "cuda: this GPU is older than clusters";
    const auto next = module_->kernel<NumbersKernel>("next_in_cluster");
    for (const unsigned size : {2u, 4u, 8u, 16u}) {
        const LaunchShape shape{.grid = {32}, .block = {32}, .cluster = {size}};
        if (size == 16 && next.max_active_clusters(shape) == 0) continue;  // some GPUs allow only 8
        auto numbers = to_device(*stream_, std::vector<unsigned>(32, 0));
        next.launch(*stream_, shape, numbers);
        std::vector<unsigned> expected(32);
        for (unsigned i = 0; i < 32; ++i) expected[i] = 10 * (i / size * size + (i + 1) % size);
        EXPECT_EQ(to_vector(*stream_, numbers.span()), expected) << size;
    }
}

TEST_F(CooperativeLaunchesOnCuda, UpdatedGraphNodesStayCooperative) {
    const auto pass_on = module_->kernel<NumbersKernel>("pass_on");
    const LaunchShape shape{.grid = {2}, .block = {128}, .cooperative = true};
    auto unused = to_device(*stream_, std::vector<unsigned>(256, 0));
    const Graph graph = Graph::capture(*stream_, [&] { pass_on.launch(*stream_, shape, unused); });
    ExecutableGraph work = graph.instantiate();
    LaunchShape larger = shape;
    larger.grid.x = pass_on.occupancy(shape).blocks * device_->info().multiprocessors;
    std::vector<unsigned> expected(larger.grid.x * 128);
    std::iota(expected.begin(), expected.end(), 0u);
    auto numbers = to_device(*stream_, expected);
    const GraphNode node = graph.nodes()[0].node;
    work.update(node, pass_on, larger, numbers);
    work.launch(*stream_);
    std::rotate(expected.rbegin(), expected.rbegin() + 1, expected.rend());
    EXPECT_EQ(to_vector(*stream_, numbers.span()), expected);

    ++larger.grid.x;
    const auto reason_of = [](const std::function<void()>& update) {
        try {
            update();
        } catch (const Error& error) {
            return error.reason();
        }
        return std::string("nothing was thrown");
    };
    EXPECT_EQ(reason_of([&] { work.update(node, pass_on, larger, numbers); }),
              fmt::format("a cooperative launch has {} blocks, but this device can run only {} "
                          "blocks of 128 threads at the same time",
                          larger.grid.x, larger.grid.x - 1));
    work.launch(*stream_);
    std::rotate(expected.rbegin(), expected.rbegin() + 1, expected.rend());
    EXPECT_EQ(to_vector(*stream_, numbers.span()), expected) << "as before the refused update";
}

// In an ordinary node, the kernel would trap and make the GPU unusable for the process.
TEST_F(CooperativeLaunchesOnCuda, PlainGraphNodesRefuseGridBarriers) {
    const auto next = module_->kernel<NumbersKernel>("next_in_cluster");
    const Graph graph =
        Graph::capture(*stream_, [&] { next.launch(*stream_, {.grid = {2}}, nullptr); });
    ExecutableGraph work = graph.instantiate();
    expect_error(ErrorCode::invalid_argument,
                 "a cooperative launch cannot replace a launch that is not cooperative", [&] {
                     work.update(graph.nodes()[0].node, module_->kernel<NumbersKernel>("pass_on"),
                                 {.grid = {2}, .cooperative = true}, nullptr);
                 });
}

TEST_F(CooperativeLaunchesOnCuda, GraphNodesKeepTheirClusters) {
    if (!has_clusters()) GTEST_SKIP() << "cuda: this GPU is older than clusters";
    const auto next = module_->kernel<NumbersKernel>("next_in_cluster");
    auto first = to_device(*stream_, std::vector<unsigned>(32, 0));
    auto second = to_device(*stream_, std::vector<unsigned>(32, 0));
    const auto in_clusters = [](unsigned size) {
        return LaunchShape{.grid = {32}, .block = {32}, .cluster = {size}};
    };
    const auto graph_of = [&](unsigned size, DeviceMemory<unsigned>& numbers) {
        return Graph::capture(*stream_, [&] { next.launch(*stream_, in_clusters(size), numbers); });
    };
    const auto expect_clusters = [&](unsigned size, DeviceMemory<unsigned>& numbers) {
        std::vector<unsigned> expected(32);
        for (unsigned i = 0; i < 32; ++i) expected[i] = 10 * (i / size * size + (i + 1) % size);
        EXPECT_EQ(to_vector(*stream_, numbers.span()), expected);
    };
    const Graph graph = graph_of(4, first);
    const GraphNode node = graph.nodes()[0].node;
    ExecutableGraph work = graph.instantiate();
    work.update(node, next, in_clusters(4), second);
    work.launch(*stream_);
    expect_clusters(4, second);
    expect_error(ErrorCode::invalid_argument,
                 "a launch in clusters of 2x1x1 blocks cannot replace a launch in clusters of "
                 "4x1x1 blocks. Instantiate another graph for the new launch",
                 [&] { work.update(node, next, in_clusters(2), first); });
    expect_error(ErrorCode::invalid_argument,
                 "a launch in clusters of 2x1x1 blocks cannot replace a launch in clusters of "
                 "4x1x1 blocks. Instantiate another graph for the new launch",
                 [&] { work.update(graph_of(2, first)); });
    work.update(graph_of(4, first));
    work.launch(*stream_);
    expect_clusters(4, first);
}

TEST_F(CooperativeLaunchesOnCuda, GraphNodesKeepEarlyStartAndPriority) {
    const Module module(*device_, test::compiled(*device_, "launch.cu").image);
    const auto number = module.kernel<void(std::size_t, unsigned*)>("number");
    auto numbers = to_device(*stream_, std::vector<unsigned>(1000, 0));
    LaunchShape hinted = threads(1000);
    hinted.early_start = true;
    hinted.priority = -1;
    const Graph graph = Graph::capture(*stream_, [&] {
        number.launch(*stream_, threads(1000), 1000, numbers);
        number.launch(*stream_, hinted, 0, numbers);
    });
    const GraphNode last = graph.nodes().at(1).node;
    EXPECT_EQ(graph.edges().size(), 1u);
    ExecutableGraph work = graph.instantiate();
    work.update(last, number, hinted, 0, numbers);
    hinted.priority = -2;
    expect_error(ErrorCode::invalid_argument,
                 "a launch of priority -2 cannot replace a launch of priority -1. Instantiate "
                 "another graph for the new launch",
                 [&] { work.update(last, number, hinted, 0, numbers); });
    work.launch(*stream_);
    std::vector<unsigned> expected(1000);
    std::iota(expected.begin(), expected.end(), 0u);
    EXPECT_EQ(to_vector(*stream_, numbers.span()), expected);
}

TEST_F(CooperativeLaunchesOnCuda, ActiveClusterCountFollowsBlockResources) {
    if (!has_clusters()) GTEST_SKIP() << "cuda: this GPU is older than clusters";
    const auto next = module_->kernel<NumbersKernel>("next_in_cluster");
    const LaunchShape shape{.grid = {32}, .block = {1024}, .cluster = {2}};
    const unsigned most = next.occupancy(shape).blocks * device_->info().multiprocessors / 2;
    EXPECT_GE(next.max_active_clusters(shape), 1u);
    EXPECT_LE(next.max_active_clusters(shape), most);
}

TEST_F(CooperativeLaunchesOnCuda, CompiledClusterSizesAreUsed) {
    if (!has_clusters()) GTEST_SKIP() << "cuda: this GPU is older than clusters";
    const auto pairs = module_->kernel<NumbersKernel>("pairs_of_blocks");
    EXPECT_EQ(pairs.info().cluster, driver::Dim3({2, 1, 1}));
    EXPECT_EQ(module_->kernel<NumbersKernel>("pass_on").info().cluster, std::nullopt);
    auto sizes = to_device(*stream_, std::vector<unsigned>(4, 0));
    pairs.launch(*stream_, {.grid = {4}, .block = {32}}, sizes);
    EXPECT_EQ(to_vector(*stream_, sizes.span()), std::vector<unsigned>(4, 2));
}

}  // namespace
}  // namespace glint
