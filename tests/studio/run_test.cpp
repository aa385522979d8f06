// SPDX-License-Identifier: MIT
#include <glint/studio/run/detail/live_file.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/probe.hpp>

#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/run/field.hpp>
#include <studio/replaced_once.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

using test::expect_error;
using test::replaced_once;

const char* const kTwo = R"(#include <glint/sim.cuh>
//@ simulation "Two"
struct Grid {  //@ 8 x 4
    float* level;
    int* mark;
};
struct List {  //@ 10
    float* level;
    float3* at;
};
//@ init
__global__ void fill(int width, int height, float* grid_level, int* mark) {
    const int2 c = glint::cell();
    if (c.x >= width || c.y >= height) return;
    grid_level[c.y * width + c.x] = c.x + 0.1f * c.y;
    mark[c.y * width + c.x] = c.x - 3;
}
//@ init
__global__ void place(int count, float3* at) {
    const int i = glint::index();
    if (i < count) at[i] = make_float3(i, 0.5f * i, -1);
}
//@ step
__global__ void grow(int width, int height, float* grid_level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) grid_level[c.y * width + c.x] += 1;
}
//@ mean 0..2.5 "Mean level"
__device__ float mean_level(float grid_level) { return grid_level; }
//@ max "Highest"
__device__ float highest(float grid_level) { return grid_level; }
)";

class RunOn : public test::OnEachBackend {
protected:
    std::filesystem::path write(const std::string& text) { return folder_.write("two.cu", text); }
    Simulation make(const std::string& text) {
        return Simulation({.device = device_, .file = write(text)});
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

TEST_P(RunOn, ProbeOutputRoundTrips) {
    Simulation two = make(kTwo);
    const auto probe = [&](const char* text) {
        return probed(two, parse_probe(two.declaration(), text));
    };
    EXPECT_EQ(probe("Grid.level[3,2]"), "Grid.level[3,2] = 3.20000005");
    EXPECT_EQ(probe("mark[0, 1]"), "mark[0, 1] = -3");
    EXPECT_EQ(probe("at[7]"), "at[7] = (7, 3.5, -1)");
    expect_error(ErrorCode::not_found,
                 "both 'Grid' and 'List' have a field of this name. Write 'Grid.level'",
                 [&] { (void)probe("level[1,1]"); });
    expect_error(ErrorCode::not_found, "field not found; did you mean 'mark'?",
                 [&] { (void)probe("mrak[1,1]"); });
    expect_error(ErrorCode::invalid_argument,
                 "'Grid' has 2 extents, but the probe has 1 coordinate",
                 [&] { (void)probe("mark[1]"); });
    expect_error(ErrorCode::invalid_argument,
                 "a coordinate must be a non-negative whole number, not '-1'",
                 [&] { (void)probe("mark[-1,2]"); });
    expect_error(ErrorCode::invalid_argument,
                 "the position [8, 0, 0] is outside the array of 8 x 4 x 1 elements",
                 [&] { (void)probe("mark[8,0]"); });
    expect_error(ErrorCode::invalid_argument,
                 "a probe must have the form FIELD[x], FIELD[x,y] or FIELD[x,y,z]",
                 [&] { (void)probe("mark"); });
}

TEST(Values, HaveAsManyDigitsAsNeeded) {
    const auto text = [](auto value, ScalarType scalar, unsigned components = 1) {
        const ElementType type{.name = "T",
                               .size_bytes = sizeof(value),
                               .parts = {{.scalar = scalar, .components = components}}};
        return value_text(type, std::as_bytes(std::span(&value, 1)));
    };
    EXPECT_EQ(text(0.1f, ScalarType::f32), "0.100000001");
    EXPECT_EQ(text(0.1, ScalarType::f64), "0.10000000000000001");
    EXPECT_EQ(text(std::int64_t(-9'007'199'254'740'993), ScalarType::i64), "-9007199254740993");
    EXPECT_EQ(text(std::uint8_t(200), ScalarType::u8), "200");
    EXPECT_EQ(text(true, ScalarType::boolean), "1");
    EXPECT_EQ(text(std::numeric_limits<float>::infinity(), ScalarType::f32), "inf");
    EXPECT_EQ(text(std::array<float, 2>{0.5f, -2}, ScalarType::f32, 2), "(0.5, -2)");
    struct Agent {
        float heading;
        std::uint8_t kind;
    } agent{1.5f, 3};
    const ElementType type{
        .name = "Agent",
        .size_bytes = sizeof(Agent),
        .is_struct = true,
        .parts = {{.name = "heading"}, {.name = "kind", .scalar = ScalarType::u8, .offset = 4}}};
    EXPECT_EQ(value_text(type, std::as_bytes(std::span(&agent, 1))), "{heading: 1.5, kind: 3}");
}

TEST_P(RunOn, MonitorsAreLoggedOncePerStep) {
    Simulation two = make(kTwo);
    const std::filesystem::path file = folder_.path() / "m.csv";
    MonitorLog log(file, two.declaration());
    for (int i = 0; i < 3; ++i) {
        two.advance(i == 1 ? 0 : 1);
        log.add(two.now(), two.declaration(), two.monitors());
    }
    EXPECT_EQ(read_text(file),
              "step,time,mean_level,highest\n1,1,4.649999994784594,8.300000190734863\n"
              "2,2,5.6500000059604645,9.300000190734863\n");
    two.reset();
    two.advance(2);
    log.add(two.now(), two.declaration(), two.monitors());
    two.reset();
    two.advance(1);
    log.add(two.now(), two.declaration(), two.monitors());
    EXPECT_EQ(read_text(file),
              "step,time,mean_level,highest\n1,1,4.649999994784594,8.300000190734863\n")
        << "the run went back";
}

TEST_P(RunOn, LimitsComeFromTheFileAndCommandLine) {
    Simulation two = make(kTwo);
    const Declaration& declared = two.declaration();
    std::vector<Limit> limits = limits_of(declared, {});
    ASSERT_EQ(limits.size(), 1u);
    EXPECT_EQ(limits[0].high, 2.5);
    EXPECT_EQ(left_limits(declared, limits, two.monitors(), 0),
              "'Mean level' is 3.64999998 at step 0, outside its limit 0..2.5");
    limits = limits_of(declared, {"Mean level=0..100", "highest=-1..7.5"});
    EXPECT_EQ(left_limits(declared, limits, two.monitors(), 0), std::nullopt);
    two.advance(1);
    EXPECT_EQ(left_limits(declared, limits, two.monitors(), 1),
              "'Highest' is 8.30000019 at step 1, outside its limit -1..7.5");
    const std::vector<std::optional<double>> broken{std::nan(""), 1.0};
    EXPECT_TRUE(left_limits(declared, limits, broken, 1));
    expect_error(ErrorCode::not_found, "monitor not found; did you mean 'Highest' or 'highest'?",
                 [&] { (void)limits_of(declared, {"higest=0..1"}); });
    expect_error(ErrorCode::invalid_argument, "a limit must have the form MONITOR=MIN..MAX",
                 [&] { (void)limits_of(declared, {"highest"}); });
    expect_error(ErrorCode::invalid_argument,
                 "the range must consist of two numbers, the lower number first",
                 [&] { (void)limits_of(declared, {"highest=2..1"}); });
}

TEST_P(RunOn, NewVersionsKeepCompatibleState) {
    Simulation two = make(kTwo);
    two.advance(2);
    const std::string fresh = replaced_once(
        replaced_once(
            replaced_once(kTwo, "    int* mark;\n", "    short* mark;\n    double* depth;\n"),
            "int* mark) {", "short* mark, double* depth) {\n    depth[0] = 7;"),
        "+= 1;", "+= 10;");
    const auto changes = two.adopt(Code(device_, write(fresh)));
    EXPECT_EQ(changes, (std::vector<std::string>{"new: Grid.mark", "new: Grid.depth",
                                                 "removed: Grid.mark"}));
    EXPECT_EQ(two.now().number, 2u);
    EXPECT_EQ(two.field<float>("Grid.level")(2, 3).item(), 5.2f);
    EXPECT_EQ(two.field<double>("depth")(0, 0).item(), 7);
    EXPECT_EQ(two.field<short>("mark")(0, 0).item(), -3);
    two.advance(1);
    EXPECT_EQ(two.field<float>("Grid.level")(2, 3).item(), 15.2f);
}

std::optional<Code> waited(LiveFile& live) {
    for (int i = 0; i < 2000; ++i) {
        if (auto code = live.poll()) return code;
        if (!live.error().empty() && !live.is_compiling()) return std::nullopt;
        std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    return std::nullopt;
}

TEST_P(RunOn, SavedFilesAreCompiledInTheBackground) {
    Simulation two = make(kTwo);
    LiveFile live(device_, two.file(), two.code().text());
    EXPECT_FALSE(live.poll());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    write(replaced_once(kTwo, "+= 1;", "+= 100;"));
    std::optional<Code> code = waited(live);
    ASSERT_TRUE(code) << live.error();
    EXPECT_TRUE(two.adopt(std::move(*code)).empty());
    two.advance(1);
    EXPECT_EQ(two.field<float>("Grid.level")(0, 0).item(), 100);

    write(replaced_once(kTwo, "//@ step", "//@ stpe"));
    EXPECT_FALSE(waited(live));
    EXPECT_NE(live.error().find("two.cu:23: unknown word 'stpe'; did you mean 'step'?"),
              std::string::npos)
        << live.error();
    write(replaced_once(kTwo, "+= 1;", "+= 1 +;"));
    EXPECT_FALSE(live.poll());
    std::this_thread::sleep_for(std::chrono::milliseconds(20));
    (void)waited(live);
    write(kTwo);
    code = waited(live);
    ASSERT_TRUE(code) << live.error();
    EXPECT_TRUE(live.error().empty());
}

const char* const kSized = R"(#include <glint/sim.cuh>
//@ simulation "Sized"
struct Params {
    int wide = 8;   //@ 1..64 "Width"
    int high = 4;   //@ 1..64 "Height"
    int count = 3;  //@ 1..100 "Count"
};
struct Grid {             //@ wide x high
    float* level;         //@ -1..1 "Level"
    unsigned char* alive; //@ 0..1 "Alive"
    double2* pair;
};
struct Fixed {            //@ 6 x 4
    unsigned char* mask;  //@ 0..1 "Mask"
};
struct List {             //@ count
    float3* at;           //@ m "At"
    int* mass;
};
//@ init
__global__ void fill(int width, int height, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = 9;
}
)";

TEST_P(RunOn, FieldsAreInitializedFromFiles) {
    const std::filesystem::path folder = folder_.path();
    const std::vector<float> waves{0, 1, 2, 3, 4, 5};
    write_npy(folder / "waves.npy", std::vector<std::size_t>{2, 3}, waves);
    write_npy(folder / "pairs.npy", std::vector<std::size_t>{2, 3, 2},
              std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11});
    Picture dot{2, 2, std::vector<std::uint8_t>(16, 255)};
    dot.rgba[0] = dot.rgba[1] = dot.rgba[2] = 0;
    write_png(folder / "dot.png", dot);
    folder_.write("cloud.csv", "x,y,z\n1,2,3\n4,5,6\n7,8,9.5\n-1,-2,-3\n");
    folder_.write("mass.csv", "name,mass\nsun,7\nmoon,-1\nearth,3\nmars,2\n");
    const auto file = [&](const char* field, const char* name) {
        return std::string(field) + "=" + (folder / name).string();
    };
    Simulation sized(
        {.device = device_,
         .file = write(kSized),
         .inputs = {file("level", "waves.npy"), file("pair", "pairs.npy"), file("mask", "dot.png"),
                    file("at", "cloud.csv"), file("mass", "mass.csv")}});
    EXPECT_EQ(sized.state().extents(0), (Extents{3, 2, 1}));
    EXPECT_EQ(sized.field<float>("level").to_vector(), waves);
    EXPECT_EQ((sized.field<std::array<double, 2>>("pair")(1, 2).item()), (std::array{10.0, 11.0}));
    EXPECT_EQ(sized.field<std::uint8_t>("mask").to_vector(),
              (std::vector<std::uint8_t>{0, 0, 0, 0, 0, 0,  //
                                         0, 0, 1, 1, 0, 0,  // the lower row of the picture
                                         0, 0, 0, 1, 0, 0,  //
                                         0, 0, 0, 0, 0, 0}));
    EXPECT_EQ(sized.state().extents(2).count(), 4u);
    EXPECT_EQ((sized.field<std::array<float, 3>>("at")(2).item()), (std::array{7.0f, 8.0f, 9.5f}));
    EXPECT_EQ(sized.field<int>("mass").to_vector(), (std::vector{7, -1, 3, 2}));
    sized.reset();
    EXPECT_EQ(sized.field<float>("level").to_vector(), waves);
    // In this version, the file declares the field in another position.
    const std::string later =
        replaced_once(kSized, "    float* level;         //@ -1..1 \"Level\"\n",
                      "    int* first;\n    float* level;\n");
    EXPECT_EQ(sized.adopt(Code(device_, write(later))),
              std::vector<std::string>{"new: Grid.first"});
    sized.reset();
    EXPECT_EQ(sized.field<float>("level").to_vector(), waves);
    expect_error(ErrorCode::not_found,
                 "both 'Grid' and 'List' have a field of this name. Write 'Grid.level'",
                 [&] { (void)sized.adopt(Code(device_, write(kTwo))); });
    EXPECT_EQ(sized.field<float>("level").to_vector(), waves);
    sized.parameters()[0].set("wide", 5);
    expect_error(ErrorCode::bad_input,
                 "the size of the file is 3 x 2, but the size of 'Grid' is 5 x 2",
                 [&] { sized.reset(); });
}

TEST_P(RunOn, IncompatibleFilesAreRefused) {
    const std::filesystem::path folder = folder_.path(), made = write(kSized);
    write_npy(folder / "three.npy", std::vector<std::size_t>{2, 3, 4}, std::vector<float>(24));
    write_npy(folder / "half.npy", std::vector<std::size_t>{1, 2}, std::vector<float>{1, 0.5f});
    write_npy(folder / "wide.npy", std::vector<std::size_t>{1, 65}, std::vector<float>(65));
    const auto refused = [&](ErrorCode code, const std::string& field, const std::string& name,
                             const char* reason) {
        expect_error(code, reason, [&] {
            const Simulation sized({.device = device_,
                                    .file = made,
                                    .inputs = {field + "=" + (folder / name).string()}});
        });
    };
    refused(ErrorCode::bad_input, "level", "three.npy",
            "the array has the shape (2, 3, 4), but 'Grid' has 2 dimensions with elements of type "
            "float");
    refused(ErrorCode::bad_input, "alive", "half.npy",
            "value 1 of the file is 0.5, which does not fit type 'unsigned char'");
    refused(ErrorCode::bad_input, "level", "wide.npy",
            "the size of the file is 65 x 1, but parameter 'wide' does not accept this size: 65 is "
            "outside 1..64");
    refused(ErrorCode::bad_input, "level", "level.txt",
            "the field cannot be read from a file with the extension '.txt'");
    refused(ErrorCode::not_found, "levle", "wide.npy", "field not found; did you mean 'level'?");
}

// A kernel can rely on the block size in its annotation, even without using blockDim.
TEST_P(RunOn, AnnotatedBlockSizesAreUsed) {
    const auto run = [&](const std::string& annotation, const std::string& body) {
        Simulation simulation(
            {.device = device_,
             .file = write("#include <glint/sim.cuh>\n//@ simulation \"Blocks\"\n"
                           "struct List {  //@ 256\n    int* r;\n};\n//@ step " +
                           annotation + "\n__global__ void turn(int count, int* r) {\n" + body +
                           "}\n")});
        simulation.advance(1);
        return simulation.field<int>("r").to_vector();
    };
    const char* const shared =
        "    __shared__ int s[64];\n    const int i = blockIdx.x * blockDim.x + threadIdx.x;\n"
        "    s[threadIdx.x] = i;\n    __syncthreads();\n"
        "    if (i < count) r[i] = s[(threadIdx.x + 1) % 64] + 1000 * blockDim.x;\n";
    for (const char* annotation :
         {"blocks 64", "blocks 64 for 64", "blocks 64 on GPUs", "blocks 64 for 64 on GPUs"}) {
        const std::vector<int> turned = run(annotation, shared);
        EXPECT_EQ(turned[0], 64001) << annotation;
        EXPECT_EQ(turned[255], 64192) << annotation;
    }
    const std::vector<int> plain =
        run("blocks 64", "    r[blockIdx.x * 64 + threadIdx.x] = threadIdx.x + 1;\n");
    EXPECT_EQ(plain[63], 64);
    EXPECT_EQ(plain[255], 64);
}

INSTANTIATE_TEST_SUITE_P(Backends, RunOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
