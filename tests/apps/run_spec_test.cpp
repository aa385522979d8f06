// SPDX-License-Identifier: MIT
#include <apps/glint/run_spec.hpp>

#include <gtest/gtest.h>

#include <apps/glint/run_flags.hpp>
#include <base/scratch.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::apps {
namespace {

constexpr const char* kRising = R"(#include <glint/sim.cuh>
//@ simulation "Rising"
struct Grid {  //@ 8 x 8
    float* level;  //@ "Level"
};
//@ step
__global__ void rise(int width, int height, float* level) {
    const auto c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] += 1;
}
)";

class OpenedFiles : public test::OnEachBackend {
protected:
    test::TemporaryFolder folder_;
};

TEST_P(OpenedFiles, KeepTheTextThatWasReadFirst) {
    const auto path = folder_.write("rising.cu", kRising);
    const RunSpec spec = parse_run({path.string(), "--headless", "--views", "level"});
    const OpenedFile file = open_file(spec);
    EXPECT_EQ(file.declaration.title, "Rising");

    folder_.write("rising.cu", "this is not a simulation");
    const auto simulation = make_simulation(spec, file, open());
    EXPECT_EQ(simulation->code().text(), kRising);
    EXPECT_EQ(simulation->declaration().title, "Rising");
    simulation->advance(3);
    EXPECT_EQ(simulation->field<float>("level").to_vector(), std::vector<float>(64, 3.0f));
    EXPECT_EQ(run_options(spec, file.declaration).views, std::vector<std::string>{"level"});
}

INSTANTIATE_TEST_SUITE_P(Backends, OpenedFiles, test::each_backend(), test::name);

TEST(RunSpecs, RecordedRunsKeepTheirFlags) {
    studio::RunRecord record;
    record.directory = "/somewhere";
    record.arguments = {"particles", "--headless",  "--steps", "40", "--save",       "position",
                        "--save-at", "1,2",         "--fps",   "20", "--record",     "a.gif",
                        "--probe",   "position[3]", "--until", "2",  "--sums-every", "7"};
    const RunSpec spec = recorded_spec(record);
    EXPECT_EQ(spec.run.stop_at, 40u);
    EXPECT_EQ(spec.until, 2.0);
    EXPECT_EQ(spec.run.save.fields, std::vector<std::string>{"position"});
    EXPECT_EQ(spec.run.save.at, (std::vector<double>{1, 2}));
    EXPECT_EQ(spec.run.keep.checksum_every, 7u);
    EXPECT_TRUE(spec.has_fps);
    EXPECT_EQ(spec.run.fps, 20u);
    ASSERT_TRUE(spec.run.record);
    EXPECT_EQ(spec.run.record->file.parent_path(), "/somewhere");

    const test::ExpectedComplaints of_the_recording(1);
    const RunSpec resumed = resumed_spec(record, "/elsewhere");
    EXPECT_EQ(resumed.run.stop_at, 40u);
    EXPECT_EQ(resumed.run.save.fields, spec.run.save.fields);
    EXPECT_EQ(resumed.run.fps, 20u);
    EXPECT_FALSE(resumed.run.record) << "a checkpoint chooses no files outside of its folder";
    EXPECT_EQ(resumed.options.out, "/elsewhere");
}

}  // namespace
}  // namespace glint::apps
