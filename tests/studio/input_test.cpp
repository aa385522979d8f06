#include <glint/studio/state/input.hpp>

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <base/scratch.hpp>
#include <glint/base/formats/npy.hpp>
#include <glint/base/formats/png.hpp>
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

TEST_P(Inputs, ColumnsGoToTheFieldsThatTheyAreNamedFor) {
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

TEST_P(Inputs, VerticesDoSoToo) {
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

TEST_P(Inputs, NamelessColumnsArePlaces) {
    Simulation cloud = make(write("a.csv", "1 2 3\n4 5 6\n"));
    EXPECT_EQ(cloud.field<F4>("position").to_vector(),
              (std::vector<F4>{{1, 2, 3, 0}, {4, 5, 6, 0}}));
}

TEST_P(Inputs, OtherFilesAreForTheFirstFieldThatIsShown) {
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
                   "it has the arrays pressure, level, and none is called 'hidden'");
    Simulation one = make("hidden=" + write("one.vti", image_data("0 1 0 1 0 0", other)));
    EXPECT_EQ(one.field<float>("hidden").to_vector(), (std::vector{4.0f, 5.0f, 6.0f, 7.0f}));
    Simulation places = make(
        write("places.vti", image_data("0 1 0 0 0 0",
                                       "<DataArray type=\"Float32\" Name=\"P\" "
                                       "NumberOfComponents=\"4\">1 2 3 4 5 6 7 8</DataArray>")));
    EXPECT_EQ(places.field<F4>("position").to_vector(),
              (std::vector<F4>{{1, 2, 3, 4}, {5, 6, 7, 8}}));
    expect_refused("level=" + write("deep.vti", image_data("0 0 0 1 0 1", level)),
                   "the array has the shape (2, 2, 1); 'Grid' takes 2 dimensions of float");
}

TEST_P(Inputs, TablesThatFitNothingAreRefused) {
    const std::string mine = write("a.csv", "temperature,pressure\n1,2\n");
    expect_refused(mine,
                   "its columns are temperature, pressure, and no list has such fields: write "
                   "FIELD=" +
                       mine);
    expect_refused(write("b.csv", "x,y,z\n1,2,3\n1,inf,3\n"),
                   "line 3: 'inf' is not a finite number");
    expect_refused(write("b.csv", "x,y,z\n1,two,3\n"), "line 2: 'two' in column 2 is not a number");
    expect_refused(write("b.csv", "x,y,z\n1,,3\n,,\n"), "each of its rows lacks a number");
    expect_refused(write("c.csv", "x,y,z\n1,2,3\n1,2\n"),
                   "line 3: expected at least 3 columns, found 2");
    expect_refused(write("d.csv", "x,y,z\n"), "it holds no rows");
    expect_refused(write("e.csv", "red,green,blue\n1,2,256\n"), "the colour 256 is outside 0..255");
    expect_refused(write("f.csv", "x,y,z\n1,2,1e300\n"),
                   "value 2 of the file, 1e+300, is no 'float4'");
    expect_refused(write("g.ply", "ply\nformat ascii 1.0\nelement vertex 0\nend_header\n"),
                   "it holds no points");
    expect_refused("=a.npy", "expected FIELD=FILE", ErrorCode::invalid_argument);
    expect_refused("level=", "expected FIELD=FILE", ErrorCode::invalid_argument);
}

INSTANTIATE_TEST_SUITE_P(Backends, Inputs, test::each_backend(), test::name);

}  // namespace
}  // namespace glint::studio
