// SPDX-License-Identifier: MIT
#include <cstring>
#include <limits>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <sys/mman.h>

#include <base/scratch.hpp>
#include <glint/base/float16.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/formats/column_file.hpp>
#include <glint/formats/csv_writer.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/npy_writer.hpp>
#include <glint/formats/pvd.hpp>
#include <glint/formats/vti.hpp>
#include <glint/formats/vtk_writer.hpp>

namespace glint {
namespace {

namespace fs = std::filesystem;
using Part = SavedArray::Part;

std::string collected(const std::function<void(const ByteSink&)>& write) {
    std::string all;
    write([&](std::span<const std::byte> bytes) {
        all.append(reinterpret_cast<const char*>(bytes.data()), bytes.size());
    });
    return all;
}

template <class T>
SavedArray array_of(const std::string& name, const std::vector<T>& values, ScalarType type,
                    unsigned components = 1) {
    return {.name = name,
            .parts = {{.type = type, .components = components}},
            .element_bytes = sizeof(T) * components,
            .count = values.size() / components,
            .data = reinterpret_cast<const std::byte*>(values.data())};
}

InputFile input_of(std::string content) {
    return InputFile::of_content("read", std::move(content));
}

std::string written_npy(const SavedArray& array, const std::vector<std::size_t>& shape) {
    return collected([&](const ByteSink& sink) { write_npy(array, shape, sink); });
}

TEST(NpyWriter, WritesNumbersUnchanged) {
    const std::vector<double> values{1, -2, 0.1, 1e300, 5, std::numeric_limits<double>::infinity()};
    const NpyElements plain = parse_npy_elements(
        input_of(written_npy(array_of("a", values, ScalarType::f64), {2, 3})), {'f', 8});
    EXPECT_EQ(plain.shape, (std::vector<std::size_t>{2, 3}));
    EXPECT_EQ(std::memcmp(plain.bytes.data(), values.data(), 48), 0);
    const std::vector<half> halves{half(1.5f), half(-0.25f), half(3), half(4)};
    const NpyElements pairs = parse_npy_elements(
        input_of(written_npy(array_of("a", halves, ScalarType::f16, 2), {2})), {'f', 2});
    EXPECT_EQ(pairs.shape, (std::vector<std::size_t>{2, 2}));
    EXPECT_EQ(std::memcmp(pairs.bytes.data(), halves.data(), 8), 0);
}

TEST(NpyWriter, WidensTypesThatNumPyLacks) {
    const std::vector<bfloat16> values{1.5f, -3.0f, 0.0f};
    const NpyArray read_back =
        parse_npy(input_of(written_npy(array_of("a", values, ScalarType::bf16), {3})));
    EXPECT_EQ(read_back.values, (std::vector<float>{1.5f, -3, 0}));
}

struct Agent {
    float where[2];
    half heading;
    std::int32_t kind;
};

SavedArray agents(const std::vector<Agent>& all, ScalarType heading) {
    return {.name = "agent",
            .parts = {{"where", ScalarType::f32, 2, 0},
                      {"heading", heading, 1, 8},
                      {"kind", ScalarType::i32, 1, 12}},
            .is_struct = true,
            .element_bytes = sizeof(Agent),
            .count = all.size(),
            .data = reinterpret_cast<const std::byte*>(all.data())};
}

TEST(NpyWriter, DescribesStructsWithPadding) {
    const std::vector<Agent> all{{{1, 2}, half(0.5f), 7}, {{3, 4}, half(1), -8}};
    const std::string file = written_npy(agents(all, ScalarType::f16), {2});
    EXPECT_NE(file.find("'descr': [('where', '<f4', (2,)), ('heading', '<f2'), ('', '|V2'), "
                        "('kind', '<i4')]"),
              file.npos)
        << file;
    EXPECT_EQ(file.size() % 64, 32u);
    EXPECT_EQ(std::memcmp(file.data() + file.size() - 32, all.data(), 32), 0);
    const std::string description = npy_description(agents(all, ScalarType::f16));
    const NpyElements records = parse_npy_records(input_of(file), description, sizeof(Agent));
    EXPECT_EQ(records.shape, std::vector<std::size_t>{2});
    EXPECT_EQ(std::memcmp(records.bytes.data(), all.data(), 32), 0);
    test::expect_error(ErrorCode::bad_input,
                       "byte 20: the file has records of type [('where', '<f4', (2,)), ('heading', "
                       "'<f2'), ('', '|V2'), ('kind', '<i4')], not [('a', '<f4')]",
                       [&] { parse_npy_records(input_of(file), "[('a', '<f4')]", 4); });
    test::expect_error(
        ErrorCode::bad_input, "byte 208: the file has only 1 value, too few for shape (2)",
        [&] { parse_npy_records(input_of(file.substr(0, 208)), description, sizeof(Agent)); });
    test::expect_error(ErrorCode::bad_input, "byte 20: expected a list of record fields", [&] {
        parse_npy_records(input_of(npy_header(std::vector<std::size_t>{2}, "'<f4'")), description,
                          16);
    });
    test::expect_error(ErrorCode::bad_input, "byte 20: the list of fields is not closed", [&] {
        parse_npy_records(input_of(npy_header(std::vector<std::size_t>{2}, "[('a]', '<f4')")), "",
                          4);
    });
    // bfloat16 is converted to float, without gaps between elements.
    const std::string wide = written_npy(agents(all, ScalarType::bf16), {2});
    EXPECT_NE(wide.find("[('where', '<f4', (2,)), ('heading', '<f4'), ('kind', '<i4')]"),
              wide.npos);
    std::int32_t last = 0;
    std::memcpy(&last, wide.data() + wide.size() - 4, 4);
    EXPECT_EQ(last, -8);
}

TEST(VtkWriter, RoundTripsThroughTheReader) {
    std::vector<float> level(7 * 5);
    for (std::size_t i = 0; i < level.size(); ++i) level[i] = 0.1f * static_cast<float>(i);
    std::vector<std::uint8_t> color(4 * level.size());
    for (std::size_t i = 0; i < color.size(); ++i) color[i] = static_cast<std::uint8_t>(3 * i);
    const std::vector<bfloat16> wide(level.size(), bfloat16(1.5f));
    SavedArray first = array_of("level", level, ScalarType::f32);
    first.label = "Höhe <\"&\">";
    first.unit = "µm & <\"m\">";
    const std::vector<SavedArray> arrays{first, array_of("colour", color, ScalarType::u8, 4),
                                         array_of("wide", wide, ScalarType::bf16)};
    for (const bool is_compressed : {false, true}) {
        const std::string text = collected([&](const ByteSink& sink) {
            write_vti({.cells = {7, 5}, .spacing = 0.25, .origin = {-1, 2.5, 1e6}}, arrays,
                      {.time = 2.5, .step = 10, .length_unit = "m", .is_compressed = is_compressed},
                      sink);
        });
        EXPECT_NE(text.find("Spacing=\"0.25 0.25 0.25\""), text.npos);
        const VtiFile file(input_of(text));
        EXPECT_EQ(file.names(), (std::vector<std::string>{"level", "colour", "wide"}));
        const VtiArray read_back = file.read("level");
        EXPECT_EQ(read_back.size, (std::array<std::size_t, 3>{7, 5, 1}));
        EXPECT_EQ(read_back.spacing, (std::array<double, 3>{0.25, 0.25, 0.25}));
        EXPECT_EQ(read_back.first, (std::array<double, 3>{-0.875, 2.625, 1e6 + 0.125}));
        EXPECT_EQ(read_back.values, std::vector<double>(level.begin(), level.end()));
        EXPECT_EQ(file.read("colour").values, std::vector<double>(color.begin(), color.end()));
        EXPECT_EQ(file.read("colour").components, 4u);
        EXPECT_EQ(file.read("wide").values, std::vector<double>(level.size(), 1.5));
    }
}

TEST(VtkWriter, CompressesInBlocksWithAShorterLastBlock) {
    for (const std::size_t count : {std::size_t{1} << 18, (std::size_t{1} << 19) + 77}) {
        std::vector<float> level(count);  // one block, or two and a half blocks
        for (std::size_t i = 0; i < count; ++i) level[i] = static_cast<float>(i % 1000);
        const std::string text = collected([&](const ByteSink& sink) {
            write_vti({.cells = {count}}, std::vector{array_of("level", level, ScalarType::f32)},
                      {.is_compressed = true}, sink);
        });
        EXPECT_LT(text.size(), count);
        EXPECT_EQ(VtiFile(input_of(text)).read("level").values,
                  std::vector<double>(level.begin(), level.end()));
    }
}

// Untouched memory stands in for arrays that are larger than a test machine's memory.
TEST(VtkWriter, WritesMoreThan4GB) {
    constexpr std::size_t side = 1200, bytes = 4 * side * side * side;
    void* const memory =
        ::mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    ASSERT_NE(memory, MAP_FAILED);
    const auto array = [&](const char* name) {
        return SavedArray{.name = name,
                          .parts = {Part{}},
                          .element_bytes = 4,
                          .count = bytes / 4,
                          .data = static_cast<const std::byte*>(memory)};
    };
    std::string texts;
    std::size_t size = 0;
    const ByteSink sink = [&](std::span<const std::byte> some) {
        size += some.size();
        if (some.size() < 10'000)
            texts.append(reinterpret_cast<const char*>(some.data()), some.size());
    };
    write_vti({.cells = {side, side, side}}, std::vector{array("a"), array("b")}, {}, sink);
    EXPECT_NE(texts.find(fmt::format("offset=\"{}\"", bytes + 8)), texts.npos) << texts;
    EXPECT_EQ(size, texts.size() + 2 * bytes);
    std::uint64_t told = 0;
    std::memcpy(&told, &texts[texts.find("\n_") + 2], 8);
    EXPECT_EQ(told, bytes);
    size = 0;
    const std::string header = npy_header(std::vector{side, side, side}, "'<f4'");
    write_npy(array("a"), std::vector{side, side, side}, sink);
    EXPECT_EQ(size, header.size() + bytes);
    ::munmap(memory, bytes);
}

/// A column that holds one component of an array's elements.
SavedColumn saved_column(const std::string& name, const SavedArray& array, unsigned component = 0) {
    SavedArray::Part part = array.parts.front();
    part.components = 1;
    part.offset = component * size_of(part.type);
    return {name, row_part(array, part)};
}

TEST(PlyWriter, RoundTripsThroughTheReader) {
    const test::TemporaryFolder folder;
    const std::vector<double> place{1, 2, 3.25, -4, 5e-300, 6};
    const std::vector<std::uint8_t> color{255, 0, 7, 1, 2, 3};
    const std::vector<half> small{half(0.5f), half(-2)};
    const SavedArray places = array_of("place", place, ScalarType::f64, 3),
                     colors = array_of("colour", color, ScalarType::u8, 3),
                     smalls = array_of("small", small, ScalarType::f16);
    std::vector<SavedColumn> columns;
    for (unsigned i = 0; i < 3; ++i)
        columns.push_back(saved_column(std::string(1, "xyz"[i]), places, i));
    for (unsigned i = 0; i < 3; ++i)
        columns.push_back(saved_column(std::array{"red", "green", "blue"}[i], colors, i));
    columns.push_back(saved_column("small", smalls));
    const std::string text = collected([&](const ByteSink& sink) {
        write_ply(columns, 2, std::vector<std::string>{"x y z: Place (m)", "two\nlines"}, sink);
    });
    EXPECT_TRUE(
        text.starts_with("ply\nformat binary_little_endian 1.0\ncomment x y z: Place (m)\n"
                         "comment two lines\nelement vertex 2\nproperty double x\n"))
        << text;
    const ColumnFile file(folder.write("a.ply", text));
    const std::vector<std::size_t> all{0, 1, 2, 3, 4, 5, 6};
    const std::vector<Column> read_back = file.read(all);
    EXPECT_EQ(read_back[1].values, (std::vector<double>{2, 5e-300}));
    EXPECT_EQ(read_back[3].values, (std::vector<double>{255, 1}));
    EXPECT_EQ(read_back[3].type, NumberType::uint8);
    EXPECT_EQ(read_back[6].values, (std::vector<double>{0.5, -2}));
    const std::vector<std::int64_t> longs{1};
    test::expect_error(
        ErrorCode::invalid_argument, "column 'n' has 64-bit integers, which PLY does not support",
        [&] {
            write_ply(std::vector{saved_column("n", array_of("n", longs, ScalarType::i64))}, 1, {},
                      [](auto) {});
        });
}

TEST(CsvWriter, RoundTripsThroughTheReader) {
    const test::TemporaryFolder folder;
    std::vector<float> mass(20'000);  // spans several chunks
    for (std::size_t i = 0; i < mass.size(); ++i)
        mass[i] = std::ldexp(0.7f + static_cast<float>(i) * 1e-5f, static_cast<int>(i % 250) - 140);
    std::vector<std::uint8_t> red(mass.size());
    for (std::size_t i = 0; i < red.size(); ++i) red[i] = i % 2;  // all values are 0 or 1
    const std::vector<bfloat16> wide(mass.size(), bfloat16(0.25f));
    const std::vector<SavedColumn> columns{
        saved_column("mass", array_of("mass", mass, ScalarType::f32)),
        saved_column("red", array_of("red", red, ScalarType::u8)),
        saved_column("wide", array_of("wide", wide, ScalarType::bf16))};
    const std::string text = collected([&](const ByteSink& sink) {
        write_csv(columns, mass.size(),
                  std::vector<std::string>{"mass: Mass (kg)", "red: Colour, uint8"}, sink);
    });
    EXPECT_TRUE(text.starts_with("# mass: Mass (kg)\n# red: Colour, uint8\nmass,red,wide\n"));
    const ColumnFile file(folder.write("a.csv", text));
    EXPECT_EQ(file.names(), (std::vector<std::string>{"mass", "red", "wide"}));
    const std::vector<Column> read_back = file.read(std::vector<std::size_t>{0, 1, 2});
    ASSERT_EQ(read_back[0].values.size(), mass.size());
    for (std::size_t i = 0; i < mass.size(); ++i)
        ASSERT_EQ(static_cast<float>(read_back[0].values[i]), mass[i]) << i;
    EXPECT_EQ(read_back[1].type, NumberType::uint8);
    EXPECT_EQ(read_back[1].values[1], 1);
    EXPECT_EQ(read_back[0].type, NumberType::float64);
    EXPECT_EQ(read_back[2].values.back(), 0.25);
}

TEST(PvdSeries, ListsEachStepOnce) {
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "Pond.pvd";
    const auto lines = [&] {
        std::string found;
        const std::string text = read_text(path);
        for (std::size_t at = 0; (at = text.find("timestep=\"", at)) != text.npos; ++at)
            found += text.substr(at + 10, text.find('"', at + 10) - at - 10) + ' ';
        EXPECT_TRUE(text.ends_with("  </Collection>\n</VTKFile>\n")) << text;
        return found;
    };
    PvdSeries series(path, 0);
    series.add(10, 0.1, "Pond-000010.vti");
    series.add(20, 0.2, "Pond-000020.vti");
    series.add(20, 0.25, "Pond-000020.vti");
    EXPECT_EQ(lines(), "0.1 0.25 ");
    series.add(30, 0.3, "Pond-000030.vti");
    PvdSeries(path, 21).add(25, 0.26, "Pond-000025.vti");  // a run resumed at frame 21
    EXPECT_EQ(lines(), "0.1 0.25 0.26 ");
    PvdSeries(path, 0).add(0, 0, "Pond-000000.vti");  // a new run
    EXPECT_EQ(lines(), "0 ");
}

TEST(PvdSeries, KeepsLinesWhoseEndingsWereChanged) {
    const test::TemporaryFolder folder;
    const fs::path path = folder.path() / "Pond.pvd";
    PvdSeries(path, 0).add(10, 0.1, "Pond-000010.vti");
    const std::string plain = read_text(path);
    std::string changed = plain;
    for (std::size_t at = 0; (at = changed.find('\n', at)) != changed.npos; at += 3)
        changed.insert(at, "\r\r");
    folder.write("Pond.pvd", changed);
    cut_series(path, 11);
    EXPECT_EQ(read_text(path), plain);
}

TEST(PendingFile, GetsItsNameWhenComplete) {
    const test::TemporaryFolder folder;
    const fs::path path = folder.write("a", "before");
    {
        PendingFile file(path, {.durable = false});
        file.write("ha");
        file.write("lf");
        EXPECT_EQ(read_text(path), "before");
    }
    EXPECT_EQ(read_text(path), "before");
    PendingFile file(path, {.durable = false});
    file.write("whole");
    file.finish();
    EXPECT_EQ(read_text(path), "whole");
    EXPECT_EQ(std::distance(fs::directory_iterator(folder.path()), {}), 1);
    sync_files(std::vector{path, folder.path() / "gone"});
    test::expect_error(ErrorCode::io, "No such file or directory", [&] {
        PendingFile(folder.path() / "none/b", {.durable = false, .makes_folders = false});
    });
    EXPECT_FALSE(fs::exists(folder.path() / "none"));
}

}  // namespace
}  // namespace glint
