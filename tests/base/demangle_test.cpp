// SPDX-License-Identifier: MIT
#include <glint/base/demangle.hpp>

#include <gtest/gtest.h>

namespace glint {
namespace {

TEST(Demangle, SpellsSymbolsLikeTheSource) {
    EXPECT_EQ(demangled("_ZN2ns5scaleEPfi"), "ns::scale(float*, int)");
    EXPECT_EQ(demangled("_ZN2ns5scaleIfEEvPT_i"), "void ns::scale<float>(float*, int)");
}

TEST(Demangle, NamesOmitReturnTypeAndParameters) {
    EXPECT_EQ(demangled_name("_Z5scalePfi"), "scale");
    EXPECT_EQ(demangled_name("_ZN2ns5scaleIfEEvPT_i"), "ns::scale<float>");
    EXPECT_EQ(demangled_name("_Z5applyIFvifEEvi"), "apply<void (int, float)>");
    EXPECT_EQ(demangled_name("_ZN12_GLOBAL__N_15scaleEPf"), "scale");
    EXPECT_EQ(demangled_name("_ZN2ns12_GLOBAL__N_15scaleIfEEvPT_"), "ns::scale<float>");
}

TEST(Demangle, LeavesOtherNamesUnchanged) {
    for (const char* name : {"saxpy", "i", "", "_Zbroken"}) {
        EXPECT_EQ(demangled(name), name);
        EXPECT_EQ(demangled_name(name), name);
    }
}

TEST(Demangle, ParametersAreReadFromDemangledNames) {
    using Types = std::vector<std::string>;
    EXPECT_EQ(parameters_in("void f<int, (g)2>(float const*, std::pair<int, int>, int const&)"),
              (Types{"const float*", "std::pair<int, int>", "const int&"}));
    EXPECT_EQ(parameters_in("f(int (*)(int, float), char const* const*)"),
              (Types{"int (*)(int, float)", "const char* const*"}));
    EXPECT_EQ(parameters_in("(anonymous namespace)::f((anonymous namespace)::P)"), (Types{"P"}));
    EXPECT_EQ(parameters_in("f()"), Types{});
    EXPECT_EQ(parameters_in("saxpy"), std::nullopt);
}

}  // namespace
}  // namespace glint
