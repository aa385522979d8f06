// SPDX-License-Identifier: MIT
// Flags, hints and options that glint passes to the driver, and whose effect a program cannot
// observe.
#include <vector>

#include <gtest/gtest.h>

#include <fake_cuda/fake_cuda.hpp>
#include <fake_cuda/image.hpp>
#include <glint/driver/event.hpp>
#include <glint/driver/host_registration.hpp>
#include <glint/driver/managed_memory.hpp>
#include <glint/driver/memory.hpp>
#include <glint/driver/module.hpp>
#include <glint/driver/texture.hpp>

namespace glint {
namespace {

using fake_cuda::kImage;
using fake_cuda::RecordedCalls;
using fake_cuda::take_recorded_calls;

class FakeSettings : public testing::Test {
protected:
    /// Arguments that `function` receives during `action`.
    template <class Action>
    static RecordedCalls recorded(std::string_view function, const Action& action) {
        take_recorded_calls(function);
        action();
        return take_recorded_calls(function);
    }

    Device device_ = Device::open("cuda");
    Stream stream_{device_};
};

TEST_F(FakeSettings, OfPinnedMemory) {
    const auto flags = [&](const PinnedOptions& options) {
        return recorded("cuMemHostAlloc",
                        [&] { const PinnedMemory<int> memory(device_, 10, options); });
    };
    EXPECT_EQ(flags({}),
              (RecordedCalls{{40, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP}}));
    EXPECT_EQ(flags({.write_combined = true}),
              (RecordedCalls{{40, CU_MEMHOSTALLOC_PORTABLE | CU_MEMHOSTALLOC_DEVICEMAP |
                                      CU_MEMHOSTALLOC_WRITECOMBINED}}));
    PageVector<char> bytes(4096);
    const auto registered = [&](const RegistrationOptions& options) {
        return recorded("cuMemHostRegister",
                        [&] { const HostRegistration all(device_, std::span(bytes), options); });
    };
    EXPECT_EQ(registered({}),
              (RecordedCalls{{4096, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP}}));
    EXPECT_EQ(registered({.read_only = true}),
              (RecordedCalls{{4096, CU_MEMHOSTREGISTER_PORTABLE | CU_MEMHOSTREGISTER_DEVICEMAP |
                                        CU_MEMHOSTREGISTER_READ_ONLY}}));
}

TEST_F(FakeSettings, OfManagedMemory) {
    std::optional<ManagedMemory<int>> memory;
    EXPECT_EQ(recorded("cuMemAllocManaged", [&] { memory.emplace(device_, 100); }),
              (RecordedCalls{{CU_MEM_ATTACH_GLOBAL}}));
    // 0 bytes mean the whole allocation.
    EXPECT_EQ(recorded("cuStreamAttachMemAsync",
                       [&] {
                           memory->attach(stream_, Attachment::single);
                           memory->attach(stream_, Attachment::host);
                           memory->attach(stream_, Attachment::global);
                       }),
              (RecordedCalls{
                  {0, CU_MEM_ATTACH_SINGLE}, {0, CU_MEM_ATTACH_HOST}, {0, CU_MEM_ATTACH_GLOBAL}}));
    const RecordedCalls advice = recorded("cuMemAdvise", [&] {
        memory->advise(ManagedAdvice::read_mostly);
        memory->advise(ManagedAdvice::not_read_mostly);
        memory->advise(ManagedAdvice::prefer, device_);
        memory->advise(ManagedAdvice::prefer_nowhere);
        memory->advise(ManagedAdvice::accessed_by, device_);
        memory->advise(ManagedAdvice::not_accessed_by, device_);
    });
    std::vector<long long> given;
    for (const auto& call : advice) {
        EXPECT_EQ(call[0], 400);
        given.push_back(call[1]);
    }
    EXPECT_EQ(given,
              (std::vector<long long>{
                  CU_MEM_ADVISE_SET_READ_MOSTLY, CU_MEM_ADVISE_UNSET_READ_MOSTLY,
                  CU_MEM_ADVISE_SET_PREFERRED_LOCATION, CU_MEM_ADVISE_UNSET_PREFERRED_LOCATION,
                  CU_MEM_ADVISE_SET_ACCESSED_BY, CU_MEM_ADVISE_UNSET_ACCESSED_BY}));
    EXPECT_EQ(recorded("cuMemPrefetchAsync", [&] { memory->prefetch(stream_, device_); }),
              (RecordedCalls{{400, CU_MEM_LOCATION_TYPE_DEVICE, 0}}));
}

TEST_F(FakeSettings, OfKernels) {
    const Module module(device_, kImage);
    const auto step = module.kernel<void()>("step");
    EXPECT_EQ(recorded("cuFuncSetAttribute",
                       [&] {
                           step.prefer_shared_memory(0);
                           step.prefer_shared_memory(37);
                           step.prefer_shared_memory(100);
                       }),
              (RecordedCalls{{CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 0},
                             {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 37},
                             {CU_FUNC_ATTRIBUTE_PREFERRED_SHARED_MEMORY_CARVEOUT, 100}}));
    EXPECT_EQ(
        recorded("cuFuncSetCacheConfig",
                 [&] {
                     for (const auto preference : {CachePreference::none, CachePreference::shared,
                                                   CachePreference::l1, CachePreference::equal})
                         step.prefer(preference);
                 }),
        (RecordedCalls{{CU_FUNC_CACHE_PREFER_NONE},
                       {CU_FUNC_CACHE_PREFER_SHARED},
                       {CU_FUNC_CACHE_PREFER_L1},
                       {CU_FUNC_CACHE_PREFER_EQUAL}}));
    // The driver allows clusters of more than 8 blocks only after an attribute is set. Larger
    // shared memory needs another attribute. Each is set once.
    EXPECT_EQ(recorded("cuFuncSetAttribute",
                       [&] { step.launch(stream_, {.grid = {16}, .cluster = {8}}); }),
              RecordedCalls{});
    EXPECT_EQ(recorded("cuFuncSetAttribute",
                       [&] { step.launch(stream_, {.grid = {18}, .cluster = {9}}); }),
              (RecordedCalls{{CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1}}));
}

TEST_F(FakeSettings, OfLoadedKernels) {
    const Module module(device_, kImage);
    const auto step = module.kernel<void()>("step");
    EXPECT_EQ(recorded("cuFuncLoad", [&] { step.warm_up(threads(100)); }), RecordedCalls{{}});
    EXPECT_EQ(recorded("cuFuncSetAttribute", [&] { step.warm_up({.grid = {9}, .cluster = {9}}); }),
              (RecordedCalls{{CU_FUNC_ATTRIBUTE_NON_PORTABLE_CLUSTER_SIZE_ALLOWED, 1}}));
    EXPECT_EQ(recorded("cuFuncLoad", [&] { step.launch(stream_, threads(100)); }), RecordedCalls{});
}

TEST_F(FakeSettings, OfDevices) {
    for (const auto preference : {CachePreference::shared, CachePreference::l1,
                                  CachePreference::equal, CachePreference::none}) {
        device_.set_cache_preference(preference);
        EXPECT_EQ(device_.cache_preference(), preference);
    }
    for (const auto& [wait, flag] : {std::pair(HostWait::spin, CU_CTX_SCHED_SPIN),
                                     {HostWait::yield, CU_CTX_SCHED_YIELD},
                                     {HostWait::sleep, CU_CTX_SCHED_BLOCKING_SYNC},
                                     {HostWait::automatic, CU_CTX_SCHED_AUTO}}) {
        (void)Device::open("cuda", {.host_wait = wait});
        EXPECT_EQ(fake_cuda::account().primary_flags, static_cast<unsigned>(flag));
        (void)Device::open("cuda");
        EXPECT_EQ(fake_cuda::account().primary_flags, static_cast<unsigned>(flag))
            << "as it is where nothing is said";
    }
}

TEST_F(FakeSettings, OfStreamsAndEvents) {
    EXPECT_EQ(
        recorded("cuStreamCreateWithPriority",
                 [&] {
                     const Stream plain(device_);
                     const Stream urgent(device_, {.priority = -5});
                     const Stream waiting(device_, {.waits_for_default = true});
                 }),
        (RecordedCalls{
            {CU_STREAM_NON_BLOCKING, 0}, {CU_STREAM_NON_BLOCKING, -5}, {CU_STREAM_DEFAULT, 0}}));
    EXPECT_EQ(
        recorded("cuEventCreate",
                 [&] {
                     const Event plain(device_);
                     const Event untimed(device_, {.timing = false});
                     const Event sleeping(device_, {.blocking_wait = true});
                 }),
        (RecordedCalls{{CU_EVENT_DEFAULT}, {CU_EVENT_DISABLE_TIMING}, {CU_EVENT_BLOCKING_SYNC}}));
}

/// Pairs of JIT option and value, without the log options.
using Options = std::vector<long long>;

TEST_F(FakeSettings, OfModules) {
    const auto options = [&](const ModuleOptions& given) {
        return recorded("cuModuleLoadDataEx", [&] { const Module module(device_, kImage, given); });
    };
    EXPECT_EQ(options({}), RecordedCalls{Options{}});
    EXPECT_EQ(options({.max_registers = 40}), (RecordedCalls{{CU_JIT_MAX_REGISTERS, 40}}));
    EXPECT_EQ(options({.threads_per_block = 512}),
              (RecordedCalls{{CU_JIT_THREADS_PER_BLOCK, 512}}));
    for (const unsigned level : {0u, 1u, 3u})
        EXPECT_EQ(options({.optimisation = level}),
                  (RecordedCalls{{CU_JIT_OPTIMIZATION_LEVEL, level}}));
    EXPECT_EQ(options({.optimisation = 4}), RecordedCalls{Options{}});
    EXPECT_EQ(options({.debug = true}), (RecordedCalls{{CU_JIT_GENERATE_DEBUG_INFO, 1}}));
    EXPECT_EQ(options({.line_info = true}), (RecordedCalls{{CU_JIT_GENERATE_LINE_INFO, 1}}));
    EXPECT_EQ(options({.verbose = true}), (RecordedCalls{{CU_JIT_LOG_VERBOSE, 1}}));
    EXPECT_EQ(options({.prefer_binary = true}),
              (RecordedCalls{{CU_JIT_FALLBACK_STRATEGY, CU_PREFER_BINARY}}));
    EXPECT_EQ(options({.caching = ModuleOptions::Caching::l2}),
              (RecordedCalls{{CU_JIT_CACHE_MODE, CU_JIT_CACHE_OPTION_CG}}));
    EXPECT_EQ(options({.caching = ModuleOptions::Caching::all}),
              (RecordedCalls{{CU_JIT_CACHE_MODE, CU_JIT_CACHE_OPTION_CA}}));
    EXPECT_EQ(options({.architecture = "sm_80"}),
              (RecordedCalls{{CU_JIT_TARGET, CU_TARGET_COMPUTE_80}}));
}

// The fake driver reports 1024 for each image limit.
TEST_F(FakeSettings, OfImages) {
    const auto arrays = [&](const ImageShape& shape) {
        return recorded("cuArray3DCreate", [&] { const Image image(device_, shape); });
    };
    constexpr long long kSurface = CUDA_ARRAY3D_SURFACE_LDST;
    constexpr long long kByte = CU_AD_FORMAT_UNSIGNED_INT8;
    EXPECT_EQ(arrays({.width = 7}), (RecordedCalls{{7, 0, 0, kByte, 4, kSurface}}));
    EXPECT_EQ(arrays({.width = 7, .height = 5}),
              (RecordedCalls{{7, 5, 0, kByte, 4, kSurface | CUDA_ARRAY3D_TEXTURE_GATHER}}));
    EXPECT_EQ(arrays({.width = 7, .height = 5, .depth = 3}),
              (RecordedCalls{{7, 5, 3, kByte, 4, kSurface}}));
    EXPECT_EQ(arrays({.width = 7, .layers = 2}),
              (RecordedCalls{{7, 0, 2, kByte, 4, kSurface | CUDA_ARRAY3D_LAYERED}}));
    EXPECT_EQ(arrays({.width = 8, .height = 8, .cube = true}),
              (RecordedCalls{{8, 8, 6, kByte, 4, kSurface | CUDA_ARRAY3D_CUBEMAP}}));
    EXPECT_EQ(arrays({.width = 8, .height = 8, .layers = 2, .cube = true}),
              (RecordedCalls{
                  {8, 8, 12, kByte, 4, kSurface | CUDA_ARRAY3D_LAYERED | CUDA_ARRAY3D_CUBEMAP}}));
    EXPECT_EQ(recorded("cuMipmappedArrayCreate",
                       [&] {
                           const Image image(device_,
                                             {.width = 8, .height = 8, .cube = true, .levels = 3});
                       }),
              (RecordedCalls{{6, kSurface | CUDA_ARRAY3D_CUBEMAP, 3}}));
}

TEST_F(FakeSettings, OfTextures) {
    const auto textures = [&](const ImageShape& shape, const TextureOptions& options,
                              std::string_view what = "cuTexObjectCreate") {
        return recorded(what, [&] {
            const Image image(device_, shape);
            const Texture texture(image, options);
        });
    };
    constexpr long long kInteger = CU_TRSF_READ_AS_INTEGER;
    constexpr long long kNormal = CU_TRSF_NORMALIZED_COORDINATES;
    const ImageShape flat{.width = 8, .height = 8};
    const ImageShape cube{.width = 8, .height = 8, .cube = true, .levels = 4};
    const long long clamp = CU_TR_ADDRESS_MODE_CLAMP;
    EXPECT_EQ(textures(flat, {}),
              (RecordedCalls{{CU_RESOURCE_TYPE_ARRAY, clamp, clamp, clamp, CU_TR_FILTER_MODE_POINT,
                              kInteger, 1, CU_TR_FILTER_MODE_POINT}}));
    EXPECT_EQ(
        textures(flat, {.filter = Filter::linear,
                        .address = {AddressMode::wrap, AddressMode::mirror, AddressMode::border},
                        .normalized = true,
                        .normalized_reads = true,
                        .srgb = true}),
        (RecordedCalls{{CU_RESOURCE_TYPE_ARRAY, CU_TR_ADDRESS_MODE_WRAP, CU_TR_ADDRESS_MODE_MIRROR,
                        CU_TR_ADDRESS_MODE_BORDER, CU_TR_FILTER_MODE_LINEAR, kNormal | CU_TRSF_SRGB,
                        1, CU_TR_FILTER_MODE_POINT}}));
    const TextureOptions sampled{.normalized = true,
                                 .normalized_reads = true,
                                 .level_filter = Filter::linear,
                                 .level_bias = 0.5f,
                                 .min_level = 1,
                                 .anisotropy = 8,
                                 .seamless_cube = true};
    EXPECT_EQ(textures(cube, sampled),
              (RecordedCalls{
                  {CU_RESOURCE_TYPE_MIPMAPPED_ARRAY, clamp, clamp, clamp, CU_TR_FILTER_MODE_POINT,
                   kNormal | CU_TRSF_SEAMLESS_CUBEMAP | CU_TRSF_DISABLE_TRILINEAR_OPTIMIZATION, 8,
                   CU_TR_FILTER_MODE_LINEAR}}));
    EXPECT_EQ(textures(cube, sampled, "levels of cuTexObjectCreate"),
              (RecordedCalls{{50, 100, 300}}));
}

}  // namespace
}  // namespace glint
