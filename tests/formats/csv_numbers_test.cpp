// SPDX-License-Identifier: MIT
#include <glint/formats/csv_numbers.hpp>

#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include <gtest/gtest.h>

#include <glint/base/error.hpp>

#include <base/scratch.hpp>

namespace glint {
namespace {

using test::expect_error;

constexpr NpyType kFloat{'f', 4}, kDouble{'f', 8}, kInt64{'i', 8}, kUint64{'u', 8}, kInt8{'i', 1},
    kBool{'b', 1};

InputFile file(std::string_view content) {
    return InputFile::of_content("read table 'a.csv'", std::string(content));
}

template <class T>
std::vector<T> values_of(const NpyElements& elements) {
    std::vector<T> values(elements.bytes.size() / sizeof(T));
    std::memcpy(values.data(), elements.bytes.data(), elements.bytes.size());
    return values;
}

template <class T>
std::vector<T> parsed_numbers(std::string_view content, const NpyType& type) {
    return values_of<T>(parse_csv_numbers(file(content), type));
}

template <class T>
CsvNumbers column(const std::vector<T>& values, const NpyType& type) {
    return {type, std::as_bytes(std::span(values)).data(), sizeof(T)};
}

std::string written_csv(const std::vector<std::string>& names,
                        const std::vector<CsvNumbers>& columns, std::size_t rows,
                        char delimiter = ',') {
    return csv_of_numbers(names, columns, rows, delimiter);
}

constexpr double kInf = std::numeric_limits<double>::infinity();

TEST(CsvNumbers, AreWrittenAsShortestDecimals) {
    const std::vector<double> x{0.1, -1e300, kInf, -kInf};
    const std::vector<float> y{0.1f, 1.0f / 3, -0.0f, -NAN};
    const std::vector<std::int64_t> i{INT64_MIN, INT64_MAX, 0, -7};
    EXPECT_EQ(
        written_csv({"x", "y", "i"}, {column(x, kDouble), column(y, kFloat), column(i, kInt64)}, 4),
        "x,y,i\n"
        "0.1,0.1,-9223372036854775808\n"
        "-1e+300,0.33333334,9223372036854775807\n"
        "inf,-0,0\n"
        "-inf,nan,-7\n");
    EXPECT_EQ(written_csv({}, {column(x, kDouble), column(y, kFloat)}, 1, ';'), "0.1;0.1\n");
    EXPECT_EQ(written_csv({"a b", "#c", "d,e"},
                          {column(x, kDouble), column(x, kDouble), column(x, kDouble)}, 0, '\t'),
              "\"a b\"\t\"#c\"\t\"d,e\"\n");
    EXPECT_EQ(written_csv({}, {}, 3), "");
}

TEST(CsvNumbers, RoundTrip) {
    const std::vector<double> x{0.1, 1.0 / 3, -1e300, 5e-324, kInf, -kInf, -0.0, NAN};
    const std::string text = written_csv({}, {column(x, kDouble)}, x.size());
    const auto again = parsed_numbers<double>(text, kDouble);
    ASSERT_EQ(again.size(), x.size());
    for (std::size_t i = 0; i + 1 < x.size(); ++i) {
        EXPECT_EQ(again[i], x[i]);
        EXPECT_EQ(std::signbit(again[i]), std::signbit(x[i]));
    }
    EXPECT_TRUE(std::isnan(again.back()));

    const std::vector<std::uint64_t> u{0, UINT64_MAX, 1ull << 63};
    EXPECT_EQ(parsed_numbers<std::uint64_t>(written_csv({"u"}, {column(u, kUint64)}, 3), kUint64),
              u);
    const std::vector<std::int64_t> i{INT64_MIN, INT64_MAX};
    EXPECT_EQ(parsed_numbers<std::int64_t>(written_csv({"i"}, {column(i, kInt64)}, 2), kInt64), i);
    const std::vector<unsigned char> b{1, 0, 1};
    EXPECT_EQ(parsed_numbers<unsigned char>(written_csv({}, {column(b, kBool)}, 3), kBool), b);
}

TEST(CsvNumbers, AreReadFromManyTableFormats) {
    const std::vector<float> expected{1, -2.5f, 3, 4e-5f};
    for (const char* text : {
             "1,-2.5\n3,4e-5\n",
             "a,b\r\n1, -2.5\r\n+3, 4e-5",
             "\xEF\xBB\xBF\"a,1\";b\n1;-2.5\n3;4e-5\n",
             "# made by hand\n\n1 -2.5\n  3\t 4e-5\n",
             "1\t-2.5\n# between\n3\t4e-5\n",
         }) {
        const NpyElements found = parse_csv_numbers(file(text), kFloat);
        EXPECT_EQ(found.shape, (std::vector<std::size_t>{2, 2})) << text;
        EXPECT_EQ(values_of<float>(found), expected) << text;
    }
    // Out of float's range; NumPy gives the same results for float32.
    EXPECT_EQ(parsed_numbers<float>("1e-60\n1e60\n", kFloat),
              (std::vector<float>{0, std::numeric_limits<float>::infinity()}));
}

TEST(CsvNumbers, HaveTheShapeOfTheTable) {
    using Extents = std::vector<std::size_t>;
    const auto shape = [](std::string_view content) {
        return parse_csv_numbers(file(content), kDouble).shape;
    };
    EXPECT_EQ(shape("1\n2\n3\n"), Extents{3});
    EXPECT_EQ(shape("1,2,3\n"), (Extents{1, 3}));
    EXPECT_EQ(shape("x\n"), Extents{0});
    EXPECT_EQ(shape("x,y\n"), (Extents{0, 2}));
    EXPECT_EQ(shape(""), Extents{0});
    EXPECT_EQ(shape("# nothing\n"), Extents{0});
}

// Excel and CloudCompare write rows like this.
TEST(CsvNumbers, MayHaveASeparatorAtTheEndOfRows) {
    for (const char* text :
         {"a,b,\n1,2,\n3,4,\n", "a,b\n1,2,\n3,4,\n", "a,b,\n1,2\n3,4\n", "1,2,\n3,4,\n",
          "1,2\n3,4,\n", "a;b;;;\n1;2;;;\n3;4;;;\n", "a\tb\t\n1\t2\t\n3\t4\t\n"}) {
        const NpyElements found = parse_csv_numbers(file(text), kFloat);
        EXPECT_EQ(found.shape, (std::vector<std::size_t>{2, 2})) << text;
        EXPECT_EQ(values_of<float>(found), (std::vector<float>{1, 2, 3, 4})) << text;
    }
    const InputFile table = file("a,b,\n1,2,\n3,4,\n");
    EXPECT_EQ(parse_csv_names(table), (std::vector<std::string>{"a", "b"}));
    EXPECT_EQ(values_of<float>(parse_csv_column(table, kFloat, "b")), (std::vector<float>{2, 4}));
    // pandas writes no name for its index column.
    EXPECT_EQ(values_of<float>(parse_csv_column(file(",a,b\n0,1,2\n1,3,4\n"), kFloat, "b")),
              (std::vector<float>{2, 4}));
}

TEST(CsvNumbers, OneColumnCanBeReadAlone) {
    const InputFile table = file("name,step,energy\nfirst,1,0.5\n\"a, b\",2,inf\n");
    EXPECT_EQ(parse_csv_names(table), (std::vector<std::string>{"name", "step", "energy"}));
    EXPECT_EQ(values_of<std::int64_t>(parse_csv_column(table, kInt64, "step")),
              (std::vector<std::int64_t>{1, 2}));
    EXPECT_EQ(values_of<double>(parse_csv_column(table, kDouble, "energy")),
              (std::vector<double>{0.5, kInf}));
    expect_error(ErrorCode::not_found, "the columns of the table are name, step, energy",
                 [&] { (void)parse_csv_column(table, kDouble, "Energy"); });
    expect_error(ErrorCode::not_found, "the columns of the table have no names",
                 [] { (void)parse_csv_column(file("1,2\n"), kDouble, "x"); });
    EXPECT_EQ(parse_csv_names(file("nan,1\n")), std::vector<std::string>{});
    EXPECT_EQ(parse_csv_names(file("nan,X,y,z,1\n")),
              (std::vector<std::string>{"nan", "X", "y", "z", "1"}));
}

TEST(CsvNumbers, ErrorsNameTheLine) {
    const auto refuses = [](std::string_view content, const NpyType& type, const char* reason) {
        expect_error(ErrorCode::bad_input, reason,
                     [&] { (void)parse_csv_numbers(file(content), type); });
    };
    refuses("1,2\n3\n", kFloat, "line 2: expected 2 fields, found 1");
    refuses("x\n# one\n\n1 2\n", kFloat, "line 4: expected 1 field, found 2");
    refuses("1,2\n3,4,5\n", kFloat, "line 2: expected 2 fields, found 3");
    refuses("1,2\n3,4,,5\n", kFloat, "line 2: expected 2 fields, found 4");
    refuses("a,b,\n1,\n", kFloat, "line 2: '' in column 2 is not a valid float32");
    refuses("1;2\n3;4,5\n", kFloat,
            "line 2: '4,5' in column 2 is not a valid float32. Use a decimal point, not a comma");
    refuses("-1,5;2,\n", kFloat,
            "line 1: '-1,5' in column 1 is not a number. Use a decimal point, not a comma");
    refuses("1,2\n3,\n", kFloat, "line 2: '' in column 2 is not a valid float32");
    refuses("1,2\n3,4x\n", kFloat, "line 2: '4x' in column 2 is not a valid float32");
    refuses("1\n1e400\n", kDouble, "line 2: '1e400' in column 1 is not a valid float64");
    refuses("1\n+-1\n", kDouble, "line 2: '+-1' in column 1 is not a valid float64");
    refuses("1\n1.5\n", kInt64, "line 2: '1.5' in column 1 is not a valid int64");
    refuses("127\n128\n", kInt8, "line 2: '128' in column 1 is not a valid int8");
    refuses("9223372036854775808\n", kInt64,
            "line 1: '9223372036854775808' in column 1 is not a valid int64");
    refuses("-1\n", kUint64, "line 1: '-1' in column 1 is not a valid uint64");
    refuses("1\n2\n", kBool, "line 2: '2' in column 1 is not a valid bool");
    refuses("1,\"2\n", kFloat, "line 1: a quoted field is not closed");
}

TEST(CsvNumbers, InvalidNamesAndShapesAreRefused) {
    const std::vector<double> x{1};
    const auto refuses = [&](const std::vector<std::string>& names, char delimiter,
                             const char* reason) {
        expect_error(ErrorCode::invalid_argument, reason,
                     [&] { written_csv(names, {column(x, kDouble)}, 1, delimiter); });
    };
    refuses({"a", "b"}, ',', "2 names cannot match 1 column");
    for (const char* name : {"", "1", "nan", "-inf", " a", "a\"b", "a\nb"})
        refuses({name}, ',', (std::string("'") + name + "' is not a valid column name").c_str());
    refuses({}, '|', "'|' is not a valid delimiter. Use ',', ';', tab or space");
    expect_error(ErrorCode::invalid_argument, "numbers of type complex64 are not supported",
                 [&] { written_csv({}, {column(x, {'c', 8})}, 1); });
    expect_error(ErrorCode::invalid_argument, "the table would have more than 65536 columns",
                 [&] { written_csv({}, std::vector<CsvNumbers>(65'537, column(x, kDouble)), 1); });
}

}  // namespace
}  // namespace glint
