// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/field_files.hpp>

#include <chrono>
#include <cstring>
#include <fstream>
#include <future>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <base/scratch.hpp>
#include <glint/base/text.hpp>
#include <glint/driver/copies.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/vti.hpp>
#include <glint/studio/keep/files/detail/save_plan.hpp>
#include <glint/studio/keep/files/detail/snapshots.hpp>
#include <glint/studio/keep/files/field_saving.hpp>
#include <glint/studio/run/simulation.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;
using test::expect_error;

// Numbers of all kinds and sizes; their bits depend on position and step.
const char* const kAll = R"(#include <glint/sim.cuh>
#include <glint/half.cuh>
//@ simulation "All kinds"
//@ dt 0.25 s
struct Agent {
    float2 where;
    __half heading;
    int kind;
};
struct Grid {       //@ 6 x 5 x 4 of 0.5 m
    float* level;   //@ Pa "Level"
    double* exact;
    __half* small;
    __nv_bfloat16* wide;
    float3* flow;   //@ m/s "Flow"
    short2* pair;
    long long* many;
    bool* mark;
    Agent* agent;
    float* seen;    //@ "Seen"
};
struct List {       //@ 70
    float3* position;   //@ m "Place"
    uchar4* tint;       //@ "Tint"
    float4* velocity;   //@ m/s "Velocity"
    double* mass;
    __half* charge;
    __nv_bfloat16* spin;
    int* kind;
    unsigned long long* key;
    Agent* body;
};
struct Flat {       //@ 9
    float* level;
};
__device__ float number(int i, int step, int salt) {
    return glint::uniform3(i, step, salt).x * 2000 - 1000;
}
//@ step
__global__ void mix(int width, int height, int depth, int step, Grid grid) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    grid.level[i] = number(i, step, 1);
    grid.exact[i] = number(i, step, 2) / 3.0;
    grid.small[i] = __float2half(number(i, step, 3));
    grid.wide[i] = __float2bfloat16(number(i, step, 4));
    grid.flow[i] = make_float3(number(i, step, 5), number(i, step, 6), number(i, step, 7));
    grid.pair[i] = make_short2(i - 50, step);
    grid.many[i] = 1000000007LL * i - step;
    grid.mark[i] = i % 3 == step % 3;
    grid.agent[i].kind = i;
    grid.agent[i].where = make_float2(i, step);
}
//@ step
__global__ void move(int count, int step, List list) {
    const int i = glint::index();
    if (i >= count) return;
    list.position[i] = make_float3(number(i, step, 8), number(i, step, 9), number(i, step, 10));
    list.tint[i] = make_uchar4(i % 2, 0, 1, 1);
    list.velocity[i] = make_float4(number(i, step, 11), 1e-40f, -0.0f, 3e38f);
    list.mass[i] = number(i, step, 12) / 7.0;
    list.charge[i] = __float2half(number(i, step, 13));
    list.spin[i] = __float2bfloat16(number(i, step, 14));
    list.kind[i] = -i * 30000000;
    list.key[i] = (i + 1ull) << 40;
    list.body[i].where = make_float2(i, 0.5f);
    list.body[i].kind = step;
}
//@ draw
__global__ void see(int width, int height, int depth, const float* grid_level, float* seen) {
    const int3 c = glint::cell();
    if (c.x >= width || c.y >= height || c.z >= depth) return;
    const int i = (c.z * height + c.y) * width + c.x;
    seen[i] = 2 * grid_level[i];
}
//@ show "Double"
__device__ double twice(double exact) { return 2 * exact; }
//@ show "Half of what is seen"
__device__ float half_seen(float seen) { return seen / 2; }
)";

class FieldFilesOn : public test::OnEachBackend {
protected:
    void SetUp() override { folder_.write("all.cu", kAll); }
    Simulation make(const std::vector<std::string>& inputs = {}) {
        return Simulation({.device = device_, .file = folder_.path() / "all.cu", .inputs = inputs});
    }
    static std::vector<std::byte> bytes(Simulation& simulation, const std::string& name) {
        return to_vector(simulation.stream(),
                         simulation.state().memory(*simulation.declaration().find_field(name)));
    }
    fs::path at(const std::string& name) const { return folder_.path() / "out" / name; }
    FieldFilesOptions options(std::vector<std::string> fields, FileFormat format) const {
        return {.folder = folder_.path() / "out",
                .fields = std::move(fields),
                .format = format,
                .durable = false};
    }
    static void refused(const Declaration& declaration, const std::vector<std::string>& names,
                        FileFormat format, ErrorCode code, const std::string& message) {
        try {
            (void)plan_saves(declaration, names, format);
            ADD_FAILURE() << "nothing was thrown; expected: " << message;
        } catch (const Error& error) {
            EXPECT_EQ(error.what(), message);
            EXPECT_EQ(error.code(), code);
        }
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

using Names = std::vector<std::string>;

TEST_P(FieldFilesOn, RoundTripBitForBit) {
    Simulation simulation = make();
    simulation.advance(3);
    const auto round_trip = [&](const Names& fields, FileFormat format, const Names& inputs) {
        FieldFiles files(simulation, options(fields, format));
        files.save();
        files.finish();
        Simulation again = make(inputs);
        for (const std::string& name : fields)
            EXPECT_EQ(bytes(again, name), bytes(simulation, name)) << name << to_string(format);
    };
    const auto npy = [&](const Names& fields) {
        Names inputs;
        for (const std::string& name : fields)
            inputs.push_back(fmt::format("{}={}", name, at(name + "-000003.npy").string()));
        round_trip(fields, FileFormat::npy, inputs);
    };
    npy({"Grid.level", "exact", "small", "wide", "flow", "pair", "many", "mark", "agent"});
    npy({"position", "tint", "velocity", "mass", "charge", "spin", "kind", "key", "body",
         "Flat.level"});
    round_trip({"Grid.level", "exact", "small", "wide", "flow", "pair", "many", "mark"},
               FileFormat::vti,
               {"Grid.level=" + at("Grid-000003.vti").string(), at("Grid-000003.vti").string()});
    const Names list{"position", "tint", "velocity", "mass", "charge", "spin", "kind"};
    round_trip(list, FileFormat::ply, {at("List-000003.ply").string()});
    round_trip(list, FileFormat::csv, {at("List-000003.csv").string()});
}

TEST_P(FieldFilesOn, ContainTheStepAtWhichTheyAreSaved) {
    Simulation simulation = make(), other = make();
    FieldFiles files(simulation,
                     options({"exact", "twice", "seen", "Grid.level"}, FileFormat::npy));
    for (int i = 0; i < 12; ++i) {  // more files than can be in progress at a time
        simulation.advance(1);
        files.save();
    }
    simulation.advance(5);
    files.finish();
    EXPECT_EQ(files.written().size(), 48u);
    for (int i = 1; i <= 12; ++i) {
        other.advance(1);
        const auto saved = [&](const std::string& name, std::size_t size) {
            return parse_npy_elements(InputFile("read", at(fmt::format("{}-{:06}.npy", name, i))),
                                      {'f', size});
        };
        const NpyElements exact = saved("exact", 8), twice = saved("twice", 8);
        EXPECT_EQ(exact.shape, (std::vector<std::size_t>{4, 5, 6}));
        EXPECT_EQ(exact.bytes, bytes(other, "exact")) << i;
        double one = 0, doubled = 0;
        std::memcpy(&one, &exact.bytes[8 * 77], 8);
        std::memcpy(&doubled, &twice.bytes[8 * 77], 8);
        EXPECT_EQ(doubled, 2 * one);
        const NpyElements level = saved("Grid.level", 4), seen = saved("seen", 4);
        float drawn = 0, drawn_from = 0;
        std::memcpy(&drawn, &seen.bytes[4 * 77], 4);
        std::memcpy(&drawn_from, &level.bytes[4 * 77], 4);
        EXPECT_EQ(drawn, 2 * drawn_from) << "draw kernels run before a save of what they write";
    }
}

TEST_P(FieldFilesOn, FunctionsUseTheCurrentState) {
    Simulation simulation = make();
    FieldFiles files(simulation, options({"half_seen"}, FileFormat::npy));
    for (int i = 1; i <= 2; ++i) {
        simulation.advance(1);
        files.save();
        files.finish();
        const InputFile file("read", at(fmt::format("half_seen-{:06}.npy", i)));
        EXPECT_EQ(parse_npy_elements(file, {'f', 4}).bytes, bytes(simulation, "Grid.level")) << i;
    }
}

TEST_P(FieldFilesOn, ContinueOnlySeriesOfTheirOwnRun) {
    Simulation simulation = make();
    const auto series = [&](std::uint64_t first_step) {
        FieldFilesOptions all = options({"exact"}, FileFormat::vti);
        all.first_step = first_step;
        FieldFiles files(simulation, all);
        simulation.advance(2);
        files.save();
        files.finish();
        std::string steps;
        const std::string lines = read_text(at("Grid.pvd"));
        for (const std::string_view line : text::split(lines, '\n'))
            if (const std::size_t dash = line.rfind("-0000"); dash != line.npos)
                steps += fmt::format("{} ", std::stoi(std::string(line.substr(dash + 1, 6))));
        return steps;
    };
    EXPECT_EQ(series(0), "2 ");
    EXPECT_EQ(series(2), "4 ");  // drops step 2, which will be saved again
    EXPECT_EQ(series(5), "4 6 ");
    EXPECT_EQ(series(0), "8 ") << "another run, whose first save is of step 8";
}

TEST_P(FieldFilesOn, WriteOneFilePerGridAndASeries) {
    Simulation simulation = make();
    FieldFiles files(simulation, options({"Grid.level", "flow", "agent"}, FileFormat::vti));
    for (int i = 0; i < 2; ++i) {
        simulation.advance(2);
        files.save();
    }
    files.finish();
    EXPECT_EQ(files.written(), (std::vector<fs::path>{at("Grid-000002.vti"), at("Grid.pvd"),
                                                      at("Grid-000004.vti")}));
    const VtiFile file(at("Grid-000004.vti"));
    EXPECT_EQ(file.names(), (Names{"level", "flow", "agent.where", "agent.heading", "agent.kind"}));
    const VtiArray where = file.read("agent.where");
    EXPECT_EQ(where.components, 2u);
    EXPECT_EQ(where.values[2 * 100], 100);
    EXPECT_EQ(where.values[2 * 100 + 1], 3);
    const std::string text = read_text(at("Grid-000004.vti"));
    EXPECT_NE(text.find("Spacing=\"0.5 0.5 0.5\""), text.npos);
    EXPECT_NE(text.find("Name=\"TimeValue\" NumberOfTuples=\"1\" format=\"ascii\">1<"), text.npos);
    EXPECT_NE(
        read_text(at("Grid.pvd"))
            .find("    <DataSet timestep=\"0.5\" group=\"\" part=\"0\" file=\"Grid-000002.vti\"/>\n"
                  "    <DataSet timestep=\"1\" group=\"\" part=\"0\" file=\"Grid-000004.vti\"/>\n"),
        std::string::npos);
}

TEST_P(FieldFilesOn, ReportUnitsAndLabels) {
    Simulation simulation = make();
    simulation.advance(1);
    save_field(simulation, "velocity", folder_.path() / "a.csv");
    EXPECT_TRUE(read_text(folder_.path() / "a.csv")
                    .starts_with("# All kinds: step 1, time 0.25 s\n"
                                 "# velocity_x velocity_y velocity_z velocity_w: Velocity (m/s)\n"
                                 "velocity_x,velocity_y,velocity_z,velocity_w\n"));
    save_field(simulation, "body", folder_.path() / "new/a.ply");  // creates its folder
    EXPECT_TRUE(read_text(folder_.path() / "new/a.ply")
                    .starts_with("ply\nformat binary_little_endian 1.0\n"
                                 "comment All kinds: step 1, time 0.25 s\n"
                                 "comment x y z: Place (m)\n"
                                 "comment body_where_x body_where_y body_heading body_kind: body\n"
                                 "element vertex 70\nproperty float x\nproperty float y\n"
                                 "property float z\nproperty float body_where_x\n"
                                 "property float body_where_y\nproperty float body_heading\n"
                                 "property int body_kind\nend_header\n"));
    save_field(simulation, "tint", folder_.path() / "tint.VTP");
    const std::string text = read_text(folder_.path() / "tint.VTP");
    EXPECT_NE(text.find("NumberOfPoints=\"70\" NumberOfVerts=\"70\""), text.npos);
    EXPECT_NE(text.find("UNITS_LABEL\" location=\"vtkDataArray\">m<"), text.npos);
    expect_error(ErrorCode::unsupported,
                 "the extension '.txt' is unknown. Use .npy, .vti, .vtp, .ply or .csv",
                 [&] { save_field(simulation, "tint", "tint.txt"); });
}

TEST_P(FieldFilesOn, RefuseInvalidRequestsBeforeWriting) {
    const Simulation simulation = make();
    const Declaration& all = simulation.declaration();
    using enum ErrorCode;
    refused(all, {"exact", "exakt"}, FileFormat::npy, not_found,
            "cannot save 'exakt': field or function not found; did you mean 'exact'?");
    refused(
        all, {"level"}, FileFormat::npy, not_found,
        "cannot save 'level': both 'Grid' and 'Flat' have a field or function of this name. Write "
        "'Grid.level'");
    refused(all, {"exact"}, FileFormat::ply, invalid_argument,
            "cannot save 'exact' as ply: the values belong to the grid 'Grid'. Use npy or vti");
    refused(all, {"mass"}, FileFormat::vti, invalid_argument,
            "cannot save 'mass' as vti: the values belong to the list 'List'. Use npy, vtp, ply or "
            "csv");
    refused(all, {"key"}, FileFormat::ply, invalid_argument,
            "cannot save 'key' as ply: PLY does not support 64-bit integers. Use npy, vtp or csv");
    refused(all, {"Flat.level"}, FileFormat::vtp, invalid_argument,
            "cannot save 'Flat.level' as vtp: the list 'Flat' has no field of positions that is "
            "drawn as points. Use npy or csv");
    Declaration twins = all;
    twins.derived[0].function = "exact";
    const SavePlan plan = plan_saves(twins, Names{"exact"}, FileFormat::npy);
    EXPECT_TRUE(plan.fields.front().field) << "a field before a function of the same name";
    EXPECT_EQ(plan.files.front().stem, "exact");
    EXPECT_EQ(plan_saves(all, Names{"exact", "Grid.exact", "exact"}, FileFormat::npy).files.size(),
              1u);
}

TEST_P(FieldFilesOn, NameAFileThatCannotBeWritten) {
    Simulation simulation = make();
    FieldFiles files(simulation, options({"exact"}, FileFormat::vti));
    simulation.advance(1);
    files.save();
    files.finish();
    fs::remove_all(folder_.path() / "out");
    simulation.advance(1);
    files.save();
    expect_error(ErrorCode::io, "No such file or directory", [&] { files.finish(); });
    fs::create_directory(folder_.path() / "out");
    simulation.advance(1);
    files.save();
    files.finish();
    EXPECT_EQ(VtiFile(at("Grid-000003.vti")).names(), Names{"exact"});
    folder_.write("file", "");
    expect_error(ErrorCode::io, "Not a directory", [&] {
        FieldFiles(simulation, {.folder = folder_.path() / "file/out", .fields = {"exact"}});
    });
}

// A pipe that nobody reads acts like a slow disk.
TEST_P(FieldFilesOn, AllowTwoPendingSteps) {
    Simulation simulation = make(), other = make();
    FieldFiles files(simulation, options({"exact"}, FileFormat::npy));
    ASSERT_EQ(::mkfifo(at("exact-000001.npy").c_str(), 0600), 0);
    for (int i = 0; i < 2; ++i) {
        simulation.advance(1);
        files.save();
    }
    simulation.advance(1);
    simulation.stream().synchronize();
    EXPECT_EQ(simulation.now().number, 3u);
    EXPECT_TRUE(files.written().empty());
    std::future<void> third = std::async(std::launch::async, [&] { files.save(); });
    EXPECT_EQ(third.wait_for(std::chrono::milliseconds(100)), std::future_status::timeout);
    std::ifstream pipe(at("exact-000001.npy"), std::ios::binary);
    const std::string first{std::istreambuf_iterator<char>(pipe), {}};
    third.get();
    files.finish();
    EXPECT_EQ(files.written().size(), 3u);
    const auto exact = [](const InputFile& file) {
        return parse_npy_elements(file, {'f', 8}).bytes;
    };
    other.advance(1);
    EXPECT_EQ(exact(InputFile::of_content("read", first)), bytes(other, "exact"));
    for (const int step : {2, 3}) {
        other.advance(1);
        EXPECT_EQ(exact(InputFile("read", at(fmt::format("exact-{:06}.npy", step)))),
                  bytes(other, "exact"));
    }
}

TEST_P(FieldFilesOn, CopyDataBeforeLaterSteps) {
    for (const CopyMethod way : {CopyMethod::direct, CopyMethod::staged, CopyMethod::waiting}) {
        Simulation simulation = make(), other = make();
        const Names names{"position", "exact", "twice", "many"};
        FieldCopier copier(simulation, way);
        std::vector<HostCopy> copies(3);
        std::vector<std::size_t> offsets;
        for (HostCopy& copy : copies) {
            simulation.advance(1);
            const SaveJob job = make_job(
                simulation, plan_saves(simulation.declaration(), names, FileFormat::npy), {});
            copy.memory = PinnedMemory<std::byte>(device_, job.size_bytes);
            copier.queue(job, copy);
            offsets = job.offsets;
        }
        simulation.advance(20);
        for (const HostCopy& copy : copies) {
            copy.arrived->synchronize();
            other.advance(1);
            for (const std::size_t i : {0, 1, 3}) {
                const std::vector<std::byte> expected = bytes(other, names[i]);
                EXPECT_EQ(
                    std::memcmp(copy.memory.data() + offsets[i], expected.data(), expected.size()),
                    0)
                    << names[i] << static_cast<int>(way);
            }
            const auto doubled = to_vector(other.stream(), other.show(0));
            EXPECT_EQ(std::memcmp(copy.memory.data() + offsets[2], doubled.data(), doubled.size()),
                      0);
        }
    }
}

TEST(FieldSavingSteps, AreAtOrAfterTheGivenTimes) {
    EXPECT_EQ(step_at(0, 0.1), 0u);
    EXPECT_EQ(step_at(0.3, 0.1), 3u);  // 0.3 / 0.1 is 2.9999999999999996
    EXPECT_EQ(step_at(20.5, 0.004), 5125u);
    EXPECT_EQ(step_at(20.5001, 0.004), 5126u);
    EXPECT_EQ(step_at(1e-7, 1), 1u);
    for (int i = 1; i < 20'000; ++i) EXPECT_EQ(step_at(i * 0.016667, 0.016667), unsigned(i));
    for (int i = 1; i < 20'000; ++i) EXPECT_EQ(step_at(i / 1000.0, 0.001), unsigned(i));
    for (const double wrong : {-1.0, 1e300, std::numeric_limits<double>::quiet_NaN()})
        expect_error(ErrorCode::invalid_argument, "no step reaches this time",
                     [&] { (void)step_at(wrong, 0.1); });
}

TEST_P(FieldFilesOn, SaveOnTheRunsSchedule) {
    std::string said;
    const auto saved = [&](const SaveRequest& request) {
        Simulation simulation = make();
        Schedule schedule;
        FieldSaving saving(simulation, request, folder_.path() / "out", true, schedule);
        for (int frame = 0; frame < 3; ++frame) {
            saving.begin_frame();
            schedule.advance(simulation, 4);
        }
        testing::internal::CaptureStdout();
        testing::internal::CaptureStderr();
        EXPECT_EQ(saving.finish(), 0);
        said = testing::internal::GetCapturedStderr();
        const std::string out = testing::internal::GetCapturedStdout();
        std::string steps;
        for (const std::string_view line : text::split(out, '\n'))
            if (const std::size_t dash = line.rfind('-'); dash != line.npos)
                steps += fmt::format("{} ", std::stoi(std::string(line.substr(dash + 1))));
        return steps;
    };
    EXPECT_EQ(saved({.fields = {"exact"}}), "12 ");
    EXPECT_EQ(saved({.fields = {"exact"}, .every = 5}), "5 10 ");
    EXPECT_EQ(saved({.fields = {"exact"}, .every = 5, .at = {2.5, 0, 1.3, 1.3, 99}}), "0 5 6 10 ");
    EXPECT_EQ(said, "no fields were saved at time 99, because the run ended at time 3\n");
    EXPECT_EQ(saved({.fields = {"exact"}, .at = {0.25, 3}}), "1 12 ");
    EXPECT_EQ(said, "");
    EXPECT_EQ(saved({}), "");
}

TEST_P(FieldFilesOn, RunsWaitForPendingFiles) {
    Simulation simulation = make();
    Schedule schedule;
    FieldSaving saving(simulation, {.fields = {"exact"}, .every = 2}, folder_.path() / "out", true,
                       schedule);
    saving.begin_frame();
    schedule.advance(simulation, 2);
    saving.settle();
    fs::remove_all(folder_.path() / "out");
    schedule.advance(simulation, 2);
    expect_error(ErrorCode::io, "No such file or directory", [&] { saving.settle(); });
}

INSTANTIATE_TEST_SUITE_P(Backends, FieldFilesOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
