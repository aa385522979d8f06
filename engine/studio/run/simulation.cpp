// SPDX-License-Identifier: MIT
#include <glint/studio/run/simulation.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/driver/copies.hpp>
#include <glint/studio/run/detail/launch_shape.hpp>
#include <glint/studio/state/mesh_input.hpp>

namespace glint::studio {
namespace {

KernelArgument converted(double value, ScalarType type) {
    switch (type) {
        case ScalarType::f32: return static_cast<float>(value);
        case ScalarType::f64: return value;
        default: return static_cast<int>(value);
    }
}

KernelArgument converted(std::uint64_t value, ScalarType type) {
    switch (type) {
        case ScalarType::u32: return static_cast<std::uint32_t>(value);
        case ScalarType::i64: return static_cast<std::int64_t>(value);
        case ScalarType::u64: return value;
        default: return static_cast<std::int32_t>(value);
    }
}

KernelArgument place_argument(const std::array<float, 3>& place, unsigned components) {
    return KernelArgument::of_bytes(
        std::as_bytes(std::span(place)).first(components * sizeof(float)));
}

std::vector<std::vector<std::byte>> variables_of(const Code& code, Stream& stream) {
    std::vector<std::vector<std::byte>> all;
    if (code.hides_variables()) return all;
    for (const Code::Variable& variable : code.variables())
        all.push_back(to_vector(stream, variable.bytes));
    return all;
}

bool takes_from_host(const DeclaredPass& pass, const std::string& name) {
    return std::ranges::any_of(pass.arguments, [&](const Argument& each) {
        return each.kind == Argument::Kind::host && each.name == name;
    });
}

/// Throws if the arguments from host code do not match those of the kernel.
void require_known(const DeclaredPass& pass, const HostArguments& given) {
    const auto refuse = [&](const std::string& reason) {
        throw Error(ErrorCode::invalid_argument, fmt::format("run kernel '{}'", pass.kernel),
                    reason);
    };
    for (const auto& [name, value] : given)
        if (!takes_from_host(pass, name))
            refuse(fmt::format("the kernel has no parameter '{}' that takes a value from host code",
                               name));
    for (const Argument& each : pass.arguments)
        if (each.kind == Argument::Kind::host &&
            std::ranges::find(given, each.name, &HostArguments::value_type::first) == given.end())
            refuse(
                fmt::format("host code passes no value for parameter '{}', which is neither a "
                            "field nor a built-in number",
                            each.name));
}

}  // namespace

Simulation::Simulation(const SimulationOptions& options, const CodeOptions& code)
    : code_options_(code),
      file_(options.file),
      seed_(options.seed),
      dt_given_(options.dt),
      stream_(options.device),
      timer_(options.device),
      code_(std::make_shared<Code>(options.device, options.file,
                                   options.text ? *options.text : read_text(options.file), code)),
      dt_(dt_given_.value_or(declaration().dt)),
      parameters_(declaration().parameters),
      prepare_(options.prepare),
      input_texts_(options.inputs),
      inputs_(prepared_inputs(declaration())),
      wants_several_(wants_several(options)) {
    group_steps();
    for (const auto& [name, value] : options.settings)
        for (ParameterSet& set : parameters_)
            for (const Parameter& parameter : set.list())
                if (set.is_called(parameter, name)) set.set_text(parameter, value);
    for (const Input& input : inputs_) fit_extents(declaration(), input, parameters_);
    noted_ = parameters_;
    Simulation::reset();
    events_ = {};
}

std::vector<Input> Simulation::prepared_inputs(const Declaration& declaration) const {
    std::vector<Input> inputs = read_inputs(declaration, input_texts_);
    if (prepare_)
        for (Input& input : inputs) prepare_(declaration, input);
    return inputs;
}

void Simulation::read_inputs_again() {
    std::vector<Input> inputs = prepared_inputs(declaration());
    std::vector<ParameterSet> trial = parameters_;
    for (const Input& input : inputs) fit_extents(declaration(), input, trial);
    for (const Input& input : inputs) fit_extents(declaration(), input, parameters_);
    inputs_ = std::move(inputs);
}

void Simulation::apply_inputs() {
    for (const Input& input : inputs_) apply(declaration(), input, stream_, *state_);
}

bool Simulation::wants_several(const SimulationOptions& options) {
    return options.steps_at_once && !options.has_host;
}

void Simulation::group_steps() {
    groups_.clear();
    at_once_.reset();
    const DeclaredPass* before = nullptr;
    for (std::size_t i = 0; i < declaration().passes.size(); ++i) {
        const DeclaredPass& pass = declaration().passes[i];
        if (pass.role != Role::step) continue;
        if (pass.steps > 1) {
            if (wants_several_) at_once_ = i;
            continue;
        }
        if (!before || pass.group.empty() || pass.group != before->group)
            groups_.push_back({.repeats = pass.repeats, .passes = {}});
        groups_.back().passes.push_back(i);
        before = &pass;
    }
}

// Returns a state with zeroed arrays. Reuses the memory of the old state if it fits, because the
// state may use most of the device's memory.
std::unique_ptr<State> Simulation::cleared_state() {
    if (!state_ || !state_->fits(declaration(), declaration(), parameters_))
        return std::make_unique<State>(stream_, file_.string(), declaration(), parameters_);
    state_->clear();
    return std::move(state_);
}

void Simulation::reset() {
    note_edits();
    for (Input& input : inputs_)
        make_elements(declaration(), input,
                      extents_of(declaration().structures[input.place.structure], parameters_),
                      parameters_, stream_);
    begin(cleared_state());
    events_.add({step_, Reset{}});
    step_ = 0;
    mouse_ = {};
    apply_inputs();
    for (std::size_t i = 0; i < declaration().passes.size(); ++i) {
        if (declaration().passes[i].role != Role::init || !is_wanted(i)) continue;
        run_pass(i, now());
        apply_inputs();  // overwrites any changes by the kernel
    }
}

// Starts to use `state`. Discards all values that were computed from the old state.
void Simulation::begin(std::unique_ptr<State> state) {
    state_ = std::move(state);
    ++states_;
    shown_.clear();
    shown_.resize(declaration().derived.size());
    partials_.clear();
    partials_.resize(declaration().derived.size());
    monitored_ = {};
}

std::vector<std::string> Simulation::adopt(Code code) {
    return adopt(std::make_shared<const Code>(std::move(code)));
}

std::vector<std::string> Simulation::adopt(std::shared_ptr<const Code> code) {
    const Declaration& fresh_declaration = code->declaration();
    require_kernels_of_host(fresh_declaration);
    std::vector<ParameterSet> parameters = fresh_declaration.parameters;
    for (ParameterSet& fresh : parameters)
        for (const ParameterSet& old : parameters_)
            if (old.struct_name() == fresh.struct_name()) fresh.adopt_values(old);
    // Reads the inputs again, because the indices of their fields may have changed.
    std::vector<Input> inputs = prepared_inputs(fresh_declaration);
    std::unique_ptr<State> fresh_state;  // null: reuse the old state, to save memory
    if (!state_->fits(declaration(), fresh_declaration, parameters))
        fresh_state =
            std::make_unique<State>(stream_, file_.string(), fresh_declaration, parameters);
    note_edits();
    events_.add({step_, VersionChange{code, variables_of(*code, stream_)}});
    stream_.synchronize();   // old kernels must end before they are unloaded
    std::swap(code_, code);  // `code` is now the old code
    std::swap(parameters_, parameters);
    noted_ = parameters_;
    inputs_ = std::move(inputs);
    dt_ = dt_given_.value_or(declaration().dt);
    group_steps();
    if (!fresh_state) {
        begin(std::move(state_));
        return {};
    }
    std::swap(state_, fresh_state);
    begin(std::move(state_));
    run(Role::init, now());
    stream_.synchronize();
    return state_->take_fields(declaration(), *fresh_state, code->declaration());
}

void Simulation::continue_from(std::uint64_t step, const Mouse& mouse) {
    noted_ = parameters_;
    step_ = step;
    mouse_ = mouse;
}

Step Simulation::now() const noexcept {
    return {.number = step_, .time = static_cast<double>(step_) * dt_, .dt = dt_};
}

void Simulation::advance(unsigned steps) {
    if (steps > 0) note_edits();
    while (steps > 0) {
        const unsigned done = steps_at_once() <= steps ? steps_at_once() : 1;
        timer_.begin_step(stream_, done);
        if (done > 1)
            run_pass(*at_once_, now());
        else
            step(now());
        timer_.end_step(stream_);
        step_ += done;
        steps -= done;
    }
}

unsigned Simulation::steps_at_once() const noexcept {
    return at_once_ ? declaration().passes[*at_once_].steps : 1;
}

void Simulation::step(const Step& now) {
    for (const Group& group : groups_)
        for (unsigned i = 0; i < group.repeats; ++i) {
            timer_.set_weight(i + 1 == group.repeats ? group.repeats : 0);
            for (const std::size_t pass : group.passes)
                if (is_wanted(pass)) run_pass(pass, now);
        }
    timer_.set_weight(1);
}

void Simulation::drag(const Mouse& mouse) {
    note_edits();
    events_.add({step_, Drag{mouse}});
    mouse_ = mouse;
    run(Role::drag, now());
}

// Compares the values, because widgets, keys, and presets change values directly.
void Simulation::note_edits() {
    for (std::size_t i = 0; i < parameters_.size(); ++i) {
        const ParameterSet& set = parameters_[i];
        if (std::ranges::equal(set.bytes(), noted_[i].bytes())) continue;
        for (const Parameter& parameter : set.list())
            if (std::string value = set.text(parameter); value != noted_[i].text(parameter))
                events_.add({step_, Edit{set.full_name(parameter), std::move(value)}});
        noted_[i] = set;
    }
}

void Simulation::draw() { run(Role::draw, now()); }

void Simulation::run(Role role, const Step& now) {
    for (std::size_t i = 0; i < declaration().passes.size(); ++i)
        if (declaration().passes[i].role == role && is_wanted(i)) run_pass(i, now);
}

void Simulation::run_pass(std::size_t index, const Step& now, const HostArguments& given,
                          const std::optional<LaunchShape>& shape) {
    const DeclaredPass& pass = declaration().passes[index];
    require_known(pass, given);
    std::vector<KernelArgument> arguments;
    arguments.reserve(pass.arguments.size());
    for (const Argument& each : pass.arguments) arguments.push_back(argument(each, now, given));
    const AnyKernel& kernel = code_->pass(index);
    timer_.begin_pass(stream_, pass.kernel);
    kernel.launch(
        stream_, shape ? *shape : shape_of(pass, kernel, declaration(), state_->extents(pass.over)),
        arguments);
    timer_.end_pass(stream_);
    take_next(pass);
}

void Simulation::require_kernel(const std::string& kernel) {
    (void)declaration().require_pass(kernel);
    kernels_of_host_.push_back(kernel);
}

// Refuses a version of the file if a kernel that host code runs is missing, or if such a kernel
// takes new arguments from the host. Host code passes only the arguments that the old version
// takes.
void Simulation::require_kernels_of_host(const Declaration& fresh) const {
    std::vector<Mistake> mistakes;
    for (const std::string& kernel : kernels_of_host_) {
        const auto found = fresh.find_pass(kernel);
        if (!found) {
            mistakes.push_back(
                {1, fmt::format("kernel '{}' was removed, but host code launches this kernel",
                                kernel)});
            continue;
        }
        const DeclaredPass& pass = fresh.passes[*found];
        const DeclaredPass& old = declaration().passes[declaration().require_pass(kernel)];
        for (const Argument& each : pass.arguments)
            if (each.kind == Argument::Kind::host && !takes_from_host(old, each.name))
                mistakes.push_back(
                    {each.line,
                     fmt::format("host code passes no value for parameter '{1}' of kernel '{0}'",
                                 pass.kernel, each.name)});
    }
    if (!mistakes.empty()) throw DeclarationError(file_.string(), std::move(mistakes));
}

void Simulation::take_next(const DeclaredPass& pass) {
    for (const Argument& each : pass.arguments)
        if (each.kind == Argument::Kind::next) state_->advance({each.structure, each.field});
}

KernelArgument Simulation::argument(const Argument& argument, const Step& now,
                                    const HostArguments& given) {
    const Declaration::Place place{argument.structure, argument.field};
    switch (argument.kind) {
        case Argument::Kind::field: return std::as_const(*state_).data(place);
        case Argument::Kind::in_place: return state_->data(place);
        case Argument::Kind::next: return state_->next(place);
        case Argument::Kind::parameters: return parameters_[argument.parameters];
        case Argument::Kind::number: return number(argument, now);
        case Argument::Kind::host:
            return std::ranges::find(given, argument.name, &HostArguments::value_type::first)
                ->second;  // require_known() has checked that the argument exists
        case Argument::Kind::structure: break;
    }
    std::vector<void*> pointers;
    const auto count = declaration().structures[argument.structure].fields.size();
    for (std::size_t i = 0; i < count; ++i)
        pointers.push_back(state_->data({argument.structure, i}));
    return KernelArgument::of_bytes(std::as_bytes(std::span(pointers)));
}

KernelArgument Simulation::number(const Argument& argument, const Step& now) const {
    const Extents& extents = state_->extents(argument.structure);
    switch (argument.number) {
        case Number::width: return converted(std::uint64_t(extents.width), argument.scalar);
        case Number::height: return converted(std::uint64_t(extents.height), argument.scalar);
        case Number::depth: return converted(std::uint64_t(extents.depth), argument.scalar);
        case Number::count: return converted(std::uint64_t(extents.count()), argument.scalar);
        case Number::step: return converted(now.number, argument.scalar);
        case Number::seed: return converted(std::uint64_t(seed_), argument.scalar);
        case Number::dt: return converted(now.dt, argument.scalar);
        case Number::time: return converted(now.time, argument.scalar);
        case Number::mouse: return place_argument(mouse_.place, argument.components);
        case Number::cell:   // computed in the kernels
        case Number::index:  // computed in the kernels
        case Number::mouse_before: break;
    }
    return place_argument(mouse_.before, argument.components);
}

std::vector<std::byte> Simulation::element(Declaration::Place place,
                                           std::array<std::size_t, 3> at) {
    const Extents& extents = state_->extents(place.structure);
    const Structure& structure = declaration().structures[place.structure];
    const Field& field = structure.fields[place.field];
    if (at[0] >= extents.width || at[1] >= extents.height || at[2] >= extents.depth)
        throw Error(
            ErrorCode::invalid_argument, fmt::format("read an element of '{}'", field.name),
            fmt::format("the position [{}, {}, {}] is outside the array of {} x {} x {} elements",
                        at[0], at[1], at[2], extents.width, extents.height, extents.depth));
    const std::size_t index = (at[2] * extents.height + at[1]) * extents.width + at[0];
    std::vector<std::byte> bytes(field.type.size_bytes);
    const DeviceSpan<const std::byte> all = std::as_const(*state_).memory(place).span();
    download(stream_, bytes, all.subspan(index * bytes.size(), bytes.size()));
    stream_.synchronize();
    return bytes;
}

DataVersion Simulation::data_version(std::string_view field) const {
    const Declaration::Place place = declaration().require_field(
        field, fmt::format("check whether field '{}' has changed", field));
    return {states_, state_->changes(place)};
}

Declaration::Place Simulation::find(std::string_view name, std::size_t element_bytes) const {
    const Declaration::Place place =
        declaration().require_field(name, fmt::format("find field '{}'", name));
    const Field& field = declaration().structures[place.structure].fields[place.field];
    if (field.type.size_bytes != element_bytes)
        throw Error(
            ErrorCode::invalid_argument, fmt::format("access field '{}'", name),
            fmt::format("the elements of the field have type '{}' with {} bytes, not {} bytes",
                        field.type.name, field.type.size_bytes, element_bytes));
    return place;
}

std::vector<std::size_t> Simulation::lengths_of(std::size_t structure) const {
    const Extents& extents = state_->extents(structure);
    switch (declaration().structures[structure].extents.size()) {
        case 1: return {extents.width};
        case 2: return {extents.height, extents.width};
        default: return {extents.depth, extents.height, extents.width};
    }
}

}  // namespace glint::studio
