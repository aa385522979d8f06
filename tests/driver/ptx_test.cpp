// SPDX-License-Identifier: MIT
#include <glint/cuda/ptx.hpp>

#include <gtest/gtest.h>

namespace glint::driver {
namespace {

using Names = std::vector<std::string>;

std::string kernel(const std::string& name, const std::string& body) {
    return ".visible .entry " + name + "(\n\t.param .u64 " + name + "_param_0\n)\n{\n" + body +
           "\tret;\n}\n";
}

std::string function(const std::string& head, const std::string& body) {
    return ".func " + head + "\n{\n" + body + "\tret;\n}\n";
}

const std::string kRead = "\tmov.u32 %r1, %envreg1;\n";
const std::string kTrap = "\t@%p1 bra $L;\n\ttrap;\n";

Names found_in(const std::string& text, const std::string& target = "sm_90") {
    return cooperative_kernels_in_ptx(".version 8.0\n.target " + target + "\n" + text);
}

TEST(CooperativeKernels, AreDetectedByTheBarrierAddressCheck) {
    EXPECT_EQ(found_in(kernel("waits", kRead + kTrap) + kernel("asks", kRead) +
                       kernel("traps", kTrap) + kernel("plain", "")),
              Names{"waits"});
    EXPECT_EQ(found_in(kernel("waits", "\tmov.u32 %r1, %envreg2;\n\t@%p1 trap;\n")),
              Names{"waits"});
}

TEST(CooperativeKernels, OtherRegistersAreIgnored) {
    EXPECT_EQ(found_in(kernel("a", "\tmov.u32 %r1, %envreg12;\n" + kTrap)), Names{});
    EXPECT_EQ(found_in(kernel("b", "\tmov.u32 %r1, %envreg0;\n" + kTrap)), Names{});
}

TEST(CooperativeKernels, AreDetectedThroughCalls) {
    const std::string helpers =
        function("_Z4syncv()", kRead + kTrap) +
        function(" (.param .b32 func_retval0) _Z4deepi(\n\t.param .b32 a\n)",
                 "\tcall.uni \n\t_Z4syncv, \n\t(\n\t);\n");
    EXPECT_EQ(found_in(helpers + kernel("far", "\tcall.uni (retval0), \n\t_Z4deepi, \n") +
                       kernel("near", "\tmov.u64 %rd1, _Z4syncv;\n") + kernel("plain", "")),
              (Names{"far", "near"}));
    EXPECT_EQ(found_in(function("_Z4waitv()", kTrap) + kernel("halves", kRead + "\t_Z4waitv, \n")),
              Names{"halves"});
}

TEST(CooperativeKernels, RecursiveFunctionsAreVisitedOnce) {
    const std::string circle =
        function("_Z1av()", "\t_Z1bv, \n") + function("_Z1bv()", "\t_Z1av, \n" + kTrap + kRead);
    EXPECT_EQ(found_in(circle + kernel("round", "\t_Z1av, \n")), Names{"round"});
}

TEST(CooperativeKernels, DebugCodeIsNotDetected) {
    EXPECT_EQ(found_in(kernel("waits", kRead + kTrap), "sm_90, debug"), Names{});
}

TEST(CooperativeKernels, AnyTextIsAccepted) {
    for (const char* text : {"", "%envreg1", ".entry ", ".visible .entry (\n%envreg", ".func ("})
        EXPECT_EQ(cooperative_kernels_in_ptx(text), Names{}) << text;
}

}  // namespace
}  // namespace glint::driver
