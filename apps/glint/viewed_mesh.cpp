#include <apps/glint/viewed_mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <sstream>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/formats/input_file.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/geometry/repair_mesh.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

constexpr double kCells = 4e6;      // in all, which a CPU fills in seconds
constexpr double kMostCells = 400;  // along the longest side
constexpr double kMargin = 3;       // cells on either side
constexpr std::array<std::string_view, 3> kViews{"surface", "volume", "image"};
constexpr std::array<std::string_view, 3> kSides{"length", "height", "depth"};

/// The cells that a mesh is put into.
struct Cells {
    std::array<std::size_t, 3> counts{};
    std::size_t longest = 0;   ///< axis
    double along_longest = 0;  ///< cells that the mesh has there
    double spacing = 1;        ///< in the mesh's unit
};

Cells cells_for(const MeshBox& box) {
    Cells cells;
    double volume = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (box.side(axis) > box.side(cells.longest)) cells.longest = axis;
    const double longest = box.side(cells.longest);
    for (std::size_t axis = 0; axis < 3; ++axis) volume *= std::max(box.side(axis) / longest, 0.02);
    cells.along_longest = std::floor(std::min(std::cbrt(kCells / volume), kMostCells));
    cells.spacing = longest / cells.along_longest;
    for (std::size_t axis = 0; axis < 3; ++axis)
        cells.counts[axis] =
            static_cast<std::size_t>(std::ceil(box.side(axis) / cells.spacing) + 2 * kMargin);
    return cells;
}

std::string quotable(std::string text) {
    std::ranges::replace_if(
        text, [](unsigned char c) { return c < ' ' || c == '"' || c == '\\'; }, '_');
    return text;
}

/// The simulation's text. Of an open mesh nothing is inside, but the distances have a size.
std::string text_of(const fs::path& file, const Cells& cells, std::string_view view,
                    bool is_closed) {
    const double range = is_closed ? 0.1 * cells.along_longest * cells.spacing : cells.spacing;
    const std::string shown = fmt::format(" as {}{}", view, view == "surface" ? " grey" : "");
    const std::string head = fmt::format(
        "#include <glint/sim.cuh>\n//@ simulation \"{}\"\nstruct Mesh {{  //@ {} of {}\n",
        quotable(file.filename().string()), fmt::join(cells.counts, " x "),
        text::shortest(cells.spacing));
    if (is_closed)
        return head + fmt::format("    float* distance;  //@ {}..{} \"Distance\"{}\n}};\n",
                                  text::shortest(-range), text::shortest(range), shown);
    return head + fmt::format(
                      "    float* distance;  //@ \"Distance, by votes on what is inside\" as none\n"
                      "}};\n//@ show 0..{} \"Distance\"{}\n"
                      "__device__ float shell(float distance) {{ return fabsf(distance); }}\n",
                      text::shortest(range), shown);
}

}  // namespace

bool has_faces(const fs::path& file) {
    if (!is_mesh_file(file)) return false;
    if (text::lower_case(file.extension().string()) != ".ply") return true;
    const std::string content = InputFile("read mesh", file).content();
    std::istringstream header(content.substr(0, content.find("end_header")));
    for (std::string word, kind, count; header >> word;)
        if (word == "element" && header >> kind >> count && kind == "face") return count != "0";
    return false;
}

ViewedFile view_of_mesh(const fs::path& file, std::string_view as) {
    if (!as.empty() && std::ranges::find(kViews, as) == kViews.end())
        throw app::WrongOption("--as",
                               fmt::format("'{}' is none of {}", as, fmt::join(kViews, ", ")));
    TriangleMesh mesh = read_mesh(file);
    const MeshReport report = repair_mesh(mesh);
    const MeshBox box = box_of(mesh);
    const Cells cells = cells_for(box);
    if (!report.is_closed())
        log::warning(fmt::format(
            "view '{}': the mesh is not closed, {} round {}: it is shown as a shell a cell thick",
            file.string(), text::counted(report.open_edges, "open edge"),
            text::counted(report.holes, "hole")));
    return {.text = text_of(file, cells, as.empty() ? kViews.front() : as, report.is_closed()),
            .inputs = {fmt::format("distance={},{}={}{}", file.string(), kSides[cells.longest],
                                   cells.along_longest, report.is_closed() ? "" : ",holes=vote")}};
}

}  // namespace glint::apps
