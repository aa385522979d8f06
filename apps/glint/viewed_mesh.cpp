// SPDX-License-Identifier: MIT
#include <apps/glint/viewed_mesh.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <apps/glint/view_text.hpp>
#include <glint/app/options.hpp>
#include <glint/base/error.hpp>
#include <glint/base/log.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/file_pieces.hpp>
#include <glint/formats/ply_header.hpp>
#include <glint/geometry/read_mesh.hpp>
#include <glint/geometry/repair_mesh.hpp>

namespace glint::apps {
namespace {

namespace fs = std::filesystem;

// Total number of cells in the grid. A CPU computes their distances in seconds.
constexpr double kCells = 4e6;
constexpr double kMaxCells = 400;  // along the longest side
constexpr double kMargin = 3;      // cells between the mesh and each side of the grid
// Thickness of the shell that replaces an open mesh, in cells. Distances are interpolated between
// cells. A face halfway between two cells is half a cell from both, so a shell only one cell thick
// would appear and disappear with rounding.
constexpr double kShell = 1.5;
// A surface needs only the distances within this number of cells.
constexpr double kBand = 4;
constexpr std::size_t kHeaderBytes = std::size_t{1} << 20;  // more than any header has
constexpr std::array<std::string_view, 3> kViews{"surface", "volume", "image"};
constexpr std::array<std::string_view, 3> kSides{"length", "height", "depth"};

/// The grid on which the distances to a mesh are computed.
struct Cells {
    std::array<std::size_t, 3> counts{};
    std::size_t longest = 0;        ///< index of the longest axis
    double along_longest = 0;       ///< number of cells that the mesh spans along that axis
    double spacing = 1;             ///< in the mesh's unit
    std::array<double, 3> first{};  ///< center of the first cell
};

Cells cells_for(const fs::path& file, const MeshBox& box) {
    Cells cells;
    double volume = 1;
    for (std::size_t axis = 0; axis < 3; ++axis)
        if (box.side(axis) > box.side(cells.longest)) cells.longest = axis;
    const double longest = box.side(cells.longest);
    if (!(longest > 0)) refuse_view(file, "all vertices of the mesh coincide");
    for (std::size_t axis = 0; axis < 3; ++axis) volume *= std::max(box.side(axis) / longest, 0.02);
    cells.along_longest = std::floor(std::min(std::cbrt(kCells / volume), kMaxCells));
    cells.spacing = longest / cells.along_longest;
    for (std::size_t axis = 0; axis < 3; ++axis) {
        cells.counts[axis] =
            static_cast<std::size_t>(std::ceil(box.side(axis) / cells.spacing) + 2 * kMargin);
        const auto before_middle = 0.5 * static_cast<double>(cells.counts[axis] - 1);
        cells.first[axis] = box.middle(axis) - before_middle * cells.spacing;
    }
    return cells;
}

/// Returns the text of the simulation. An open mesh has no inside, so only the magnitudes of its
/// distances are used: the surface is drawn where they equal half of the shell's thickness.
std::string text_of(const fs::path& file, const Cells& cells, std::string_view view,
                    bool is_closed) {
    const std::string cell = cell_text(
        file, cells.counts, std::array{cells.spacing, cells.spacing, cells.spacing}, cells.first);
    const double unit = cell.empty() ? 1 : cells.spacing;  // unit of distances
    const double range = unit * (!is_closed          ? kShell
                                 : view == "surface" ? kBand
                                                     : 0.1 * cells.along_longest);
    const std::string shown = fmt::format(" as {}{}", view, view == "surface" ? " grey" : "");
    const std::string head =
        fmt::format("#include <glint/sim.cuh>\n//@ simulation \"{}\"\nstruct Mesh {{  //@ {}{}\n",
                    quotable(file.filename().string()), fmt::join(cells.counts, " x "), cell);
    if (is_closed)
        return head + fmt::format("    float* distance;  //@ {}..{} \"Distance\"{}\n}};\n",
                                  text::shortest(-range), text::shortest(range), shown);
    return head +
           fmt::format(
               "    float* distance;  //@ \"Distance (inside determined by voting)\" as none\n"
               "}};\n//@ show 0..{0} \"Nearness\"{1}\n"
               "__device__ float shell(float distance) {{ return fmaxf(float({0}) - "
               "fabsf(distance), 0.0f); }}\n",
               text::shortest(range), shown);
}

bool is_ply(const fs::path& file) { return text::lower_case(file.extension().string()) == ".ply"; }

TriangleMesh mesh_in(const fs::path& file) try {
    return read_mesh(file);
} catch (const Error& error) {
    if (!is_ply(file)) throw;
    throw Error(error.code(), error.operation(),
                error.reason() + ". Use --as points to view only the vertices");
}

}  // namespace

bool has_faces(const fs::path& file) {
    if (!is_mesh_file(file)) return false;
    if (!is_ply(file)) return true;
    FilePieces pieces(file);
    const InputFile head = InputFile::of_content(
        view_operation(file), std::string(pieces.at_least(kHeaderBytes).substr(0, kHeaderBytes)));
    LineReader lines = LineReader::with_ends_of_first(head.content());
    return std::ranges::any_of(parse_ply_header(head, lines).elements, [](const PlyElement& each) {
        return each.count > 0 && each.find_corners();
    });
}

ViewedFile view_of_mesh(const fs::path& file, std::string_view as) {
    if (!as.empty() && std::ranges::find(kViews, as) == kViews.end())
        throw app::WrongOption("--as",
                               fmt::format("'{}' is not one of {}", as, fmt::join(kViews, ", ")));
    TriangleMesh mesh = mesh_in(file);
    const MeshReport report = repair_mesh(mesh);
    const MeshBox box = box_of(mesh);
    const Cells cells = cells_for(file, box);
    if (!report.is_closed())
        log::warning(fmt::format(
            "{}: the mesh is not closed ({} around {}), so the view shows a shell of {} cells",
            file.string(), text::counted(report.open_edges, "open edge"),
            text::counted(report.holes, "hole"), kShell));
    const std::string_view view = as.empty() ? kViews.front() : as;
    const bool is_closed = report.is_closed();
    std::string input =
        fmt::format("distance={},{}={}", file.string(), kSides[cells.longest], cells.along_longest);
    if (!is_closed) input += ",holes=vote";
    if (!is_closed || view == "surface") input += fmt::format(",band={}", kBand);
    return {.text = text_of(file, cells, view, is_closed), .inputs = {input}};
}

}  // namespace glint::apps
