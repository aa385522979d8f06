// SPDX-License-Identifier: MIT
#include <glint/studio/run/snapshot.hpp>

#include <algorithm>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

std::size_t Snapshot::size_bytes() const noexcept {
    std::size_t size = 0;
    for (const DeviceMemory<std::byte>& array : arrays) size += array.size();
    return size;
}

Simulation::Simulation(const SimulationOptions& options, const Snapshot& start)
    : code_options_{.read = {.has_host = options.has_host}},
      file_(options.file),
      seed_(options.seed),
      dt_given_(options.dt),
      stream_(options.device),
      timer_(options.device),
      code_(start.code),
      dt_(dt_given_.value_or(declaration().dt)),
      parameters_(start.parameters),
      wants_several_(wants_several(options)) {
    group_steps();
    begin(std::make_unique<State>(stream_, file_.string(), declaration(), parameters_));
    restore(start);
}

std::vector<DeviceSpan<std::byte>> Simulation::all_memory() {
    std::vector<DeviceSpan<std::byte>> all;
    for (const State::Buffer& buffer : state_->buffers(declaration()))
        all.push_back(buffer.memory->span());
    for (const Code::Variable& variable : code_->variables()) all.push_back(variable.bytes);
    return all;
}

Snapshot Simulation::capture() {
    note_edits();
    Snapshot snapshot{.step = step_,
                      .code = code_,
                      .parameters = parameters_,
                      .mouse = mouse_,
                      .events = events_.all().size()};
    for (const DeviceSpan<std::byte>& memory : all_memory())
        copy(stream_, snapshot.arrays.emplace_back(stream_, memory.size()), memory);
    return snapshot;
}

void Simulation::restore(const Snapshot& snapshot) {
    std::unique_ptr<State> fresh;
    if (!state_->fits(declaration(), snapshot.code->declaration(), snapshot.parameters))
        fresh = std::make_unique<State>(stream_, file_.string(), snapshot.code->declaration(),
                                        snapshot.parameters);
    if (code_ != snapshot.code) {
        stream_.synchronize();  // kernels of the other version may still be queued
        inputs_ = prepared_inputs(snapshot.code->declaration());
        code_ = snapshot.code;
        dt_ = dt_given_.value_or(declaration().dt);
        group_steps();
    }
    parameters_ = noted_ = snapshot.parameters;
    begin(fresh ? std::move(fresh) : std::move(state_));
    step_ = snapshot.step;
    mouse_ = snapshot.mouse;
    events_.cut(snapshot.events);
    const std::vector<DeviceSpan<std::byte>> memory = all_memory();
    for (std::size_t i = 0; i < memory.size(); ++i) copy(stream_, memory[i], snapshot.arrays[i]);
}

void Simulation::redo(const RunEvent& event) {
    if (const auto* edit = std::get_if<Edit>(&event.what)) {
        const std::size_t dot = edit->name.find('.');
        const auto set =
            std::ranges::find(parameters_, edit->name.substr(0, dot), &ParameterSet::struct_name);
        if (set == parameters_.end())
            throw Error(ErrorCode::not_found, fmt::format("set '{}'", edit->name),
                        "the simulation file does not declare this parameter struct");
        set->set_text(edit->name.substr(dot + 1), edit->text);
    } else if (const auto* done = std::get_if<Drag>(&event.what)) {
        drag(done->mouse);
    } else if (const auto* version = std::get_if<VersionChange>(&event.what)) {
        for (std::size_t i = 0; i < version->variables.size(); ++i)
            upload(stream_, version->code->variables()[i].bytes, version->variables[i]);
        (void)adopt(version->code);
    } else {
        reset();
    }
}

}  // namespace glint::studio
