// SPDX-License-Identifier: MIT
#include <glint/studio/state/input.hpp>

#include <algorithm>
#include <array>
#include <cstdint>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/float16.hpp>
#include <glint/formats/npy.hpp>
#include <glint/formats/png.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/simulation.hpp>
#include <support/backends.hpp>

namespace glint::studio {
namespace {

using test::expect_error;

const char* const kCloud = R"(#include <glint/sim.cuh>
//@ simulation "Cloud"
struct Params {
    int count = 3;    //@ 1..100 "Count"
    int side = 4;     //@ 1..64 "Side"
};
struct Points {       //@ count
    int* unused;
    float4* position; //@ m "Position"
    float2* velocity;
    double* mass;
    uchar4* colours;
    float3* own_color;
    float3* normal;
};
struct Grid {         //@ side x side
    float* hidden;
    float* level;     //@ 0..2 "Level"
    float* mass;
};
//@ step
__global__ void move(int count, float4* position) {}
)";

class Inputs : public test::OnEachBackend {
protected:
    Simulation make(const std::string& input) {
        return Simulation(
            {.device = device_, .file = folder_.write("cloud.cu", kCloud), .inputs = {input}});
    }
    std::string write(const std::string& name, const std::string& content) {
        return folder_.write(name, content).string();
    }
    void expect_refused(const std::string& input, const std::string& reason,
                        ErrorCode code = ErrorCode::bad_input) {
        expect_error(code, reason, [&] { (void)make(input); });
    }

    Device device_ = open();
    test::TemporaryFolder folder_;
};

using F2 = std::array<float, 2>;
using F3 = std::array<float, 3>;
using F4 = std::array<float, 4>;
using U4 = std::array<std::uint8_t, 4>;
using C3 = std::array<std::uint8_t, 3>;

TEST_P(Inputs, ColumnsFillFieldsOfTheSameName) {
    Simulation cloud = make(write("a.csv",
                                  "id,X,Y,Z,mass,velocity_x,velocity_y,r,g,b,nx,ny,nz\n"
                                  "a,1,2,3,7,0.5,-1,0,0.5,1,0,0,1\n"
                                  "b,4,5,6,8,1.5,-2,1,0.25,0,1,0,0\n"));
    EXPECT_EQ(cloud.state().extents(0), (Extents{2, 1, 1}));
    EXPECT_EQ(cloud.field<F4>("position").to_vector(),
              (std::vector<F4>{{1, 2, 3, 0}, {4, 5, 6, 0}}));
    EXPECT_EQ(cloud.field<double>("Points.mass").to_vector(), (std::vector{7.0, 8.0}));
    EXPECT_EQ(cloud.field<F2>("velocity").to_vector(), (std::vector<F2>{{0.5f, -1}, {1.5f, -2}}));
    EXPECT_EQ(cloud.field<U4>("colours").to_vector(),
              (std::vector<U4>{{0, 128, 255, 255}, {255, 64, 0, 255}}));
    EXPECT_EQ(cloud.field<F3>("own_color").to_vector(),
              (std::vector<F3>{{0, 0.5f, 1}, {1, 0.25f, 0}}));
    EXPECT_EQ(cloud.field<F3>("normal").to_vector(), (std::vector<F3>{{0, 0, 1}, {1, 0, 0}}));
    EXPECT_EQ(cloud.field<float>("Grid.mass").to_vector(), std::vector<float>(16));
    const auto moved = cloud.adopt(Code(device_, cloud.file()));
    EXPECT_TRUE(moved.empty());
    cloud.reset();
    EXPECT_EQ(cloud.field<double>("Points.mass").to_vector(), (std::vector{7.0, 8.0}));
}

TEST_P(Inputs, PlyVerticesFillFieldsOfTheSameName) {
    const std::string head =
        "element camera 1\nproperty float x\nelement vertex 2\nproperty double x\n"
        "property float y\nproperty short z\nproperty list uchar int seen\nproperty uchar red\n"
        "property uchar green\nproperty uchar blue\nproperty uchar alpha\nend_header\n";
    Simulation cloud =
        make(write("a.ply", "ply\nformat ascii 1.0\n" + head +
                                "9\n1.5 2 3 2 7 7 255 0 51 102\n4 5 6 0 0 51 0 0\n"));
    EXPECT_EQ(cloud.field<F4>("position").to_vector(),
              (std::vector<F4>{{1.5f, 2, 3, 0}, {4, 5, 6, 0}}));
    EXPECT_EQ(cloud.field<U4>("colours").to_vector(),
              (std::vector<U4>{{255, 0, 51, 102}, {0, 51, 0, 0}}));
    EXPECT_EQ(cloud.field<F3>("own_color").to_vector(),
              (std::vector<F3>{{1, 0, 0.2f}, {0, 0.2f, 0}}));
    EXPECT_EQ(cloud.field<double>("Points.mass").to_vector(), (std::vector{0.0, 0.0}));
    const std::string binary("\0\0\0\0\0\0\0\x40\0\0\x80\x3f\x05\0", 14);
    Simulation two = make(write("b.ply",
                                "ply\nformat binary_little_endian 1.0\nelement vertex 1\nproperty "
                                "double x\nproperty float y\nproperty short z\nend_header\n" +
                                    binary));
    EXPECT_EQ(two.field<F4>("position").to_vector(), (std::vector<F4>{{2, 1, 5, 0}}));
}

TEST_P(Inputs, UnnamedColumnsArePositions) {
    Simulation cloud = make(write("a.csv", "1 2 3\n4 5 6\n"));
    EXPECT_EQ(cloud.field<F4>("position").to_vector(),
              (std::vector<F4>{{1, 2, 3, 0}, {4, 5, 6, 0}}));
}

TEST_P(Inputs, OtherFilesFillTheFirstShownField) {
    write_npy(folder_.path() / "a=b.npy", std::vector<std::size_t>{1, 3},
              std::vector<float>{7, 8, 9});
    Simulation cloud = make((folder_.path() / "a=b.npy").string());
    EXPECT_EQ(cloud.field<F4>("position").to_vector(), (std::vector<F4>{{7, 8, 9, 0}}));
}

std::string image_data(const std::string& extent, const std::string& arrays) {
    return fmt::format(
        "<VTKFile type=\"ImageData\"><ImageData WholeExtent=\"{0}\"><Piece "
        "Extent=\"{0}\"><PointData>{1}</PointData></Piece></ImageData></VTKFile>",
        extent, arrays);
}

TEST_P(Inputs, ImageDataFillGrids) {
    const std::string level = "<DataArray type=\"Float32\" Name=\"level\">0 1 2 3</DataArray>";
    const std::string other = "<DataArray type=\"Float64\" Name=\"pressure\">4 5 6 7</DataArray>";
    const std::string both = write("both.vti", image_data("0 1 0 1 0 0", other + level));
    for (const std::string& input : {"level=" + both, both}) {
        Simulation cloud = make(input);
        EXPECT_EQ(cloud.state().extents(1), (Extents{2, 2, 1}));
        EXPECT_EQ(cloud.field<float>("level").to_vector(), (std::vector{0.0f, 1.0f, 2.0f, 3.0f}));
        EXPECT_EQ(cloud.field<float>("hidden").to_vector(), std::vector<float>(4));
    }
    expect_refused("hidden=" + both,
                   "the file has the arrays pressure, level, but no array 'hidden'");
    Simulation one = make("hidden=" + write("one.vti", image_data("0 1 0 1 0 0", other)));
    EXPECT_EQ(one.field<float>("hidden").to_vector(), (std::vector{4.0f, 5.0f, 6.0f, 7.0f}));
    Simulation places = make(
        write("places.vti", image_data("0 1 0 0 0 0",
                                       "<DataArray type=\"Float32\" Name=\"P\" "
                                       "NumberOfComponents=\"4\">1 2 3 4 5 6 7 8</DataArray>")));
    EXPECT_EQ(places.field<F4>("position").to_vector(),
              (std::vector<F4>{{1, 2, 3, 4}, {5, 6, 7, 8}}));
    expect_refused("level=" + write("deep.vti", image_data("0 0 0 1 0 1", level)),
                   "the file has the size (2, 2, 1) with 1 number per element, but 'Grid' has 2 "
                   "dimensions with elements of type float");
}

const char* const kVolumes = R"(#include <glint/sim.cuh>
//@ simulation "Volumes"
struct Params {
    int nx = 4;  //@ 1..64 "nx"
    int ny = 4;  //@ 1..64 "ny"
    int nz = 4;  //@ 1..64 "nz"
};
struct Volume {  //@ nx x ny x nz
    unsigned char* a;  //@ "a"
};
struct Colors {  //@ nx x ny
    uchar3* c;
};
struct Image {  //@ nx x ny
    unsigned char* g;
};
//@ step
__global__ void move(int width, unsigned char* g) {}
)";

// The sizes would match, but the components of an element are not an axis of a grid, and vice
// versa.
TEST_P(Inputs, NumbersOfOnePositionAreNotAnAxis) {
    const std::string numbers = "abcdefghijklmnopqrstuvwx";
    const std::string nrrd = "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 3 4 2\nencoding: raw\n";
    const std::string colors =
        write("a.nrrd", nrrd + "kinds: RGB-color domain domain\n\n" + numbers);
    const std::string scalars = write("b.nrrd", nrrd + "\n" + numbers);
    const std::string meta = "ElementType = MET_UCHAR\nElementDataFile = LOCAL\n" + numbers;
    const std::string meta_colors =
        write("a.mha", "NDims = 2\nDimSize = 4 2\nElementNumberOfChannels = 3\n" + meta);
    const std::string meta_scalars = write("b.mha", "NDims = 3\nDimSize = 3 4 2\n" + meta);
    std::string words;
    for (const char number : numbers) words += fmt::format("{} ", static_cast<int>(number));
    const auto vti = [&](const std::string& name, const std::string& extent, int components) {
        return write(name,
                     image_data(extent, fmt::format("<DataArray type=\"UInt8\" Name=\"n\" "
                                                    "NumberOfComponents=\"{}\">{}</DataArray>",
                                                    components, words)));
    };
    const std::string flat = write(
        "c.nrrd", "NRRD0004\ntype: uchar\ndimension: 3\nsizes: 6 4 1\nencoding: raw\n\n" + numbers);
    const std::string vti_colors = vti("a.vti", "0 3 0 1 0 0", 3);
    const std::string vti_scalars = vti("b.vti", "0 2 0 3 0 1", 1);
    const auto with = [&](const std::string& input) {
        return Simulation(
            {.device = device_, .file = folder_.write("volumes.cu", kVolumes), .inputs = {input}});
    };
    const auto refused = [&](const std::string& input, const std::string& reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { (void)with(input); });
    };
    EXPECT_EQ(with("g=" + flat).state().extents(2), (Extents{6, 4, 1}));
    for (const std::string& file : {colors, meta_colors, vti_colors}) {
        Simulation taken = with("c=" + file);
        EXPECT_EQ(taken.state().extents(1), (Extents{4, 2, 1})) << file;
        EXPECT_EQ(taken.field<C3>("c").to_vector().at(1), (C3{100, 101, 102}));
        const std::string has = file == vti_colors ? "(1, 2, 4)" : "(2, 4)";
        refused("a=" + file, "the file has the size " + has +
                                 " with 3 numbers per element, but 'Volume' has 3 dimensions with "
                                 "elements of type unsigned char");
        refused("g=" + file,
                "the file has the size (2, 4) with 3 numbers per element, but 'Image' has 2 "
                "dimensions with elements of type unsigned char");
    }
    for (const std::string& file : {scalars, meta_scalars, vti_scalars}) {
        Simulation taken = with("a=" + file);
        EXPECT_EQ(taken.state().extents(0), (Extents{3, 4, 2})) << file;
        EXPECT_EQ(taken.field<std::uint8_t>("a").to_vector().at(3), 100);
        refused("c=" + file,
                "the file has the size (2, 4, 3) with 1 number per element, but 'Colors' has 2 "
                "dimensions with elements of type uchar3");
    }
}

TEST_P(Inputs, ImageDataFillFieldsByConvertedName) {
    const std::string file = write(
        "odd.vti", image_data("0 1 0 1 0 0",
                              "<DataArray type=\"Float32\" Name=\"le vel\">0 1 2 3</DataArray>"
                              "<DataArray type=\"Float32\" Name=\"mass\">4 5 6 7</DataArray>"));
    const std::string simulation = folder_
                                       .write("odd.cu", R"(#include <glint/sim.cuh>
//@ simulation "Odd"
struct Params {
    int side = 4;  //@ 1..64 "Side"
};
struct Grid {       //@ side x side
    float* le_vel;  //@ "Level"
    float* mass;
};
//@ step
__global__ void move(int width, float* mass) {}
)")
                                       .string();
    for (const std::string& input : {file, "le_vel=" + file}) {
        Simulation grid({.device = device_, .file = simulation, .inputs = {input}});
        EXPECT_EQ(grid.field<float>("le_vel").to_vector(), (std::vector<float>{0, 1, 2, 3}));
    }
}

/// A file that contains an array of 2 x 2 numbers.
std::string square(NpyType type, const auto& values, char order = '<') {
    std::string file =
        npy_file(std::array<std::size_t, 2>{2, 2}, type, std::as_bytes(std::span(values)));
    const std::string spelled = fmt::format("'<{}{}'", type.kind, type.size_bytes);
    if (order == '>') {
        file[file.find(spelled) + 1] = order;
        for (std::size_t at = file.size() - sizeof(values); at < file.size(); at += type.size_bytes)
            std::reverse(file.begin() + static_cast<std::ptrdiff_t>(at),
                         file.begin() + static_cast<std::ptrdiff_t>(at + type.size_bytes));
    }
    return file;
}

const char* const kGrids = R"(#include <glint/sim.cuh>
//@ simulation "Grids"
struct Grid {  //@ 2 x 2
    float* f;
    double* d;
    __half* h;
    int* i;
    bool* b;
    unsigned char* c;
    long long* l;
    unsigned long long* u;
};
//@ step
__global__ void move(int width, float* f) {}
)";

class ArrayInputs : public Inputs {
protected:
    Simulation with(const std::string& field, const std::string& content) {
        return Simulation({.device = device_,
                           .file = folder_.write("grids.cu", std::string("#include "
                                                                         "<glint/half.cuh>\n") +
                                                                 kGrids),
                           .inputs = {field + "=" + write("a.npy", content)}});
    }
    template <class T>
    std::vector<T> values(const std::string& field, const std::string& content) {
        return with(field, content).field<T>(field).to_vector();
    }
    void refused(const std::string& field, const std::string& content, const std::string& reason) {
        expect_error(ErrorCode::bad_input, reason, [&] { (void)with(field, content); });
    }
};

TEST_P(ArrayInputs, AreConvertedIfLossless) {
    const std::array<half, 4> halves{half(0.5), half(-2), half(65504), half(3)};
    const std::vector<float> floats{0.5f, -2, 65504, 3};
    const std::vector<double> doubles{0.5, -2, 65504, 3};
    for (const char order : {'<', '>'}) {
        EXPECT_EQ(values<float>("f", square({'f', 2}, halves, order)), floats);
        EXPECT_EQ(values<double>("d", square({'f', 2}, halves, order)), doubles);
        EXPECT_EQ(values<half>("h", square({'f', 2}, halves, order)),
                  std::vector<half>(halves.begin(), halves.end()));
    }
    const std::array<double, 4> exact{0.5, -2, 65504, 3};
    EXPECT_EQ(values<float>("f", square({'f', 8}, exact)), floats);
    EXPECT_EQ(values<half>("h", square({'f', 8}, exact)),
              std::vector<half>(halves.begin(), halves.end()));
    const std::array<unsigned char, 4> bytes{0, 1, 1, 0};
    for (const NpyType type : {NpyType{'u', 1}, NpyType{'b', 1}}) {
        std::string file =
            npy_file(std::array<std::size_t, 2>{2, 2}, type, std::as_bytes(std::span(bytes)));
        EXPECT_EQ(values<float>("f", file), (std::vector<float>{0, 1, 1, 0}));
        EXPECT_EQ(values<unsigned char>("c", file), (std::vector<unsigned char>{0, 1, 1, 0}));
        EXPECT_EQ(values<int>("i", file), (std::vector<int>{0, 1, 1, 0}));
    }
    // A float cannot represent any of these.
    const std::array<std::int32_t, 4> odd{16'777'217, -16'777'219, INT32_MAX, INT32_MIN};
    EXPECT_EQ(values<double>("d", square({'i', 4}, odd)),
              (std::vector<double>{16'777'217, -16'777'219, INT32_MAX, INT32_MIN}));
    const std::array<std::int64_t, 4> wide{16'777'217, -16'777'219, INT32_MAX, INT32_MIN};
    EXPECT_EQ(values<int>("i", square({'i', 8}, wide)),
              (std::vector<int>{16'777'217, -16'777'219, INT32_MAX, INT32_MIN}));
    const std::array<std::int64_t, 4> largest{INT64_MAX, 0, 9'007'199'254'740'993, 1};
    EXPECT_EQ(values<unsigned long long>("u", square({'i', 8}, largest)),
              (std::vector<unsigned long long>{INT64_MAX, 0, 9'007'199'254'740'993, 1}));
    EXPECT_EQ(values<long long>("l", square({'u', 8}, largest)),
              (std::vector<long long>{INT64_MAX, 0, 9'007'199'254'740'993, 1}));
}

TEST_P(ArrayInputs, LossyConversionsAreRefused) {
    refused("i", square({'f', 8}, std::array<double, 4>{1, 2, 2.5, 3}),
            "value 2 of the file is 2.5, which does not fit type 'int'");
    refused("i", square({'i', 8}, std::array<std::int64_t, 4>{1, 2'147'483'648, 2, 3}),
            "value 1 of the file is 2147483648, which does not fit type 'int'");
    refused("c", square({'i', 2}, std::array<std::int16_t, 4>{1, 2, 3, -1}),
            "value 3 of the file is -1, which does not fit type 'unsigned char'");
    refused("f", square({'f', 8}, std::array<double, 4>{1, 1e300, 2, 3}),
            "value 1 of the file is 1e+300, which does not fit type 'float'");
    refused("h", square({'f', 4}, std::array<float, 4>{1, 2, 3, 70000}),
            "value 3 of the file is 70000, which does not fit type 'half'");
    refused("u", square({'i', 8}, std::array<std::int64_t, 4>{1, 2, -3, 4}),
            "value 2 of the file is -3, which does not fit type 'unsigned long long'");
    refused("l", square({'u', 8}, std::array<std::uint64_t, 4>{1, 2, 1ull << 63, 4}),
            "value 2 of the file is 9223372036854775808, which does not fit type 'long long'");
    refused("l", square({'f', 8}, std::array<double, 4>{1, -0x1p63, 0x1p63, 4}),
            "value 2 of the file is 9.223372036854776e+18, which does not fit type 'long long'");
    refused("u", square({'f', 8}, std::array<double, 4>{1, 0x1p63, 0x1p64, 4}),
            "value 2 of the file is 1.8446744073709552e+19, which does not fit type 'unsigned long "
            "long'");
    refused("b", square({'i', 4}, std::array<std::int32_t, 4>{0, 1, 2, 0}),
            "value 2 of the file is 2, which does not fit type 'bool'");
}

TEST_P(Inputs, TablesWithoutMatchingFieldsAreRefused) {
    const std::string mine = write("a.csv", "temperature,pressure\n1,2\n");
    expect_refused(mine,
                   "the file has the columns temperature, pressure, but no list has fields with "
                   "these names. To choose a field, write FIELD=" +
                       mine);
    expect_refused(write("b.csv", "x,y,z\n1,2,3\n1,inf,3\n"),
                   "line 3: 'inf' is not a finite number");
    expect_refused(write("b.csv", "x,y,z\n1,two,3\n"), "line 2: 'two' in column 2 is not a number");
    expect_refused(write("b.csv", "x,y,z\n1,,3\n,,\n"), "every row is missing a number");
    expect_refused(write("c.csv", "x,y,z\n1,2,3\n1,2\n"),
                   "line 3: expected at least 3 columns, found 2");
    expect_refused(write("c.csv", "x,y,z\n1,2,3\n1,2,3,4\n"), "line 3: expected 3 fields, found 4");
    expect_refused(write("d.csv", "x,y,z\n"), "the table has no rows");
    expect_refused(write("e.csv", "red,green,blue\n1,2,256\n"),
                   "the color component 256 is outside 0..255");
    expect_refused(write("f.csv", "x,y,z\n1,2,1e300\n"),
                   "value 2 of the file is 1e+300, which does not fit type 'float4'");
    expect_refused(write("g.ply", "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n"),
                   "the file has no points");
    expect_refused("=a.npy", "an input must have the form FIELD=FILE", ErrorCode::invalid_argument);
    expect_refused("level=", "an input must have the form FIELD=FILE", ErrorCode::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Backends, Inputs, test::each_backend(), test::name);
INSTANTIATE_TEST_SUITE_P(Backends, ArrayInputs, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
