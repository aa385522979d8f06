// SPDX-License-Identifier: MIT
#include <glint/studio/declaration/read_declaration.hpp>

#include <algorithm>
#include <filesystem>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <glint/base/files.hpp>
#include <glint/base/text.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

std::vector<fs::path> files_in_data(const char* folder) {
    std::vector<fs::path> files;
    for (const auto& entry : fs::directory_iterator(fs::path(GLINT_TEST_DATA_DIR) / folder))
        files.push_back(entry.path());
    std::ranges::sort(files);
    return files;
}

std::string name_of_file(const testing::TestParamInfo<fs::path>& info) {
    return info.param.stem().string();
}

Declaration read_good(const std::string& name) {
    const fs::path file = fs::path(GLINT_TEST_DATA_DIR) / "good" / (name + ".cu");
    return read_declaration(name + ".cu", read_text(file));
}

/// The lines `// expect LINE: MESSAGE` of a file.
std::vector<std::string> expected_in(const std::string& source) {
    constexpr std::string_view mark = "// expect ";
    std::vector<std::string> expected;
    for (const std::string_view line : text::split(source, '\n'))
        if (line.starts_with(mark)) expected.emplace_back(line.substr(mark.size()));
    return expected;
}

class BrokenFile : public testing::TestWithParam<fs::path> {};

TEST_P(BrokenFile, ReportsEachErrorWithItsLine) {
    const std::string source = read_text(GetParam());
    std::vector<std::string> found;
    for (const Mistake& mistake : read_annotations("broken.cu", source).mistakes)
        found.push_back(fmt::format("{}: {}", mistake.line, mistake.message));
    EXPECT_EQ(found, expected_in(source));
    EXPECT_FALSE(found.empty());
}

TEST(Declarations, MayBeginWithAByteOrderMark) {
    const std::string source = read_text(fs::path(GLINT_TEST_DATA_DIR) / "good" / "slime.cu");
    EXPECT_EQ(read_declaration("marked.cu", "\xEF\xBB\xBF" + source).title, "Slime");
    const std::string first =
        "//@ simulation \"First\"\nstruct Params {\n    int n = 4;  //@ 1..9 \"N\"\n};\n"
        "struct List {  //@ n\n    float* a;\n};\n"
        "//@ step\n__global__ void f(int count, float* a) {}\n";
    EXPECT_EQ(read_declaration("first.cu", "\xEF\xBB\xBF" + first).title, "First");
}

TEST(Declarations, ReportTheTitleAndTheClock) {
    const Declaration slime = read_good("slime");
    EXPECT_EQ(slime.title, "Slime");
    EXPECT_EQ(slime.help, "agents that follow their own trail");
    EXPECT_EQ(slime.dt, 0.5);
    EXPECT_EQ(slime.dt_unit, "s");
    EXPECT_EQ(slime.steps_per_frame, 2u);
    const Declaration life = read_good("life");
    EXPECT_EQ(life.dt, 1);
    EXPECT_EQ(life.steps_per_frame, 1u);
}

TEST(Declarations, ReportStructuresAndTheirFields) {
    const Declaration pond = read_good("pond");
    ASSERT_EQ(pond.structures.size(), 1u);
    const Structure& structure = pond.structures[0];
    EXPECT_EQ(structure.name, "Pond");
    EXPECT_EQ(structure.extents, (std::vector<Extent>{std::size_t(1024), std::size_t(576)}));
    EXPECT_EQ(structure.cell_size, 0.01);
    EXPECT_EQ(structure.cell_unit, "m");
    EXPECT_FALSE(structure.wraps);
    ASSERT_EQ(structure.fields.size(), 2u);
    const Field& level = structure.fields[0];
    EXPECT_EQ(level.name, "level");
    EXPECT_EQ(level.type.name, "float");
    ASSERT_TRUE(level.display);
    EXPECT_EQ(level.display->range, std::pair(-1.0, 1.0));
    EXPECT_EQ(level.display->unit, "m");
    EXPECT_EQ(level.display->label, "Level");
    EXPECT_EQ(level.display->colormap, "turbo");
    EXPECT_FALSE(level.is_double_buffered);
    EXPECT_FALSE(structure.fields[1].display->range);
    EXPECT_TRUE(read_good("life").structures[0].wraps);
    EXPECT_TRUE(read_good("life").structures[0].fields[0].is_double_buffered);
}

TEST(Declarations, ReportWhichRowIsOnTop) {
    const auto read = [](const std::string& extents) {
        const Reading reading = read_annotations(
            "grid.cu",
            fmt::format("//@ simulation \"Grid\"\nstruct Grid {{  //@ {}\n    float* level;\n}};\n"
                        "//@ step\n__global__ void go(float* level) {{}}\n",
                        extents));
        EXPECT_TRUE(reading.mistakes.empty()) << extents;
        return reading.declaration.structures.at(0);
    };
    EXPECT_FALSE(read("8 x 4 of 2 m").y_is_down);
    EXPECT_FALSE(read("8 x 4 x 2 wraps").y_is_down);
    EXPECT_TRUE(read("8 x 4 y down").y_is_down);
    for (const char* both : {"8 x 4 of 2 m/s wraps y down", "8 x 4 of 2 m/s y down wraps"}) {
        const Structure grid = read(both);
        EXPECT_TRUE(grid.y_is_down && grid.wraps);
        EXPECT_EQ(grid.cell_unit, "m/s");
    }
}

TEST(Declarations, ReportTheOriginOfAGrid) {
    const auto read = [](const std::string& annotation) {
        return read_annotations(
            "grid.cu",
            fmt::format("//@ simulation \"Grid\"\nstruct Grid {{  //@ {}\n    float* level;\n}};\n"
                        "//@ step\n__global__ void go(float* level) {{}}\n",
                        annotation));
    };
    const auto grid = [&](const std::string& annotation) {
        const Reading reading = read(annotation);
        EXPECT_TRUE(reading.mistakes.empty()) << annotation;
        return reading.declaration.structures.at(0);
    };
    using Three = std::array<double, 3>;
    const Structure placed = grid("8 x 4 x 2 of 0.5 mm at -1.5 2e3 7 wraps");
    EXPECT_EQ(placed.origin, (Three{-1.5, 2000, 7}));
    EXPECT_EQ(placed.cell_size, 0.5);
    EXPECT_EQ(placed.cell_unit, "mm");
    EXPECT_TRUE(placed.wraps);
    EXPECT_EQ(grid("8 x 4 at 1 2").origin, (Three{1, 2, 0}));
    EXPECT_EQ(grid("8 x 4 of 2 at 1 2").cell_unit, "");
    EXPECT_EQ(grid("8 x 4 of 2 m").origin, Three{});
    for (const auto& [annotation, reason] :
         {std::pair("8 x 4 at 1", "expected 2 numbers after 'at', found ''"),
          {"8 x 4 x 2 at 1 2 wraps", "expected 3 numbers after 'at', found 'wraps'"},
          {"8 x 4 at 1 inf", "expected 2 numbers after 'at', found 'inf'"},
          {"8 at 1", "'at' applies only to grids, not to lists"}}) {
        const Reading reading = read(annotation);
        ASSERT_FALSE(reading.mistakes.empty()) << annotation;
        EXPECT_EQ(reading.mistakes.front().message, reason);
    }
}

TEST(Declarations, LayOutElementsLikeTheCompilers) {
    const Declaration slime = read_good("slime");
    const ElementType& agent = slime.structures[0].fields[0].type;
    EXPECT_EQ(agent.size_bytes, 16u);
    EXPECT_EQ(agent.alignment, 8u);
    ASSERT_EQ(agent.parts.size(), 3u);
    EXPECT_EQ(agent.parts[2].name, "kind");
    EXPECT_EQ(agent.parts[2].scalar, ScalarType::u8);
    EXPECT_EQ(agent.parts[2].offset, 12u);
    EXPECT_EQ(slime.structures[1].fields[0].type.name, "float");  // found through an alias
    EXPECT_EQ(slime.structures[1].extents,
              (std::vector<Extent>{std::string("side"), std::string("side")}));
    EXPECT_EQ(slime.structures[0].fields[1].display->view, View::none);
    EXPECT_TRUE(slime.structures[0].fields[1].display->logarithmic);
}

TEST(Declarations, ReportKernelExtentsAndArguments) {
    const Declaration slime = read_good("slime");
    ASSERT_EQ(slime.passes.size(), 4u);
    EXPECT_EQ(slime.passes[0].role, Role::init);
    EXPECT_EQ(slime.passes[0].over, 0u);
    const DeclaredPass& move = slime.passes[1];
    EXPECT_EQ(move.kernel, "slime::move");
    EXPECT_EQ(move.role, Role::step);
    EXPECT_EQ(move.over, 0u);
    using Kind = Argument::Kind;
    std::vector<Kind> kinds;
    for (const Argument& argument : move.arguments) kinds.push_back(argument.kind);
    EXPECT_EQ(kinds, (std::vector{Kind::number, Kind::parameters, Kind::number, Kind::number,
                                  Kind::number, Kind::in_place, Kind::in_place, Kind::in_place}));
    EXPECT_EQ(move.arguments[3].number, Number::width);
    EXPECT_EQ(move.arguments[3].structure, 1u);
    const DeclaredPass& fade = slime.passes[2];
    EXPECT_EQ(fade.over, 1u);
    EXPECT_EQ(fade.arguments[0].kind, Kind::structure);
    EXPECT_EQ(fade.arguments.back().kind, Kind::next);
    EXPECT_EQ(slime.passes[3].role, Role::draw);
    EXPECT_FALSE(slime.structures[1].fields[1].is_state);
    EXPECT_TRUE(slime.structures[1].fields[0].is_state);
}

TEST(Declarations, ReportGroupsOfPasses) {
    const Declaration pond = read_good("pond");
    ASSERT_EQ(pond.passes.size(), 3u);
    for (const std::size_t i : {0, 1}) {
        EXPECT_EQ(pond.passes[i].group, "wave");
        EXPECT_EQ(pond.passes[i].repeats, 4u);
    }
    EXPECT_EQ(pond.passes[2].role, Role::drag);
    EXPECT_EQ(pond.passes[2].arguments[2].number, Number::mouse);
}

TEST(Declarations, ReportMultiplesAndFractionsOfParameters) {
    const auto read = [](const std::string& extents) {
        return read_annotations("box.cu",
                                "//@ simulation \"Box\"\n"
                                "struct Params {\n    int side = 8;  //@ 1..64 \"Side\"\n};\n"
                                "struct Box {  //@ " +
                                    extents + "\n    float* level;\n};\n");
    };
    const Reading good = read("side/2 x 19*side x 3*side/4");
    EXPECT_EQ(good.declaration.structures[0].extents,
              (std::vector<Extent>{std::string("side/2"), std::string("19*side"),
                                   std::string("3*side/4")}));
    EXPECT_TRUE(good.mistakes.empty());
    const auto mistake = [&](const std::string& extents) {
        const Reading bad = read(extents);
        return bad.mistakes.empty() ? "" : bad.mistakes.front().message;
    };
    EXPECT_EQ(mistake("2*sides"),
              "extent 'sides' of 'Box' is not an int parameter; did you mean 'side'?");
    for (const char* const extent : {"side/0", "0*side", "*side", "side*2", "2*side/3/3"})
        EXPECT_EQ(mistake(extent),
                  fmt::format("an extent must be a whole number from 1 to 2147483647 or the name "
                              "of an int parameter, not '{}'",
                              extent));
}

TEST(Declarations, ReportKernelsThatDoSeveralSteps) {
    const std::string source =
        "#include <glint/sim.cuh>\n//@ simulation \"Pond\"\n"
        "struct Pond {  //@ 64 x 32\n    float* level;  //@ \"Level\"\n};\n"
        "//@ step\n__global__ void flow(const float* level, float* level_next) {}\n"
        "//@ steps 5 blocks 32 x 8 for 86 x 54 over Pond\n"
        "__global__ void flow_5(const float* level, float* level_next) {}\n";
    const Declaration pond = read_declaration("pond.cu", source);
    ASSERT_EQ(pond.passes.size(), 2u);
    EXPECT_EQ(pond.passes[0].steps, 1u);
    EXPECT_FALSE(pond.passes[0].tiling);
    EXPECT_EQ(pond.passes[1].role, Role::step);
    EXPECT_EQ(pond.passes[1].steps, 5u);
    EXPECT_EQ(pond.passes[1].tiling, (Tiling{{32, 8, 1}, {86, 54, 1}}));
}

TEST(Declarations, ReportTheBlocksOfAnyKernel) {
    const Declaration pond = read_declaration(
        "pond.cu",
        "#include <glint/sim.cuh>\n//@ simulation \"Pond\"\n"
        "struct Params {\n    bool rains = true;  //@ \"Rain\"\n};\n"
        "struct Pond {  //@ 64 x 32\n    float* level;  //@ \"Level\"\n};\n"
        "//@ step 2 x \"wave\" blocks 256 for 256 x 4 over Pond if rains\n"
        "__global__ void flow(Params params, const float* level, float* level_next) {}\n"
        "//@ drag blocks 16 x 8\n__global__ void press(float* level) {}\n"
        "//@ init blocks 64 for 64 x 8 on GPUs over Pond\n__global__ void fill(float* level) {}\n"
        "//@ step blocks 32 on GPUs\n__global__ void rain(float* level) {}\n");
    ASSERT_EQ(pond.passes.size(), 4u);
    EXPECT_EQ(pond.passes[0].tiling, (Tiling{{256, 1, 1}, {256, 4, 1}}));
    EXPECT_EQ(pond.passes[0].repeats, 2u);
    EXPECT_EQ(pond.passes[0].condition, "rains");
    EXPECT_EQ(pond.passes[1].tiling, (Tiling{{16, 8, 1}, {16, 8, 1}}));
    EXPECT_EQ(pond.passes[2].tiling, (Tiling{{64, 1, 1}, {64, 8, 1}, true}));
    EXPECT_EQ(pond.passes[3].tiling, (Tiling{{32, 1, 1}, {32, 1, 1}, true}));
}

TEST(Declarations, ReportDerivedValues) {
    const Declaration slime = read_good("slime");
    ASSERT_EQ(slime.derived.size(), 3u);
    EXPECT_EQ(slime.derived[0].kind, Derived::Kind::sum);
    EXPECT_EQ(slime.derived[0].display.label, "Total");
    EXPECT_EQ(slime.derived[0].display.help, "of the whole trail");
    EXPECT_EQ(slime.derived[0].type.name, "double");
    EXPECT_EQ(slime.derived[1].kind, Derived::Kind::maximum);
    EXPECT_EQ(slime.derived[1].function, "total");
    EXPECT_EQ(slime.derived[1].display.range, std::pair(0.0, 1e9));
    EXPECT_EQ(slime.derived[2].kind, Derived::Kind::show);
    EXPECT_EQ(slime.derived[2].display.unit, "rad");
}

TEST(Declarations, ReportPositionArgumentsOfFunctions) {
    const Declaration declared = read_declaration(
        "box.cu",
        "//@ simulation \"Box\"\nstruct Box {  //@ 8 x 6 x 4\n    float* level;\n};\n"
        "//@ show \"A\"\n"
        "__device__ float a(float level, int3 cell, long long index, int width) { return 0; }\n"
        "//@ sum \"B\"\n__device__ int b(int3 cell) { return cell.x; }\n");
    ASSERT_EQ(declared.derived.size(), 2u);
    const std::vector<Argument>& taken = declared.derived[0].arguments;
    ASSERT_EQ(taken.size(), 4u);
    EXPECT_EQ(taken[1].number, Number::cell);
    EXPECT_EQ(taken[1].components, 3u);
    EXPECT_EQ(taken[2].number, Number::index);
    EXPECT_EQ(taken[2].scalar, ScalarType::i64);
    EXPECT_EQ(declared.derived[1].over, 0u);
}

TEST(Declarations, FieldsMayHaveNamesOfPositionArguments) {
    const std::string source =
        "//@ simulation \"Box\"\nstruct Box {  //@ 8\n    int* cell;\n    float* index;\n};\n"
        "//@ show \"A\"\n__device__ float a(int cell, float index) { return cell + index; }\n";
    EXPECT_EQ(read_declaration("box.cu", source).derived[0].arguments[0].kind,
              Argument::Kind::field);
    const Declaration hosts =
        read_declaration("host.cu",
                         "//@ simulation \"Host\"\nstruct Box {  //@ 8\n    float* level;\n};\n"
                         "__global__ void k(const unsigned* index, int2 cell, float* level) {}\n",
                         {.has_host = true});
    EXPECT_EQ(hosts.passes[0].arguments[0].kind, Argument::Kind::host);
    EXPECT_EQ(hosts.passes[0].arguments[1].kind, Argument::Kind::host);
}

/// Kernels of a file that begins with this text.
std::vector<std::string> kernels_below(const std::string& text) {
    const Reading reading = read_annotations(
        "row.cu", "//@ simulation \"Row\"\nstruct Row {  //@ 8\n    float* u;\n};\n" + text +
                      "\n//@ init\n__global__ void first(float* u) { u[0] = 1; }\n"
                      "//@ step\n__global__ void second(float* u) {}\n");
    std::vector<std::string> kernels;
    for (const DeclaredPass& pass : reading.declaration.passes) kernels.push_back(pass.kernel);
    for (const Mistake& mistake : reading.mistakes)
        kernels.push_back(fmt::format("{}: {}", mistake.line, mistake.message));
    return kernels;
}

TEST(Declarations, OtherFunctionsDoNotHideKernels) {
    const std::vector<std::string> both{"first", "second"};
    for (const char* sign : {"+",  "-",  "*",  "/",   "%",   "^",  "&",  "|",
                             "<<", ">>", "+=", "-=",  "<<=", "==", "!=", "<",
                             ">",  "<=", ">=", "<=>", "&&",  "||", ",",  "->*"}) {
        const std::string text = fmt::format(
            "struct Q {{\n    float a;\n    __device__ Q& operator{0}(float b) {{ a += b; return "
            "*this; }}\n    float c;\n}};\n__device__ Q operator{0}(Q a, Q b) {{ return a; }}\n",
            sign);
        EXPECT_EQ(kernels_below(text), both) << sign;
    }
    for (const char* text :
         {"__device__ bool operator!(Q a) { return true; }",
          "__device__ Q operator\"\"_q(long double a) { return {}; }",
          "__device__ float Q::operator()(float a) const { return a; }",
          "__device__ float& Q::operator[](int i) { return a[i]; }",
          "__device__ Q::operator float() const { return a; }",
          "__device__ Q::Q(float a) : a{a}, b(2), c{{1}} {}",
          "template <int N = (3 > 2)>\n__device__ int count() { return N; }",
          "__device__ auto f(int a) -> decltype(a + 1) { return a + 1; }",
          "struct Q* make(int a) { return nullptr; }", "enum class E f(int a) { return E::a; }",
          "__device__ int a{1}, b{2};", "MAKE_HELPERS(float)",
          "namespace n { MAKE_HELPERS(float) }",
          "MAKE_HELPERS(float, +)\n__device__ int f() { return 1; }",
          "struct Q {\n    __device__ Q(float a) : a{a}, b{a} {}\n    float a, b;\n};",
          "struct Q {\n    __device__ operator float() const { return 1; }\n"
          "    __device__ float operator()(int a) { return a; }\n    alignas(16) float a;\n};"})
        EXPECT_EQ(kernels_below(text), both) << text;
}

TEST(Declarations, KernelsMayBeDeclaredByMacros) {
    const Reading reading = read_annotations(
        "row.cu",
        "//@ simulation \"Row\"\n#define KERNEL __global__ void\n#define HD __host__ __device__\n"
        "struct Row {  //@ 8\n    float* u;\n};\n//@ step\nKERNEL k(float* u) {}\n"
        "//@ show \"Twice\"\nHD float twice(float u) { return 2 * u; }\n");
    for (const Mistake& mistake : reading.mistakes)
        ADD_FAILURE() << mistake.line << ": " << mistake.message;
    ASSERT_EQ(reading.declaration.passes.size(), 1u);
    ASSERT_EQ(reading.declaration.derived.size(), 1u);
    EXPECT_EQ(reading.declaration.derived[0].type.name, "float");
}

TEST(Declarations, ReportIndirectAtomicsAndBlocks) {
    const auto pass = [](const std::string& helpers, const std::string& body) {
        return read_declaration("row.cu",
                                "//@ simulation \"Row\"\nstruct Row {  //@ 8\n    int* u;\n};\n" +
                                    helpers + "\n//@ step\n__global__ void k(int* u) { " + body +
                                    " }\n")
            .passes.at(0);
    };
    for (const auto& [helpers, body] :
         {std::pair("template <class T> __device__ void add(T* p, T v) { atomicAdd(p, v); }",
                    "add<int>(u, 1);"),
          {"#define ADD(p, v) atomicAdd(p, v)", "ADD(u, 1);"},
          {"#define ADD(p, v) \\\n    atomicAdd(p, v)\n#define TWICE ADD(u, 1); ADD(u, 1);",
           "TWICE"},
          {"__device__ void add(int* p) { atomicAdd(p, 1); }", "auto f = add; f(u);"},
          {"struct Q { __device__ Q(int* p) { atomicAdd(p, 1); } };", "Q{u};"},
          {"struct Q { __device__ void operator()(int* p) { atomicAdd(p, 1); } };", "Q()(u);"},
          {"struct Q { int* p; };\n__device__ void operator+(Q q, int v) { atomicAdd(q.p, v); }",
           "Q{u} + 1;"},
          {"__device__ int add(int* p, int v = 1) { return atomicAdd(p, v); }\n"
           "__device__ void twice(int* p, int v = add(p)) {}",
           "twice(u);"}}) {
        EXPECT_TRUE(pass(helpers, body).has_atomics) << helpers;
        EXPECT_FALSE(pass(helpers, body).uses_blocks) << helpers;
        EXPECT_FALSE(pass(helpers, "u[0] = 1;").has_atomics &&
                     std::string_view(helpers).find("operator") == std::string_view::npos)
            << helpers;
    }
    EXPECT_TRUE(pass("template <int N> __device__ void wait() { __syncthreads(); }", "wait<3>();")
                    .uses_blocks);
}

TEST(Declarations, AcceptParametersInAnyLayout) {
    const Reading reading = read_annotations(
        "params.cu",
        "//@ simulation \"Params\"\n"
        "enum class Walls { solid, slip, periodic };\n"
        "struct Params { float a = 1, b = 2;  //@ 0..4 m \"Lengths\"\n"
        "    Walls walls = Walls::slip;  //@ \"Walls\"\n    double2 p = {1, 2};  //@ 0..4 \"P\"\n"
        "    int n = 32; /*cells*/  //@ 8..64 \"N\"\n};\n"
        "struct Speed { float v = 1; };  //@ 0..2 m/s \"Speed\"\n"
        "struct Grid {  //@ n x n\n    float *u, *v;  //@ 0..1 \"U\"\n};\n"
        "struct List { float* w; };  //@ 100\n"
        "struct Helper {\n    Params params;\n    Speed speed;\n};\n"
        "//@ step\n"
        "__global__ void s(int width, Params params, Speed speed, const float* u, float* v) {\n"
        "    const Helper h{params, speed};\n}\n"
        "//@ step\n__global__ void t(int count, float* w) {}\n");
    for (const Mistake& mistake : reading.mistakes)
        ADD_FAILURE() << mistake.line << ": " << mistake.message;
    const Declaration& made = reading.declaration;
    ASSERT_EQ(made.parameters.size(), 2u);
    EXPECT_EQ(made.parameters[0].struct_name(), "Params");
    EXPECT_EQ(made.parameters[0].list().size(), 5u);
    EXPECT_EQ(made.parameters[0].text("walls"), "slip");
    EXPECT_EQ(made.parameters[0].list()[1].annotation->label, "Lengths: b");
    EXPECT_EQ(made.parameters[1].list()[0].annotation->unit, "m/s");
    ASSERT_EQ(made.structures.size(), 2u);
    ASSERT_EQ(made.structures[0].fields.size(), 2u);
    EXPECT_EQ(made.structures[0].fields[1].name, "v");
    EXPECT_EQ(made.structures[1].fields[0].name, "w");
}

TEST(Declarations, NestedStructsAreParametersOnlyThere) {
    const auto names = [](const std::string& kernel) {
        const Declaration made = read_declaration(
            "wind.cu",
            "//@ simulation \"Wind\"\nstruct Wind {\n    float v = 1;  //@ 0..2 \"V\"\n};\n"
            "struct Params {\n    Wind wind;\n    float a = 1;  //@ 0..2 \"A\"\n};\n"
            "struct Row {  //@ 8\n    float* u;\n};\n//@ step\n__global__ void k(" +
                kernel + ", float* u) {}\n");
        std::vector<std::string> all;
        for (const ParameterSet& set : made.parameters) all.push_back(set.struct_name());
        return all;
    };
    EXPECT_EQ(names("Params params"), std::vector<std::string>{"Params"});
    EXPECT_EQ(names("Params params, Wind wind"), (std::vector<std::string>{"Wind", "Params"}));
}

TEST(Declarations, FieldElementsAreNotParameters) {
    const Declaration made = read_declaration(
        "agents.cu",
        "//@ simulation \"Agents\"\nstruct Place {\n    float x = 0;\n};\n"
        "struct Agent {\n    Place place;\n    int kind;\n};\n"
        "struct Agents {  //@ 8\n    Agent* agent;\n};\n"
        "//@ show \"X\"\n__device__ float x(Agent agent) { return agent.place.x; }\n");
    EXPECT_TRUE(made.parameters.empty());
}

TEST(Declarations, FindFieldsByTheirNames) {
    const Declaration slime = read_good("slime");
    ASSERT_TRUE(slime.find_field("level"));
    EXPECT_EQ(slime.find_field("level")->structure, 1u);
    EXPECT_TRUE(slime.find_field("Trail.level"));
    EXPECT_FALSE(slime.find_field("Agents.level"));
    EXPECT_FALSE(slime.find_field("lvl"));
}

TEST(Declarations, IgnoreKernelsOfHostCode) {
    const std::string source =
        read_text(fs::path(GLINT_TEST_DATA_DIR) / "broken" / "never_runs.cu");
    const Declaration declared = read_declaration("sph.cu", source, {.has_host = true});
    EXPECT_EQ(declared.passes[1].role, Role::by_host);
    EXPECT_EQ(declared.passes[1].kernel, "flow");
}

TEST(Declarations, ReportAllErrorsInOneMessage) {
    const std::string source =
        read_text(fs::path(GLINT_TEST_DATA_DIR) / "broken" / "many_at_once.cu");
    try {
        (void)read_declaration("many.cu", source);
        FAIL();
    } catch (const DeclarationError& error) {
        EXPECT_GE(error.mistakes().size(), 4u);
        for (const std::string_view line : text::split(error.what(), '\n'))
            EXPECT_TRUE(line.starts_with("many.cu:")) << line;
    }
}

INSTANTIATE_TEST_SUITE_P(Declarations, BrokenFile, testing::ValuesIn(files_in_data("broken")),
                         name_of_file);

}  // namespace
}  // namespace glint::studio
