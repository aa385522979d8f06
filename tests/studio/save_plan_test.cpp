// SPDX-License-Identifier: MIT
// The assignment of fields to files, which depends only on the declaration.
#include <glint/studio/keep/files/detail/save_plan.hpp>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/error.hpp>
#include <glint/studio/declaration/read_declaration.hpp>

namespace glint::studio {
namespace {

using Names = std::vector<std::string>;

const Declaration& bodies() {
    static const Declaration declaration = read_declaration("bodies.cu", R"(#include <glint/sim.cuh>
//@ simulation "Bodies"
struct Bodies {          //@ 4
    float3* position;    //@ m "Position" as points
    float3* velocity;    //@ m/s "Velocity"
    float* x;            //@ "Some x"
    float* velocity_z;   //@ "Upward"
    float* mass;         //@ "Mass"
};
//@ show "Speed"
__device__ float speed(float3 velocity) { return velocity.x; }
//@ show "Energy"
__device__ float energy(float mass) { return mass; }
)");
    return declaration;
}

std::vector<Names> names_in_files(const SavePlan& plan) {
    std::vector<Names> all;
    for (const SavedFile& file : plan.files) {
        Names names;
        for (const std::size_t field : file.fields) names.push_back(plan.fields[field].name);
        all.push_back(names);
    }
    return all;
}

TEST(SavePlans, PutEachNameIntoOneFile) {
    const Names all{"speed", "energy", "mass", "speed", "Bodies.energy"};
    for (const FileFormat format : {FileFormat::csv, FileFormat::ply, FileFormat::vtp})
        EXPECT_EQ(names_in_files(plan_saves(bodies(), all, format)),
                  (std::vector<Names>{{"speed", "energy", "mass"}}))
            << to_string(format);
    EXPECT_EQ(names_in_files(plan_saves(bodies(), all, FileFormat::npy)),
              (std::vector<Names>{{"speed"}, {"energy"}, {"mass"}}));
}

TEST(SavePlans, DistinguishTwoFunctionsOfOneStructure) {
    const SavePlan plan = plan_saves(bodies(), Names{"energy", "speed"}, FileFormat::csv);
    ASSERT_EQ(plan.fields.size(), 2u);
    EXPECT_EQ(plan.fields[0].columns, Names{"energy"});
    EXPECT_EQ(plan.fields[1].columns, Names{"speed"});
    EXPECT_NE(plan.fields[0].derived, plan.fields[1].derived);
}

// Programs that read tables cannot handle two columns with the same name.
TEST(SavePlans, RefuseDuplicateColumns) {
    const auto refused = [](const Names& names, FileFormat format, const std::string& reason) {
        test::expect_error(ErrorCode::invalid_argument, reason,
                           [&] { (void)plan_saves(bodies(), names, format); });
    };
    const std::string of_x =
        "the saved field 'position' also has a column 'x'. Save only one of the two fields";
    refused({"position", "x"}, FileFormat::csv, of_x);
    refused({"position", "x"}, FileFormat::ply, of_x);
    refused({"velocity", "velocity_z"}, FileFormat::csv,
            "the saved field 'velocity' also has a column 'velocity_z'. Save only one of the two "
            "fields");
    // PLY always includes the positions of points.
    refused({"x"}, FileFormat::ply,
            "the saved field 'x' also has a column 'x'. Save only one of the two fields");
    EXPECT_EQ(plan_saves(bodies(), Names{"x"}, FileFormat::csv).fields[0].columns, Names{"x"});
    // Separate files have separate names.
    EXPECT_EQ(plan_saves(bodies(), Names{"position", "x"}, FileFormat::npy).files.size(), 2u);
}

}  // namespace
}  // namespace glint::studio
