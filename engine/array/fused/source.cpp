// SPDX-License-Identifier: MIT
#include <glint/array/fused/source.hpp>

#include <algorithm>
#include <iterator>

#include <fmt/format.h>

namespace glint::detail {
namespace {

// Writes the device structs Level<0>, Level<1>, ...
class LevelText {
public:
    explicit LevelText(const SourceWriter& written) : reduced_(written.reduced()) {
        for (const SourceWriter::Reduced& reduced : reduced_)
            levels_ = std::max(levels_, reduced.level + 1);
    }

    std::string text() {
        put_structs();
        for (level_ = 0; level_ < levels_; ++level_) put_level();
        return std::move(text_);
    }

private:
    template <class... Values>
    void put(fmt::format_string<Values...> format, Values&&... values) {
        fmt::format_to(std::back_inserter(text_), format, std::forward<Values>(values)...);
    }

    /// Visits each distinct reduction of the level.
    template <class Each>
    void for_each(const Each& each) const {
        for (std::size_t i = 0; i < reduced_.size(); ++i)
            if (reduced_[i].level == level_ && reduced_[i].same_as == i) each(i, reduced_[i]);
    }

    void put_structs() {
        put("struct Reductions {{\n");
        for (std::size_t i = 0; i < reduced_.size(); ++i)
            put("    alignas(16) alignas(Reduction{0}) Reduction{0} r{0};\n", i);
        put("}};\nstruct Results {{\n");
        for (std::size_t i = 0; i < reduced_.size(); ++i)
            if (reduced_[i].same_as == i) put("    Reduction{0}::Result r{0};\n", i);
        put("}};\n\nconstexpr int kLevels = {};\ntemplate <int level>\nstruct Level;\n\n", levels_);
    }

    void put_level() {
        put("template <>\nstruct Level<{}> {{\n", level_);
        put_members("State");
        put_members("Origin");
        put_has_origin();
        put_neutral();
        put_origin();
        put_add();
        put_both();
        put_finish();
        put("}};\n\n");
    }

    void put_members(std::string_view type) {
        put("    struct {} {{\n", type);
        for_each(
            [&](std::size_t i, const auto&) { put("        Reduction{0}::{1} r{0};\n", i, type); });
        put("    }};\n");
    }

    // Writes a constant that is true if any reduction of the level has an origin, which is computed
    // from the first element of a line. If none has an origin, the kernel does not read the first
    // element in advance.
    void put_has_origin() {
        put("    static constexpr bool kHasOrigin = false");
        for_each([&](std::size_t i, const auto&) {
            put(" ||\n        !detail::Same<Reduction{}::Origin, NoOrigin>::value", i);
        });
        put(";\n");
    }

    void put_neutral() {
        put("    static __device__ State neutral(const Reductions& reductions) {{\n"
            "        State state;\n");
        for_each([&](std::size_t i, const auto&) {
            put("        state.r{0} = reductions.r{0}.neutral();\n", i);
        });
        put("        return state;\n    }}\n");
    }

    void put_origin() {
        put("    static __device__ Origin origin(const Operands& operands, const Reductions& "
            "reductions,\n                                    const Inputs& inputs, const "
            "Results& results) {{\n        Origin origin;\n");
        for_each([&](std::size_t i, const SourceWriter::Reduced& reduced) {
            put("        {{\n{1}    origin.r{0} = reductions.r{0}.origin({2});\n        }}\n", i,
                reduced.statements, reduced.value);
        });
        put("        return origin;\n    }}\n");
    }

    void put_add() {
        put("    static __device__ void add(const Operands& operands, const Reductions& "
            "reductions,\n                               const Inputs& inputs, const Results& "
            "results, const Origin& origin,\n                               State& state) {{\n");
        for_each([&](std::size_t i, const SourceWriter::Reduced& reduced) {
            put("        {{\n{1}    state.r{0} = reductions.r{0}.both(\n        state.r{0}, "
                "reductions.r{0}.of({2}, origin.r{0}));\n        }}\n",
                i, reduced.statements, reduced.value);
        });
        put("    }}\n");
    }

    void put_both() {
        put("    static __device__ State both(const Reductions& reductions, const State& a, const "
            "State& b) {{\n        State state;\n");
        for_each([&](std::size_t i, const auto&) {
            put("        state.r{0} = reductions.r{0}.both(a.r{0}, b.r{0});\n", i);
        });
        put("        return state;\n    }}\n");
    }

    void put_finish() {
        put("    static __device__ void finish(const Reductions& reductions, const State& state, "
            "long long count,\n                                  Results& results) {{\n");
        for_each([&](std::size_t i, const auto&) {
            put("        results.r{0} = reductions.r{0}.result(state.r{0}, count);\n", i);
        });
        put("    }}\n");
    }

    const std::vector<SourceWriter::Reduced>& reduced_;
    std::size_t levels_ = 0, level_ = 0;
    std::string text_;
};

}  // namespace

std::string reductions_source(std::span<const LineReduction> reductions) {
    std::string text;
    for (std::size_t i = 0; i < reductions.size(); ++i)
        text += reductions[i].source(fmt::format("Reduction{}", i), reductions[i].text);
    return text;
}

std::string levels_source(const SourceWriter& written) { return LevelText(written).text(); }

}  // namespace glint::detail
