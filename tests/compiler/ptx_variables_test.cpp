// SPDX-License-Identifier: MIT
#include <glint/compiler/detail/ptx_variables.hpp>

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <glint/compiler/compile.hpp>
#include <glint/compiler/detail/compiler_for.hpp>
#include <glint/compiler/detail/nvjitlink.hpp>

namespace glint::compiler {
namespace {

// Assigns addresses 256 bytes apart to the requested variables, except those in `unknown`.
class Places {
public:
    explicit Places(std::vector<std::string> unknown = {}) : unknown_(std::move(unknown)) {}

    std::string bind(std::string_view ptx) {
        return with_shared_variables(ptx, [this](const std::string& symbol) -> const void* {
            asked.push_back(symbol);
            if (std::ranges::find(unknown_, symbol) != unknown_.end()) return nullptr;
            return reinterpret_cast<const void*>(asked.size() * std::uintptr_t{256});
        });
    }

    std::vector<std::string> asked;

private:
    std::vector<std::string> unknown_;
};

TEST(PtxVariables, InstructionsUseAddressesInRegisters) {
    Places places({"own"});
    EXPECT_EQ(places.bind(".version 9.0\n"
                          ".func _Z1fv\n"
                          "()\n"
                          ";\n"
                          ".global .align 4 .u32 calls = 3;\n"
                          ".visible .const .align 4 .b8 table[12] = {2, 0, 0, 0, 3};\n"
                          ".const .align 8 .u64 own[2] = {generic(calls)+4, 0};\n"
                          ".visible .entry step(\n"
                          "\t.param .u64 step_param_0\n"
                          ")\n"
                          "{\n"
                          "\t.reg .b32 \t%r<2>;\n"
                          "\tld.const.u32 \t%r1, [table+8];\n"
                          "\t{ // callseq 0\n"
                          "\t@%p1 st.global.u32 \t[calls], %r1;\n"
                          "\t} // callseq 0\n"
                          "\tmov.u64 \t%rd1, table;\n"
                          "\tmov.u64 \t%rd2, table+-4;\n"
                          "\tld.const.u64 \t%rd3, [own+8];\n"
                          "\tret;\n"
                          "}\n"
                          ".func _Z1fv()\n"
                          "{\n"
                          "\tred.global.add.u32 \t[calls], 1;\n"
                          "\tret;\n"
                          "}\n"
                          "\t.file\t1 \"/calls/table.cu\"\n"
                          "\t.section\t.debug_info\n"
                          "\t{\n"
                          ".b64 calls\n"
                          "\t}\n"),
              ".version 9.0\n"
              ".func _Z1fv\n"
              "()\n"
              ";\n"
              ".global .align 8 .u64 own[2] = {260, 0};\n"
              ".visible .entry step(\n"
              "\t.param .u64 step_param_0\n"
              ")\n"
              "{\n"
              "\t.reg .b64 %glint_at_256;\n"
              "\tmov.u64 %glint_at_256, 256;\n"
              "\t.reg .b64 %glint_at_508;\n"
              "\tmov.u64 %glint_at_508, 508;\n"
              "\t.reg .b64 %glint_at_512;\n"
              "\tmov.u64 %glint_at_512, 512;\n"
              "\t.reg .b64 %glint_at_520;\n"
              "\tmov.u64 %glint_at_520, 520;\n"
              "\t.reg .b32 \t%r<2>;\n"
              "\tld.global.u32 \t%r1, [%glint_at_520];\n"
              "\t{ // callseq 0\n"
              "\t@%p1 st.global.u32 \t[%glint_at_256], %r1;\n"
              "\t} // callseq 0\n"
              "\tmov.u64 \t%rd1, %glint_at_512;\n"
              "\tmov.u64 \t%rd2, %glint_at_508;\n"
              "\tld.global.u64 \t%rd3, [own+8];\n"
              "\tret;\n"
              "}\n"
              ".func _Z1fv()\n"
              "{\n"
              "\t.reg .b64 %glint_at_256;\n"
              "\tmov.u64 %glint_at_256, 256;\n"
              "\tred.global.add.u32 \t[%glint_at_256], 1;\n"
              "\tret;\n"
              "}\n"
              "\t.file\t1 \"/calls/table.cu\"\n"
              "\t.section\t.debug_info\n"
              "\t{\n"
              ".b64 256\n"
              "\t}\n");
    EXPECT_EQ(places.asked, (std::vector<std::string>{"calls", "table", "own"}));
}

TEST(PtxVariables, InternalAndFunctionVariablesAreSkipped) {
    Places places;
    const std::string ptx =
        ".global .align 1 .b8 $str[6] = {104, 101};\n"
        ".global .align 4 .b8 __unnamed_1[8] = {1};\n"
        ".global .align 8 .u64 functions[2] = {_Z5twicei, _Z6thricei};\n"
        ".extern .shared .align 4 .b8 block[];\n"
        ".extern .global .align 4 .u32 elsewhere;\n";
    EXPECT_EQ(places.bind(ptx), ptx);
    EXPECT_TRUE(places.asked.empty());
}

TEST(PtxVariables, WithoutSharedVariablesTextIsUnchanged) {
    const std::string ptx =
        ".const .align 4 .u32 own = 1;\n.entry f()\n{\n\tld.const.u32 %r1, [own];\n}\n";
    EXPECT_EQ(Places({"own"}).bind(ptx), ptx);
}

constexpr const char* kVariablesSource = R"(
__device__ int calls = 3;
__constant__ float gain = 1.5f;
__constant__ int table[3] = {2, 3, 5};
namespace { __device__ int nameless = 7; }
__managed__ int both = 9;
struct Pair { float x, y; };
__device__ Pair pairs[4];
__device__ float* second = &pairs[1].y;
__device__ int twice(int x) { return 2 * x; }
__device__ int (*functions[1])(int) = {twice};
struct Base { __device__ virtual int value() const { return 1; } };
struct Derived : Base { int n; __device__ int value() const override { return n; } };
template <class T> __device__ T* of_type = &calls;
template <int k> __global__ void use(int* out, int i) {
    static int count = 0;
    ++count;
    atomicAdd(&calls, k);
    out[0] = table[i] + nameless + int(gain) + int(pairs[i].y) + both;
    out[3] = functions[0](i) + *of_type<int>;
    const int* p = i ? table : &calls;
    Derived d; d.n = i;
    Base* b = i == 3 ? reinterpret_cast<Base*>(out) : &d;
    if (i > 4) printf("%d\n", i);
    out[1] = *p + table[2] + b->value() + int(*second) + int(pairs[1].y);
    out[2] = sinf(out[1]);
}
)";

TEST(PtxVariables, RewrittenPtxIsValid) {
    if (nvrtc_version().empty() || nvjitlink_version().empty())
        GTEST_SKIP() << "it needs NVRTC and nvJitLink";
    for (const bool debug : {false, true}) {
        const Binary binary =
            compile_text("compute_90", "variables.cu", kVariablesSource,
                         {.debug = debug, .instantiations = {"use<3>"}}, BinaryKind::ptx);
        Places places({"_Z7of_typeIiE"});
        const std::string bound =
            places.bind({reinterpret_cast<const char*>(binary.image.data()), binary.image.size()});
        EXPECT_EQ(std::ranges::count(places.asked, "functions"), 0);
        for (const char* shared : {"calls", "gain", "table", "both", "pairs"})
            EXPECT_EQ(std::ranges::count(places.asked, shared), 1) << shared;
        const std::vector<driver::LinkPart> parts{{.kind = driver::LinkInput::ptx,
                                                   .bytes = std::as_bytes(std::span(bound)),
                                                   .name = "bound.ptx"}};
        EXPECT_FALSE(nvjitlink(parts, {"-arch=sm_90"}, nullptr).empty());
    }
}

}  // namespace
}  // namespace glint::compiler
