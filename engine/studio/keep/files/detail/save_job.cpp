// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/save_job.hpp>

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <glint/base/ceil_div.hpp>
#include <glint/base/text.hpp>
#include <glint/formats/csv_writer.hpp>
#include <glint/formats/npy_writer.hpp>
#include <glint/formats/vtk_writer.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/state/detail/flip_rows.hpp>
#include <glint/studio/state/detail/saved_type.hpp>

namespace glint::studio {
namespace {

constexpr std::size_t kAlignment = 256;

SavedArray array_of(const SavedField& field, std::size_t count) {
    SavedArray array = saved_array(field.type);
    array.name = field.name;
    array.label = field.label;
    array.unit = field.unit;
    array.count = count;
    return array;
}

SavedStructure structure_of(const Simulation& simulation, std::size_t index) {
    const Structure& structure = simulation.declaration().structures[index];
    const Extents& extents = simulation.state().extents(index);
    std::vector<std::size_t> lengths{extents.width, extents.height, extents.depth};
    lengths.resize(structure.extents.size());
    return {.name = structure.name,
            .lengths = std::move(lengths),
            .cell_size = structure.cell_size,
            .cell_unit = structure.cell_unit,
            .origin = structure.origin,
            .y_is_down = structure.y_is_down};
}

/// Adds a column for each number of an element.
void add_columns(const SaveJob& job, std::size_t field, std::vector<SavedColumn>& columns) {
    const SavedArray& array = job.arrays[field];
    auto name = job.plan.fields[field].columns.begin();
    for (const SavedArray::Part& part : array.parts)
        for (unsigned c = 0; c < part.components; ++c) {
            SavedArray::Part one = part;
            one.components = 1;
            one.offset += c * size_of(part.type);
            columns.push_back({.name = *name++, .part = row_part(array, one)});
        }
}

/// Returns a comment about the columns of a field, such as "velocity_x velocity_y velocity_z:
/// Velocity (m/s)". For colors, the comment adds "uint8", because text does not show that they are
/// bytes.
std::string comment_on(const SavedField& field, const SavedArray& array) {
    const bool is_color = field.columns.front() == "red";
    const std::string description = array.description();
    return fmt::format("{}: {}{}", fmt::join(field.columns, " "),
                       description.empty() ? field.name : description, is_color ? ", uint8" : "");
}

struct Table {
    std::vector<SavedColumn> columns;
    std::vector<std::string> comments;
};

Table table_of(const SaveJob& job, const SavedFile& file) {
    std::vector<std::size_t> fields = file.fields;
    if (file.places) {
        std::erase(fields, *file.places);
        fields.insert(fields.begin(), *file.places);
    }
    Table table;
    table.comments.push_back(fmt::format("{}: step {}, time {} {}", job.title, job.step,
                                         text::shortest(job.time), job.time_unit));
    for (const std::size_t field : fields) {
        add_columns(job, field, table.columns);
        table.comments.push_back(comment_on(job.plan.fields[field], job.arrays[field]));
    }
    return table;
}

VtkFacts facts_of(const SaveJob& job, const std::string& length_unit) {
    return {.title = job.title,
            .time = job.time,
            .time_unit = job.time_unit,
            .step = job.step,
            .length_unit = length_unit,
            .is_compressed = job.is_compressed};
}

/// Returns the data arrays of a file: all arrays except the positions of points. Includes the
/// positions if they have a fourth component.
std::vector<SavedArray> arrays_of(const SaveJob& job, const SavedFile& file) {
    std::vector<SavedArray> arrays;
    for (const std::size_t field : file.fields)
        if (field != file.places || job.arrays[field].parts.front().components > 3)
            arrays.push_back(job.arrays[field]);
    return arrays;
}

/// Writes image data with y up, as in VTK.
void write_image_data(const SaveJob& job, std::size_t index, const ByteSink& sink) {
    const SavedStructure& structure = job.structures[index];
    std::vector<SavedArray> arrays = arrays_of(job, job.plan.files[index]);
    std::vector<std::vector<std::byte>> flipped;
    for (SavedArray& array : arrays) {
        if (!structure.y_is_down) break;
        auto& elements =
            flipped.emplace_back(array.data, array.data + array.count * array.element_bytes);
        flip_rows(elements, structure.lengths[0] * array.element_bytes, structure.lengths[1]);
        array.data = elements.data();
    }
    write_vti(
        {.cells = structure.lengths, .spacing = structure.cell_size, .origin = structure.origin},
        arrays, facts_of(job, structure.cell_unit), sink);
}

void write_array(const SaveJob& job, std::size_t index, const ByteSink& sink) {
    std::vector<std::size_t> shape = job.structures[index].lengths;
    std::ranges::reverse(shape);
    write_npy(job.arrays[job.plan.files[index].fields.front()], shape, sink);
}

}  // namespace

void SaveJob::set_memory(const std::byte* memory) {
    for (std::size_t i = 0; i < arrays.size(); ++i) arrays[i].data = memory + offsets[i];
}

SaveJob make_job(Simulation& simulation, SavePlan plan, const std::filesystem::path& folder) {
    const Step now = simulation.now();
    SaveJob job{.title = simulation.declaration().title,
                .step = now.number,
                .time = now.time,
                .time_unit = simulation.declaration().dt_unit,
                .plan = std::move(plan)};
    for (const SavedField& field : job.plan.fields) {
        const std::size_t count = simulation.state().extents(field.structure).count();
        job.arrays.push_back(array_of(field, count));
        job.offsets.push_back(job.size_bytes);
        const std::size_t bytes = count * field.type.size_bytes;
        job.size_bytes += round_up(bytes, kAlignment);
    }
    for (const SavedFile& file : job.plan.files) {
        job.structures.push_back(structure_of(simulation, file.structure));
        job.paths.push_back(
            folder / fmt::format("{}-{:06}.{}", file.stem, job.step, to_string(file.format)));
    }
    return job;
}

void write_content(const SaveJob& job, std::size_t index, const ByteSink& sink) {
    const SavedFile& file = job.plan.files[index];
    const SavedStructure& structure = job.structures[index];
    switch (file.format) {
        case FileFormat::npy: return write_array(job, index, sink);
        case FileFormat::vti: return write_image_data(job, index, sink);
        case FileFormat::vtp: {
            const SavedArray& places = job.arrays[*file.places];
            return write_vtp(places, arrays_of(job, file), facts_of(job, places.unit), sink);
        }
        case FileFormat::ply:
        case FileFormat::csv: break;
    }
    const Table table = table_of(job, file);
    const auto write = file.format == FileFormat::ply ? write_ply : write_csv;
    write(table.columns, structure.lengths.front(), table.comments, sink);
}

}  // namespace glint::studio
