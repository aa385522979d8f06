// SPDX-License-Identifier: MIT
// Misaligned accesses, which end a kernel on a GPU and, in debug mode, on the CPU.
#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include "program.hpp"

namespace glint::cpu::test {
namespace {

class CpuMisaligned : public testing::Test {
protected:
    static compiler::Source in_debug_mode() {
        compiler::Source source = source_file("misaligned.cu");
        source.debug = true;
        return source;
    }

    /// Error message of the kernel; empty if it succeeds.
    template <class... Arguments>
    std::string failure(const std::string& kernel, Arguments... arguments) {
        try {
            program_.run(kernel, one_block({1}), arguments...);
            return {};
        } catch (const Error& error) {
            return error.what();
        }
    }

    void expect_misaligned(const std::string& text, const char* verb, int bytes, int alignment) {
        EXPECT_NE(text.find("block (0, 0, 0), thread (0, 0, 0): " + std::string(verb) + " " +
                            std::to_string(bytes) + (bytes == 1 ? " byte" : " bytes") + " at 0x"),
                  std::string::npos)
            << text;
        EXPECT_NE(text.find("a misaligned address (not a multiple of " + std::to_string(alignment) +
                            "): "),
                  std::string::npos)
            << text;
        EXPECT_NE(text.find("misaligned.cu:"), std::string::npos) << text;
    }

    Program program_{in_debug_mode()};
    void* memory_ = program_.backend().allocate(256, driver::MemoryKind::device);
};

struct Type {
    const char* name;
    int alignment;
};
constexpr Type kTypes[] = {{"short", 2},     {"int", 4},    {"float", 4},   {"double", 8},
                           {"longlong_", 8}, {"float2", 8}, {"float4", 16}, {"int4", 16},
                           {"double2", 16},  {"uchar4", 4}};

TEST_F(CpuMisaligned, EachTypeNeedsItsAlignment) {
    for (const Type& type : kTypes) {
        SCOPED_TRACE(type.name);
        for (int by = 1; by < type.alignment; ++by) {
            const std::string text = failure(std::string("access_") + type.name, memory_, by);
            EXPECT_NE(text.find("thread (0, 0, 0): reads "), std::string::npos) << text;
            EXPECT_NE(text.find("a misaligned address (not a multiple of " +
                                std::to_string(type.alignment) + "): "),
                      std::string::npos)
                << text;
            EXPECT_NE(failure(std::string("write_") + type.name, memory_, by)
                          .find("a misaligned address (not a multiple of "),
                      std::string::npos);
        }
        EXPECT_EQ(failure(std::string("access_") + type.name, memory_, type.alignment), "");
        EXPECT_EQ(failure(std::string("write_") + type.name, memory_, 2 * type.alignment), "");
    }
}

TEST_F(CpuMisaligned, Float3NeedsTheAlignmentOfFloat) {
    EXPECT_EQ(failure("access_float3", memory_, 4), "");
    EXPECT_NE(failure("access_float3", memory_, 2), "");
}

TEST_F(CpuMisaligned, BytesAndComponentsNeedNoAlignment) {
    EXPECT_EQ(failure("access_char", memory_, 3), "");
    EXPECT_EQ(failure("copied", memory_, 3), "");
    EXPECT_EQ(failure("component", memory_, 4), "");
    expect_misaligned(failure("component", memory_, 2), "writes", 4, 4);
}

TEST_F(CpuMisaligned, AtomicOperationsAreChecked) {
    expect_misaligned(failure("add_int", memory_, 2), "atomically updates", 4, 4);
    expect_misaligned(failure("swap_long", memory_, 4), "atomically updates", 8, 8);
    EXPECT_EQ(failure("add_int", memory_, 4), "");
    EXPECT_EQ(failure("swap_long", memory_, 8), "");
}

TEST_F(CpuMisaligned, SharedMemoryIsChecked) {
    EXPECT_NE(failure("in_shared", 8).find("a misaligned address (not a multiple of "),
              std::string::npos);
    EXPECT_EQ(failure("in_shared", 16), "");
}

}  // namespace
}  // namespace glint::cpu::test
