// SPDX-License-Identifier: MIT
// Measures the cost of saving a large field, compared with the work that cannot be avoided: the
// copy from the device to page-locked memory, and the system's write of the same number of bytes to
// the same folder. The copy and the write can overlap, so the slower of the two is the reference.
#include "measure.hpp"

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include <fcntl.h>
#include <unistd.h>

#include <glint/base/text.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/keep/files/detail/field_files.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::bench {
namespace {

namespace fs = std::filesystem;

constexpr int kFiles = 6;  // number of files per measurement
constexpr int kTurns = 9;

const char* const kWide = R"(#include <glint/sim.cuh>
//@ simulation "Wide"
struct Params {
    int side = 8192;  //@ 1..65536 "Side"
};
struct Grid {         //@ side x side of 0.5 m
    float* level;     //@ m "Level"
};
struct Clock {        //@ 1
    int* ticks;
};
//@ init
__global__ void begin(int width, int height, Params params, float* level) {
    const int2 c = glint::cell();
    if (c.x < width && c.y < height) level[c.y * width + c.x] = glint::uniform3(c.x, c.y, 0).x;
}
//@ step
__global__ void tick(int* ticks) {
    if (glint::index() == 0) ++ticks[0];
}
)";

/// A temporary folder in `parent`. The destructor deletes the folder.
class Folder {
public:
    explicit Folder(const fs::path& parent)
        : path_(parent / fmt::format("glint-bench-{}", ::getpid())) {
        fs::create_directories(path_);
    }
    Folder(const Folder&) = delete;
    Folder& operator=(const Folder&) = delete;
    ~Folder() {
        std::error_code ignored;
        fs::remove_all(path_, ignored);
    }
    const fs::path& path() const { return path_; }
    void clear() const {
        for (const auto& entry : fs::directory_iterator(path_))
            if (entry.path().extension() != ".cu") fs::remove_all(entry.path());
    }

private:
    fs::path path_;
};

void write_raw(const fs::path& path, std::span<const std::byte> bytes) {
    const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_EXCL, 0644);
    while (!bytes.empty()) {
        const ::ssize_t done = ::write(file, bytes.data(), bytes.size());
        if (done <= 0) throw Error(ErrorCode::io, "write", path.string());
        bytes = bytes.subspan(static_cast<std::size_t>(done));
    }
    ::close(file);
}

struct Turn {
    double copy = 0, write = 0, npy = 0, vti = 0;  ///< in seconds, for kFiles files
};

class Measurement {
public:
    Measurement(const Device& device, const Folder& folder, const std::string& side)
        : folder_(folder),
          simulation_({.device = device, .file = file_in(folder), .settings = {{"side", side}}}) {
        field_ = &simulation_.state().memory(simulation_.declaration().find_field("level").value());
        pinned_ = PinnedMemory<std::byte>(device, field_->size());
        npy_.emplace(simulation_, options(studio::FileFormat::npy));
        vti_.emplace(simulation_, options(studio::FileFormat::vti));
    }

    std::size_t size_bytes() const { return field_->size(); }

    Turn turn() {
        Stream& stream = simulation_.stream();
        stream.synchronize();
        Turn turn;
        turn.copy = seconds([&] {
            for (int i = 0; i < kFiles; ++i) download(stream, pinned_, *field_);
            stream.synchronize();
        });
        turn.write = seconds([&] {
            for (int i = 0; i < kFiles; ++i)
                write_raw(folder_.path() / fmt::format("raw-{}", i), pinned_.span());
        });
        folder_.clear();
        turn.npy = saving(*npy_);
        turn.vti = saving(*vti_);
        return turn;
    }

private:
    static fs::path file_in(const Folder& folder) {
        std::ofstream(folder.path() / "wide.cu") << kWide;
        return folder.path() / "wide.cu";
    }
    studio::FieldFilesOptions options(studio::FileFormat format) const {
        return {.folder = folder_.path(), .fields = {"level"}, .format = format, .durable = false};
    }

    double saving(studio::FieldFiles& files) {
        const double taken = seconds([&] {
            for (int i = 0; i < kFiles; ++i) {
                simulation_.advance(1);
                files.save();
            }
            files.finish();
        });
        folder_.clear();
        return taken;
    }

    const Folder& folder_;
    studio::Simulation simulation_;
    const DeviceMemory<std::byte>* field_ = nullptr;
    PinnedMemory<std::byte> pinned_;
    std::optional<studio::FieldFiles> npy_, vti_;
};

// Returns the best time of all rounds, because other processes slow down some rounds.
template <double Turn::* kWhich>
double best(const std::vector<Turn>& turns) {
    return std::ranges::min(turns, {}, kWhich).*kWhich;
}

void measure(const Device& device, const fs::path& parent, const std::string& side) {
    const Folder folder(parent);
    Measurement measurement(device, folder, side);
    measurement.turn();  // warm-up, which allocates memory
    std::vector<Turn> turns;
    for (int i = 0; i < kTurns; ++i) turns.push_back(measurement.turn());
    const double bytes = kFiles * static_cast<double>(measurement.size_bytes());
    const double copy = bytes / best<&Turn::copy>(turns), write = bytes / best<&Turn::write>(turns);
    const double slower = std::min(copy, write);
    fmt::print("{}, a field of {} into {}\n", headline(device),
               text::human_bytes(measurement.size_bytes()), parent.string());
    const auto line = [](const char* name, double rate) {
        fmt::print("  {:<28} {:>8.2f} GB/s", name, rate / 1e9);
    };
    line("copy to page-locked memory", copy);
    fmt::print("\n");
    line("write()", write);
    fmt::print("\n");
    const double npy = bytes / best<&Turn::npy>(turns), vti = bytes / best<&Turn::vti>(turns);
    line("saved as npy", npy);
    fmt::print("  {:.2f} of the slower one\n", npy / slower);
    line("saved as vti", vti);
    fmt::print("  {:.2f} of the slower one\n", vti / slower);
}

}  // namespace
}  // namespace glint::bench

// Arguments: a device, a folder, and the side of the field in cells.
int main(int argc, char** argv) {
    using namespace glint::bench;
    setenv("GLINT_LOG", "error", 0);
    const fs::path folder = argc > 2 ? fs::path(argv[2]) : fs::temp_directory_path();
    for (const glint::Device& device : devices_of(argc, argv)) {
        const bool is_cpu = device.kind() == glint::BackendKind::cpu;
        measure(device, folder, argc > 3 ? argv[3] : is_cpu ? "8192" : "16384");
    }
}
