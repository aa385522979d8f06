// SPDX-License-Identifier: MIT
#include <glint/studio/window/detail/live_editing.hpp>

#include <chrono>
#include <thread>

#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/array/array.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/studio/run/field.hpp>
#include <support/backends.hpp>
#include <support/complaints.hpp>

namespace glint::studio {
namespace {

using namespace std::chrono_literals;

/// A file with one field, which grows by `growth` per step.
std::string growing(const std::string& growth, const std::string& more = {}) {
    return "#include <glint/sim.cuh>\n" + more +
           "//@ simulation \"Growing\"\n"
           "struct Params {\n    int count = 4;  //@ 1..2000000000 \"Count\"\n};\n"
           "struct List {  //@ count\n    float* level;  //@ \"Level\"\n};\n"
           "//@ step\n"
           "__global__ void grow(int count, float* level) {\n"
           "    const int i = glint::index();\n"
           "    if (i < count) level[i] += " +
           growth + ";\n}\n";
}

class LiveOn : public test::OnEachBackend {
protected:
    void save(const std::string& text) {
        // A change within the resolution of time stamps would go unnoticed.
        std::this_thread::sleep_for(10ms);
        folder_.write("growing.cu", text);
    }
    /// Waits for the compiler. Returns true if a new version is in use afterward.
    bool settled() {
        bool is_new = live_.update();
        for (int i = 0; i < 4000 && live_.is_compiling(); ++i) {
            std::this_thread::sleep_for(5ms);
            is_new |= live_.update();
        }
        return is_new;
    }
    float step() {
        growing_.advance(1);
        return growing_.field<float>("level")(0).item();
    }

    test::TemporaryFolder folder_;
    Simulation growing_{{.device = open(), .file = folder_.write("growing.cu", growing("1.0f"))}};
    LiveEditing live_{growing_};
};

TEST_P(LiveOn, AFileMayBeginWithAByteOrderMark) {
    EXPECT_EQ(step(), 1);
    save("\xEF\xBB\xBF" + growing("2.0f"));
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 3);
    Simulation whole({.device = open(), .file = folder_.path() / "growing.cu"});
    whole.advance(1);
    EXPECT_EQ(whole.field<float>("level")(0).item(), 2);
}

TEST_P(LiveOn, EarlierVersionsRunAgainOnTheSameState) {
    EXPECT_EQ(step(), 1);
    save(growing("10.0f"));
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 11);
    save(growing("100.0f"));
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 111);
    ASSERT_EQ(live_.versions().all().size(), 3u);
    EXPECT_EQ(live_.versions().all()[1].changes, (LineChanges{1, 1}));

    live_.restore(0);
    EXPECT_TRUE(settled());
    EXPECT_EQ(live_.versions().current(), 0u);
    EXPECT_EQ(step(), 112);
    EXPECT_EQ(read_text(growing_.file()), growing("100.0f")) << "the file stays";
    live_.restore_next(1);
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 122);
    live_.restore_next(5);
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 222);
    live_.restore_next(1);
    EXPECT_FALSE(settled());

    live_.restore(1);
    EXPECT_TRUE(settled());
    save(growing("1000.0f"));
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 1222);
    EXPECT_EQ(live_.versions().current(), 3u);
}

TEST_P(LiveOn, RevertsSeveralVersionsAtOnce) {
    for (const char* growth : {"10.0f", "100.0f"}) {
        save(growing(growth));
        EXPECT_TRUE(settled());
    }
    live_.restore_next(-1);
    live_.restore_next(-1);  // before the version that the first call restores is compiled
    EXPECT_TRUE(settled());
    EXPECT_EQ(live_.versions().current(), 0u);
    EXPECT_EQ(step(), 1);
}

TEST_P(LiveOn, ErrorsStayUntilTheFileIsFixed) {
    EXPECT_EQ(step(), 1);
    {
        const test::ExpectedComplaints one(1);
        save(growing("spede", "//@ dt fast\n"));
        EXPECT_FALSE(settled());
    }
    ASSERT_EQ(live_.mistakes().size(), 2u);
    EXPECT_EQ(live_.mistakes()[0].place, "growing.cu:2");
    EXPECT_EQ(live_.mistakes()[1].place, "growing.cu:13");
    EXPECT_EQ(live_.mistakes()[1].lines.at(1).text, "    if (i < count) level[i] += spede;");
    EXPECT_EQ(live_.mistakes()[1].mark, (Excerpt::Mark{31, 5}));
    EXPECT_EQ(step(), 2) << "the last good version runs on";
    EXPECT_TRUE(live_.reset());
    EXPECT_EQ(live_.mistakes().size(), 2u);
    save(growing("5.0f"));
    EXPECT_TRUE(settled());
    EXPECT_TRUE(live_.mistakes().empty());
    EXPECT_EQ(step(), 5);
}

TEST_P(LiveOn, ErrorsInANewHeaderCanBeFixedThere) {
    folder_.write("growth.cuh", "__device__ float growth() { return 7 }\n");
    {
        const test::ExpectedComplaints one(1);
        save(growing("growth()", "#include \"growth.cuh\"\n"));
        EXPECT_FALSE(settled());
    }
    ASSERT_FALSE(live_.mistakes().empty());
    EXPECT_EQ(live_.mistakes()[0].place, "growth.cuh:1");
    std::this_thread::sleep_for(10ms);
    folder_.write("growth.cuh", "__device__ float growth() { return 7; }\n");
    EXPECT_TRUE(settled());
    EXPECT_TRUE(live_.mistakes().empty());
    EXPECT_EQ(step(), 7);
}

TEST_P(LiveOn, PartlyWrittenFilesAreNotErrors) {
    const std::size_t complaints = log::complaint_count();
    save("");
    EXPECT_FALSE(live_.update());
    EXPECT_TRUE(live_.is_compiling());
    std::this_thread::sleep_for(20ms);
    std::filesystem::remove(growing_.file());
    std::this_thread::sleep_for(20ms);
    folder_.write("growing.cu", growing("3.0f"));
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 3);
    EXPECT_EQ(log::complaint_count(), complaints);
}

TEST_P(LiveOn, FailedResetsKeepTheState) {
    std::string wide = growing("1.0f");
    const std::string field = "float* level;";
    wide.replace(
        wide.find(field), field.size(),
        "float4* a; float4* b; float4* c; float4* d; float4* e; float4* f; float4* g; float4* h; "
        "float* level;");
    save(wide);
    EXPECT_TRUE(settled());
    EXPECT_EQ(step(), 1);
    growing_.parameters()[0].set("count", 2e9);
    {
        const test::ExpectedComplaints one(1);
        EXPECT_FALSE(live_.reset());
    }
    ASSERT_EQ(live_.mistakes().size(), 1u);
    EXPECT_EQ(live_.mistakes()[0].place, "growing.cu:6");
    EXPECT_EQ(step(), 2);
    growing_.parameters()[0].set("count", 3);
    EXPECT_TRUE(live_.reset());
    EXPECT_TRUE(live_.mistakes().empty());
    EXPECT_EQ(step(), 1);
    EXPECT_EQ(growing_.state().extents(0).count(), 3u);
}

TEST_P(LiveOn, IncompatibleStatesKeepTheOldOne) {
    EXPECT_EQ(step(), 1);
    const auto replaced = [](std::string text, const std::string& what, const std::string& with) {
        return text.replace(text.find(what), what.size(), with);
    };
    const std::string large = replaced(
        replaced(growing("1.0f"), "count = 4", "count = 2000000000"), "float* level;",
        "float4* a; float4* b; float4* c; float4* d; float4* e; float4* f; float4* g; float4* h; "
        "float* level;");
    {
        const test::ExpectedComplaints one(1);
        save(large);
        EXPECT_FALSE(settled());
    }
    ASSERT_EQ(live_.mistakes().size(), 1u);
    EXPECT_NE(live_.mistakes()[0].message.find("'List' (2000000000) needs 264.0 GB"),
              std::string::npos)
        << live_.mistakes()[0].message;
    EXPECT_EQ(live_.versions().all().size(), 1u);
    EXPECT_EQ(step(), 2);
    live_.dismiss();
    EXPECT_TRUE(live_.mistakes().empty());
}

INSTANTIATE_TEST_SUITE_P(Backends, LiveOn, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
