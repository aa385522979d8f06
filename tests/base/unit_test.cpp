// SPDX-License-Identifier: MIT
#include <glint/base/unit.hpp>

#include <array>

#include <gtest/gtest.h>

namespace glint {
namespace {

TEST(Units, ProductsQuotientsAndPowersAreUnits) {
    for (const char* unit :
         {"",          "m",           "m/s",        "m/s2",        "m2/s2",
          "1/s",       "1/day",       "1",          "kg m^-3",     "kg m-3 s-1",
          "kg/m3",     "kg*m/s^2",    "kg·m²·s⁻²",  "N m",         "W/(m2 K)",
          "W m-2 K-1", "m^-2",        "%",          "°",           "°C",
          "µm/s",      "Å",           "cells",      "cells/step2", "cells per step",
          "m per s",   "rgb",         "px",         "deg/s",       "nodes",
          "a.u.",      "light-years", "grid_cells", "1000 km",     "particles m-3",
          "$/day",     "kPa s",       "J/(kg K)",   "(m/s)^2",     "MeV",
          "1/(Pa s)"})
        EXPECT_EQ(unit_mistake(unit), std::nullopt) << unit;
}

TEST(Units, InvalidUnitsGiveAReason) {
    const auto expect = [](const char* unit, const std::string& reason) {
        EXPECT_EQ(unit_mistake(unit), "'" + std::string(unit) + "' is not a unit: " + reason);
    };
    expect("m periodic", "'periodic' cannot follow 'm'. Join units by `*`, `/` or `per`");
    expect("as turbo", "'turbo' cannot follow 'as'. Join units by `*`, `/` or `per`");
    expect("m/", "a unit is missing at the end");
    expect("/s", "unexpected '/s'");
    expect("m//s", "unexpected '/s'");
    expect("m^", "a whole number is missing after '^'");
    expect("m^x", "a whole number is missing after '^'");
    expect("(m", "a ')' is missing");
    expect("m)", "unexpected ')'");
    expect("[m]", "unexpected '[m]'");
    expect("0..1 m", "unexpected '0..1'");
    expect("5", "a unit cannot be only a number");
    expect("m 2", "unexpected '2'");
    expect("m, s", "unexpected ', s'");
    expect(std::string(1000, '(').c_str(), "the unit has too many parentheses");
}

TEST(Units, KeywordsAndTheirTyposAreErrors) {
    const std::array<std::string, 3> keywords{"wraps", "log", "at"};
    for (const char* word : {"wrap", "warps", "Wraps", "wrpas"})
        EXPECT_EQ(unit_mistake("m " + std::string(word), keywords),
                  "unknown word '" + std::string(word) + "'; did you mean 'wraps'?");
    EXPECT_EQ(unit_mistake("logg m", keywords), "unknown word 'logg'; did you mean 'log'?");
    EXPECT_EQ(unit_mistake("m log", keywords), "'log' cannot be part of the unit 'm log'");
    for (const char* unit : {"m", "kg", "mol", "rps", "lb", "W", "drops/s", "atm", "kat"})
        EXPECT_EQ(unit_mistake(unit, keywords), std::nullopt) << unit;
}

}  // namespace
}  // namespace glint
