// SPDX-License-Identifier: MIT
#include <glint/formats/npy.hpp>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>

#include <gtest/gtest.h>

#include <glint/base/float16.hpp>

#include "bytes.hpp"

namespace glint {
namespace {

using test::bytes;
using test::expect_error;
using test::TemporaryFolder;
using Shape = std::vector<std::size_t>;
using Values = std::vector<float>;

std::string npy(std::string header, std::string_view data, char version = 1) {
    const std::size_t prefix = version == 1 ? 10 : 12;
    header.append(63 - (prefix + header.size()) % 64, ' ');
    header += '\n';
    const auto size = static_cast<std::uint32_t>(header.size());
    const std::string length = version == 1 ? bytes(static_cast<std::uint16_t>(size)) : bytes(size);
    return std::string("\x93NUMPY") + version + '\0' + length + header + std::string(data);
}

std::string header(std::string_view descr, std::string_view shape, bool fortran = false) {
    return "{'descr': '" + std::string(descr) +
           "', 'fortran_order': " + (fortran ? "True" : "False") +
           ", 'shape': " + std::string(shape) + ", }";
}

NpyArray read_npy_content(const std::string& content) {
    const TemporaryFolder folder;
    return read_npy(folder.write("a.npy", content));
}

void expect_npy_refused(const std::string& content, std::string_view reason) {
    expect_error(ErrorCode::bad_input, reason, [&] { read_npy_content(content); });
}

TEST(Npy, ReadsEachNumberType) {
    using std::endian;
    const std::pair<const char*, std::string> cases[] = {
        {"<f4", bytes(-1.0f, 100.0f)},
        {">f4", bytes<endian::big>(-1.0f, 100.0f)},
        {"<f8", bytes(-1.0, 100.0)},
        {">f8", bytes<endian::big>(-1.0, 100.0)},
        {"|i1", bytes(std::int8_t{-1}, std::int8_t{100})},
        {"<i2", bytes(std::int16_t{-1}, std::int16_t{100})},
        {">i2", bytes<endian::big>(std::int16_t{-1}, std::int16_t{100})},
        {"<i4", bytes(-1, 100)},
        {">i8", bytes<endian::big>(std::int64_t{-1}, std::int64_t{100})},
    };
    for (const auto& [type, data] : cases)
        EXPECT_EQ(read_npy_content(npy(header(type, "(2,)"), data)).values, (Values{-1, 100}))
            << type;
}

TEST(Npy, ReadsEachUnsignedType) {
    const std::pair<const char*, std::string> cases[] = {
        {"|u1", bytes(std::uint8_t{1}, std::uint8_t{255})},
        {"|b1", bytes(std::uint8_t{1}, std::uint8_t{255})},
        {"<u2", bytes(std::uint16_t{1}, std::uint16_t{255})},
        {"<u4", bytes(1u, 255u)},
        {"<u8", bytes(std::uint64_t{1}, std::uint64_t{255})},
    };
    for (const auto& [type, data] : cases)
        EXPECT_EQ(read_npy_content(npy(header(type, "(2,)"), data)).values, (Values{1, 255}))
            << type;
}

TEST(Npy, ReadsHalvesOfEitherByteOrder) {
    EXPECT_EQ(read_npy_content(npy(header("<f2", "(3,)"), bytes(half(1.5), half(-2), half(65504))))
                  .values,
              (Values{1.5f, -2, 65504}));
    EXPECT_EQ(read_npy_content(npy(header(">f2", "(3,)"),
                                   bytes<std::endian::big>(half(1.5), half(-2), half(65504))))
                  .values,
              (Values{1.5f, -2, 65504}));
}

// Python 2 writes shapes with long integers this way.
TEST(Npy, ReadsShapesOfPython2) {
    const std::string six = bytes(0.0f, 1.0f, 2.0f, 10.0f, 11.0f, 12.0f);
    for (const char* shape : {"(2L, 3L)", "(2L, 3)", "(2L,3L,)"}) {
        const NpyArray array = read_npy_content(npy(header("<f4", shape), six));
        EXPECT_EQ(array.shape, (Shape{2, 3})) << shape;
        EXPECT_EQ(array.values, (Values{0, 1, 2, 10, 11, 12}));
    }
    EXPECT_EQ(read_npy_content(npy(header("<f4", "(6L,)"), six)).shape, (Shape{6}));
    EXPECT_THROW(read_npy_content(npy(header("<f4", "(L, 3L)"), six)), Error);
    EXPECT_THROW(read_npy_content(npy(header("<f4", "(2LL, 3L)"), six)), Error);
}

TEST(Npy, KeepsFloatsBitForBit) {
    const Values odd{-0.0f, std::numeric_limits<float>::denorm_min(), INFINITY, 1.0f / 3.0f};
    const Values got =
        read_npy_content(npy(header("<f4", "(4,)"), bytes(odd[0], odd[1], odd[2], odd[3]))).values;
    ASSERT_EQ(got, odd);
    EXPECT_TRUE(std::signbit(got[0]));
}

TEST(Npy, ConvertsFortranOrderToCOrder) {
    // The array [[0 1 2] [3 4 5]] in column-major order.
    const NpyArray array = read_npy_content(
        npy(header("<f4", "(2, 3)", true), bytes(0.0f, 3.0f, 1.0f, 4.0f, 2.0f, 5.0f)));
    EXPECT_EQ(array.shape, (Shape{2, 3}));
    EXPECT_EQ(array.values, (Values{0, 1, 2, 3, 4, 5}));
}

TEST(Npy, FortranOrderOfThreeDimensions) {
    std::string data;
    for (int k = 0; k < 4; ++k)
        for (int j = 0; j < 3; ++j)
            for (int i = 0; i < 2; ++i) data += bytes(static_cast<float>(i * 12 + j * 4 + k));
    Values expected(24);
    std::iota(expected.begin(), expected.end(), 0.0f);
    EXPECT_EQ(read_npy_content(npy(header("<f4", "(2, 3, 4)", true), data)).values, expected);
}

TEST(Npy, ReadsAllDimensionsAndVersions) {
    EXPECT_EQ(read_npy_content(npy(header("<f4", "()"), bytes(2.5f))).values, (Values{2.5f}));
    EXPECT_EQ(read_npy_content(npy(header("<f4", "(0, 3)"), "")).shape, (Shape{0, 3}));
    EXPECT_EQ(read_npy_content(npy(header("<f4", "(999999999999, 0)"), "")).values, Values{});
    for (const char version : {'\1', '\2', '\3'})
        EXPECT_EQ(read_npy_content(npy(header("<f4", "(1,)"), bytes(2.5f), version)).values,
                  (Values{2.5f}));
}

TEST(Npy, ReadsHeadersOfOtherWriters) {
    const std::string other = R"({"shape":(1,1),"fortran_order":False,"descr":"<f4"})";
    EXPECT_EQ(read_npy_content(npy(other, bytes(2.5f))).shape, (Shape{1, 1}));
}

TEST(Npy, IgnoresDataAfterTheArray) {
    EXPECT_EQ(read_npy_content(npy(header("<f4", "(1,)"), bytes(2.5f, 9.0f))).values,
              (Values{2.5f}));
}

TEST(Npy, ErrorsNameTheByte) {
    const std::string data = bytes(1.0f);
    const std::pair<std::string, const char*> cases[] = {
        {"", "byte 0: the file is not a .npy file"},
        {"PK\x03\x04 an archive", "byte 0: the file is not a .npy file"},
        {"\x93NUMPY\x01", "byte 7: the file ends inside the header"},
        {std::string("\x93NUMPY\x01\x00\x50\x00{'descr'", 18),
         "byte 18: the file ends inside the header"},
        {std::string("\x93NUMPY\x02\x00\x02\x00", 10), "byte 10: the file ends inside the header"},
        {std::string("\x93NUMPY\x02\x00\x02\x00\x00", 11),
         "byte 11: the file ends inside the header"},
        {npy(header("<f4", "(1,)"), data, 4), "byte 6: version 4 of the format is not supported"},
        {npy(header("<f4", "(1,)"), data, 0), "byte 6: version 0 of the format is not supported"},
        {std::string("\x93NUMPY\x01\x01\x02\x00{}", 12),
         "byte 6: version 1.1 of the format is not supported"},
        {npy("['descr']", data), "byte 10: expected '{'"},
        {npy("{descr: '<f4'}", data), "byte 11: expected a quoted string"},
        {npy("{'descr': '<f4", data), "byte 21: the closing quote is missing"},
        {npy("{'descr' '<f4'}", data), "byte 19: expected ':'"},
        {npy("{'descr': '<f4' 'shape': ()}", data), "byte 26: expected ',' or '}'"},
        {npy("{'descr': '<f4', 'descr': '<f4'}", data), "byte 27: duplicate key 'descr'"},
        {npy("{'size': 3}", data), "byte 11: unknown key 'size'"},
        {npy("{'descr': '<f4'} x", data),
         "byte 27: the header has extra data after the dictionary"},
        {npy("{'descr': '<f4', 'shape': (1,)}", data),
         "byte 64: the header has no 'fortran_order'"},
        {npy("{'fortran_order': 1}", data), "byte 28: expected True or False"},
        {npy("{'descr': [('x', '<f4')]}", data),
         "byte 20: the file has records, but only plain numbers are supported"},
        {npy(header("<c8", "(1,)"), data), "byte 20: the type '<c8' is not supported"},
        {npy(header("|f4", "(1,)"), data), "byte 20: the type '|f4' is not supported"},
        {npy(header("", "(1,)"), data), "byte 20: the type '' is not supported"},
        {npy("{'shape': (1)}", data), "byte 22: expected ','"},
        {npy("{'shape': (-1,)}", data), "byte 21: expected a dimension"},
        {npy("{'shape': 1}", data), "byte 20: expected '('"},
    };
    for (const auto& [content, reason] : cases) expect_npy_refused(content, reason);
}

TEST(Npy, ShapesBeyondTheFileAllocateNothing) {
    for (const char* shape :
         {"(2, 1)", "(1000000000000, 4)", "(4294967296, 4294967296, 4294967296)"}) {
        const std::string content = npy(header("<f4", shape), bytes(1.0f));
        expect_npy_refused(content, "byte " + std::to_string(content.size()) +
                                        ": the file has only 1 value, too few for shape " + shape);
    }
}

TEST(Npy, HasAtMost32Dimensions) {
    std::string most = "(";
    for (int i = 0; i < 32; ++i) most += "1, ";
    EXPECT_EQ(read_npy_content(npy(header("<f4", most + ")"), bytes(2.5f))).shape, Shape(32, 1));
    expect_npy_refused(npy(header("<f4", most + "1, )"), bytes(1.0f)),
                       "byte 161: 33 dimensions exceed the maximum of 32");
    const TemporaryFolder folder;
    write_npy(folder.path() / "a.npy", Shape(32, 1), Values{1});
    EXPECT_EQ(read_npy(folder.path() / "a.npy").shape, Shape(32, 1));
}

TEST(Npy, RoundTripsLongHeaders) {
    Shape shape(32, 999'999'999);
    shape[7] = 0;
    const TemporaryFolder folder;
    write_npy(folder.path() / "a.npy", shape, {});
    EXPECT_GT(read_text(folder.path() / "a.npy").size(), 300u);
    EXPECT_EQ(read_npy(folder.path() / "a.npy").shape, shape);
}

std::string elements(const std::string& content, const NpyType& type) {
    const auto all = parse_npy_elements(InputFile::of_content("read", content), type).bytes;
    return {reinterpret_cast<const char*>(all.data()), all.size()};
}

TEST(Npy, ConvertsToTheHostsByteOrder) {
    using std::endian;
    const std::string numbers = bytes(1.5f, -2.0f, 3.0f, 4.0f);
    const std::string swapped = bytes<endian::big>(1.5f, -2.0f, 3.0f, 4.0f);
    EXPECT_EQ(elements(npy(header("<f4", "(4,)"), numbers), {'f', 4}), numbers);
    EXPECT_EQ(elements(npy(header(">f4", "(2, 2)"), swapped), {'f', 4}), numbers);
    EXPECT_EQ(elements(npy(header("<c8", "(2,)"), numbers), {'c', 8}), numbers);
    EXPECT_EQ(elements(npy(header(">c8", "(2,)"), swapped), {'c', 8}), numbers);
    EXPECT_EQ(elements(npy(header(">c16", "(1,)"), bytes<endian::big>(1.0, 2.0)), {'c', 16}),
              bytes(1.0, 2.0));
    EXPECT_EQ(elements(npy(header(">c8", "(2, 1)", true), swapped), {'c', 8}), numbers);
    EXPECT_EQ(elements(npy(header(">i2", "(2, 2)", true), "\1\2\3\4\5\6\7\x8"), {'i', 2}),
              "\2\1\6\5\4\3\x8\7");
    EXPECT_EQ(elements(npy(header("<f2", "(0,)"), ""), {'f', 2}), "");
}

TEST(Npy, ElementsOfAnotherTypeAreRefusedByName) {
    const std::pair<const char*, const char*> names[] = {
        {"|b1", "bool"},    {"|i1", "int8"},      {"<u2", "uint16"},     {"<f2", "float16"},
        {"<f8", "float64"}, {"<c8", "complex64"}, {"<c16", "complex128"}};
    for (const auto& [type, name] : names)
        expect_error(ErrorCode::bad_input,
                     std::string("byte 20: the file has elements of type ") + name + ", not int32",
                     [&] { elements(npy(header(type, "(0,)"), ""), {'i', 4}); });
}

TEST(Npy, WrittenFilesRoundTrip) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "out.npy";
    for (const Shape& shape :
         {Shape{}, Shape{1}, Shape{1, 1, 1}, Shape{6}, Shape{2, 3}, Shape{0, 4}}) {
        Values values(
            std::accumulate(shape.begin(), shape.end(), std::size_t{1}, std::multiplies()));
        std::iota(values.begin(), values.end(), -0.5f);
        write_npy(path, shape, values);
        const NpyArray array = read_npy(path);
        EXPECT_EQ(array.shape, shape);
        EXPECT_EQ(array.values, values);
    }
}

TEST(Npy, OutputMatchesNumPy) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "out.npy";
    write_npy(path, Shape{2}, Values{1, 2});
    EXPECT_EQ(read_text(path), npy(header("<f4", "(2,)"), bytes(1.0f, 2.0f)));
    EXPECT_EQ(read_text(path).size() % 64, 8u);
}

TEST(Npy, WritingChecksTheShape) {
    const TemporaryFolder folder;
    const auto path = folder.path() / "out.npy";
    expect_error(ErrorCode::invalid_argument, "shape (2, 2) does not match 3 values",
                 [&] { write_npy(path, Shape{2, 2}, Values{1, 2, 3}); });
    expect_error(ErrorCode::invalid_argument, "33 dimensions exceed the maximum of 32",
                 [&] { write_npy(path, Shape(33, 1), Values{1}); });
    EXPECT_FALSE(exists(path));
}

TEST(Npy, SurvivesTruncationAndDamage) {
    const std::string small = npy(header(">f8", "(2, 2)", true), bytes(1.0, 2.0, 3.0, 4.0));
    test::expect_truncations_are_seen("a.npy", small,
                                      [](const auto& path) { return read_npy(path).values; });
    test::expect_damage_is_survived("a.npy", small, [](const auto& path) { read_npy(path); });
}

}  // namespace
}  // namespace glint
