// SPDX-License-Identifier: MIT
#include <glint/array/csv.hpp>
#include <glint/array/functions.hpp>
#include <glint/array/npy.hpp>
#include <glint/array/operators.hpp>
#include <glint/array/print.hpp>
#include <glint/array/sequence.hpp>

#include <filesystem>
#include <limits>
#include <sstream>

#include <gtest/gtest.h>

#include <glint/base/files.hpp>

#include <base/scratch.hpp>
#include <support/backends.hpp>

namespace glint {
namespace {

using test::expect_error;

class ArrayFiles : public test::OnEachBackend {
protected:
    template <class T>
    void expect_round_trip(const Array<T>& array) {
        const auto path = folder_.path() / "round.npy";
        save_npy(path, array);
        const Array<T> again = load_npy<T>(stream_, path);
        EXPECT_EQ(again.shape(), array.shape());
        EXPECT_EQ(again.to_vector(), array.to_vector());
    }

    test::TemporaryFolder folder_;
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(ArrayFiles, KeepAllTypesAndShapes) {
    const Array<int> x = arange<int>(stream_, 24) - 7;
    expect_round_trip(x);
    expect_round_trip(Array(x > 3));
    expect_round_trip(Array(cast<std::int8_t>(x)));
    expect_round_trip(Array(cast<std::uint64_t>(x)));
    expect_round_trip(Array(cast<half>(x) / 3));
    expect_round_trip(Array(cast<double>(x) / 3));
    expect_round_trip(Array(complex(cast<float>(x), cast<float>(x) * 2)));
    expect_round_trip(Array(reshaped(x, {2, 3, 4})));
    expect_round_trip(Array<float>(stream_, Shape{3, 0}));
    expect_round_trip(Array(x(5)));
}

TEST_P(ArrayFiles, StoreViewsInCOrder) {
    const Array<int> x = arange<int>(stream_, 6);
    save_npy(folder_.path() / "t.npy", transposed(reshaped(x, {2, 3})));
    const Array<int> t = load_npy<int>(stream_, folder_.path() / "t.npy");
    EXPECT_EQ(t.shape(), Shape({3, 2}));
    EXPECT_EQ(t.to_vector(), (std::vector<int>{0, 3, 1, 4, 2, 5}));
}

TEST_P(ArrayFiles, OtherElementTypesAreRefused) {
    const auto path = folder_.path() / "x.npy";
    save_npy(path, Array<float>(linspace<float>(stream_, 0, 1, 3)));
    expect_error(ErrorCode::bad_input, "byte 20: the file has elements of type float32, not int32",
                 [&] { load_npy<int>(stream_, path); });
    EXPECT_THROW(load_npy<int>(stream_, folder_.path() / "missing.npy"), Error);
}

TEST_P(ArrayFiles, SeveralArraysAreStoredByName) {
    const Array<int> x = arange<int>(stream_, 1000);
    const Array<double> v = linspace<double>(stream_, -1, 1, 7);
    for (const bool compressed : {false, true}) {
        const auto path = folder_.path() / "state.npz";
        save_npz(path, {{"x", x}, {"v", v}}, {.compressed = compressed});
        EXPECT_EQ(npz_names(path), (std::vector<std::string>{"x", "v"}));
        EXPECT_EQ(load_npz<int>(stream_, path, "x").to_vector(), x.to_vector());
        EXPECT_EQ(load_npz<double>(stream_, path, "v").to_vector(), v.to_vector());
        EXPECT_EQ(read_bytes(path).size() < 4000, compressed);
        expect_error(ErrorCode::not_found, "the array was not found. The file contains x, v",
                     [&] { load_npz<int>(stream_, path, "y"); });
        expect_error(ErrorCode::bad_input,
                     "byte 20: the file has elements of type float64, not int32",
                     [&] { load_npz<int>(stream_, path, "v"); });
    }
    expect_error(ErrorCode::invalid_argument, "the name 'x' appears twice",
                 [&] { save_npz(folder_.path() / "twice.npz", {{"x", x}, {"x", v}}); });
}

TEST_P(ArrayFiles, FilesOfPythonAreRead) {
    const std::filesystem::path path = std::filesystem::path(GLINT_TEST_DATA_DIR) / "arrays.npz";
    EXPECT_EQ(npz_names(path), (std::vector<std::string>{"ramp", "table"}));
    EXPECT_EQ(load_npz<double>(stream_, path, "ramp")(999).item(), 999.0);
    const Array<int> table = load_npz<int>(stream_, path, "table");
    EXPECT_EQ(table.shape(), Shape({2, 3}));
    EXPECT_EQ(table.to_vector(), (std::vector<int>{0, 1, 2, 3, 4, 5}));
}

TEST_P(ArrayFiles, ArraysAreSavedAsCsv) {
    const auto path = folder_.path() / "table.csv";
    const Array<float> x = 0.125f * cast<float>(arange<int>(stream_, 6));
    const auto table = transposed(reshaped(x, {2, 3}));
    save_csv(path, table, {.names = {"left", "right side"}});
    EXPECT_EQ(read_text(path), "left,\"right side\"\n0,0.375\n0.125,0.5\n0.25,0.625\n");
    EXPECT_EQ(csv_names(path), (std::vector<std::string>{"left", "right side"}));
    const Array<float> again = load_csv<float>(stream_, path);
    EXPECT_EQ(again.shape(), Shape({3, 2}));
    EXPECT_EQ(again.to_vector(), Array(table).to_vector());
    EXPECT_EQ(load_csv<float>(stream_, path, "right side").to_vector(), x(slice(3, 6)).to_vector());

    save_csv(path, x, {.delimiter = ';'});
    EXPECT_EQ(load_csv<float>(stream_, path).to_vector(), x.to_vector());
    const Array<half> small = cast<half>(x);
    save_csv(path, small);
    EXPECT_EQ(load_csv<half>(stream_, path).to_vector(), small.to_vector());
    save_csv(path, Array<float>(stream_, 0), {.names = {"none"}});
    EXPECT_EQ(read_text(path), "none\n");
    EXPECT_EQ(load_csv<float>(stream_, path).shape(), Shape({0}));
}

TEST_P(ArrayFiles, SeveralArraysAreSavedAsCsv) {
    const auto path = folder_.path() / "run.csv";
    const Array<std::int64_t> step = arange<std::int64_t>(stream_, 3) - INT64_MAX;
    const Array<double> energy = 1.0 / cast<double>(arange<int>(stream_, 3));
    save_csv(path, {{"step", step}, {"energy", energy}, {"late", Array(energy < 1)}}, '\t');
    EXPECT_EQ(read_text(path),
              "step\tenergy\tlate\n-9223372036854775807\tinf\t0\n"
              "-9223372036854775806\t1\t0\n-9223372036854775805\t0.5\t1\n");
    EXPECT_EQ(load_csv<std::int64_t>(stream_, path, "step").to_vector(), step.to_vector());
    EXPECT_EQ(load_csv<double>(stream_, path, "energy").to_vector(), energy.to_vector());
    EXPECT_EQ(load_csv<bool>(stream_, path, "late").to_vector(),
              (std::vector<bool>{false, false, true}));
    expect_error(ErrorCode::bad_input, "line 2: 'inf' in column 2 is not a valid int32",
                 [&] { load_csv<int>(stream_, path, "energy"); });
    expect_error(ErrorCode::not_found, "the columns of the table are step, energy, late",
                 [&] { load_csv<int>(stream_, path, "mass"); });
}

TEST_P(ArrayFiles, InvalidCsvIsRefused) {
    const auto path = folder_.path() / "refused.csv";
    const Array<float> x = linspace<float>(stream_, 0, 1, 8);
    expect_error(ErrorCode::invalid_argument,
                 "a table has one or two dimensions, but the array has 3",
                 [&] { save_csv(path, reshaped(x, {2, 2, 2})); });
    expect_error(ErrorCode::invalid_argument,
                 "column 'b' has shape (7), but the first column has (8)",
                 [&] { save_csv(path, {{"a", x}, {"b", x(slice(1, 8))}}); });
    expect_error(ErrorCode::invalid_argument, "1 name cannot match 2 columns",
                 [&] { save_csv(path, reshaped(x, {4, 2}), {.names = {"a"}}); });
    EXPECT_FALSE(std::filesystem::exists(path));
    EXPECT_THROW(load_csv<float>(stream_, path), Error);
    try {
        load_csv<float>(stream_, folder_.write("broken.csv", "1,2\n3\n"));
        ADD_FAILURE() << "it was read";
    } catch (const Error& error) {
        EXPECT_EQ(error.operation(),
                  "read table '" + (folder_.path() / "broken.csv").string() + "'");
        EXPECT_EQ(error.reason(), "line 2: expected 2 fields, found 1");
    }
}

TEST_P(ArrayFiles, TextOfNumPyIsRead) {
    const std::filesystem::path path = std::filesystem::path(GLINT_TEST_DATA_DIR) / "table.csv";
    const std::vector<double> found = load_csv<double>(stream_, path).to_vector();
    ASSERT_EQ(found.size(), 6u);
    EXPECT_EQ(found[0], 0.1);
    EXPECT_EQ(found[1], 1.0 / 3);
    EXPECT_EQ(found[2], -1e300);
    EXPECT_TRUE(std::isnan(found[3]));
    EXPECT_EQ(load_csv<double>(stream_, path, "z")(1).item(),
              -std::numeric_limits<double>::infinity());
}

class Printing : public test::OnEachBackend {
protected:
    Device device_ = open();
    Stream stream_{device_};
};

TEST_P(Printing, AlignsColumns) {
    EXPECT_EQ(to_string(array_of<int>(stream_, {{1, -20}, {300, 4}})), "[[  1 -20]\n [300   4]]");
    EXPECT_EQ(to_string(array_of<float>(stream_, {0.1f, 1234.5f, -2.0f})),
              "[ 1.0000e-01  1.2345e+03 -2.0000e+00]");
    EXPECT_EQ(to_string(array_of<float>(stream_, {0.1f, 12.25f, -2.0f})), "[ 0.1  12.25 -2.  ]");
    EXPECT_EQ(to_string(array_of<double>(stream_, {1.0 / 3, 1e300, 0.0})),
              "[ 3.33333333e-01 1.00000000e+300  0.00000000e+00]");
    EXPECT_EQ(to_string(array_of<double>(stream_, {1.0 / 3, 2.0 / 3})), "[0.33333333 0.66666667]");
    EXPECT_EQ(to_string(Array<half>(cast<half>(linspace<float>(stream_, 0, 0.5f, 6)))),
              "[0.  0.1 0.2 0.3 0.4 0.5]");
}

TEST_P(Printing, SupportsAllNumberTypes) {
    EXPECT_EQ(to_string(Array(arange<int>(stream_, 3) == 1)), "[false  true false]");
    const float inf = std::numeric_limits<float>::infinity();
    EXPECT_EQ(to_string(array_of<float>(stream_, {inf, -inf, NAN, 1.5f})), "[ inf -inf  nan  1.5]");
    EXPECT_EQ(to_string(Array<std::complex<double>>(
                  stream_, std::vector<std::complex<double>>{{1, 2}, {-0.5, -10}})),
              "[   1.+2.j -0.5-10.j]");
    EXPECT_EQ(to_string(Array<std::uint64_t>(stream_, std::vector<std::uint64_t>{~0ull})),
              "[18446744073709551615]");
}

TEST_P(Printing, NestsDimensionsAndViews) {
    const Array<int> x = arange<int>(stream_, 8);
    EXPECT_EQ(to_string(reshaped(x, {2, 2, 2})), "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]");
    EXPECT_EQ(to_string(x(slice(std::nullopt, std::nullopt, -3))), "[7 4 1]");
    EXPECT_EQ(to_string(x(3)), "3");
    EXPECT_EQ(to_string(Array<int>(stream_, Shape{0, 3})), "[]");
    EXPECT_EQ(to_string(x, {.line_width = 9}), "[0 1 2 3\n 4 5 6 7]");
}

TEST_P(Printing, AbbreviatesLongArrays) {
    EXPECT_EQ(to_string(Array(arange<int>(stream_, 100'000))),
              "[    0     1     2 ... 99997 99998 99999]");
    const Array<int> square = reshaped(Array(arange<int>(stream_, 10'000)), {100, 100});
    EXPECT_EQ(to_string(square, {.edge = 1}), "[[   0 ...   99]\n ...\n [9900 ... 9999]]");
    EXPECT_EQ(to_string(reshaped(square, {2, 5000}), {.edge = 1}),
              "[[   0 ... 4999]\n [5000 ... 9999]]");
}

TEST_P(Printing, WorksWithStreamsAndFmt) {
    std::ostringstream text;
    text << array_of<int>(stream_, {1, 2}) << ' ' << array_of<int>(stream_, {1, 2})(1);
    EXPECT_EQ(text.str(), "[1 2] 2");
    EXPECT_EQ(fmt::format("{} {:>7}", array_of<int>(stream_, {1, 2}),
                          array_of<int>(stream_, {3})(slice())),
              "[1 2]     [3]");
}

INSTANTIATE_TEST_SUITE_P(Backends, ArrayFiles, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, Printing, test::each_backend(), test::name);

}  // namespace
}  // namespace glint
