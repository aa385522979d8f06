// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include <glint/driver/device.hpp>
#include <glint/driver/stream.hpp>
#include <glint/studio/run/detail/code.hpp>
#include <glint/studio/run/detail/pass.hpp>
#include <glint/studio/run/detail/step_timer.hpp>
#include <glint/studio/run/events.hpp>
#include <glint/studio/run/snapshot.hpp>
#include <glint/studio/state/input.hpp>
#include <glint/studio/state/state.hpp>

namespace glint {
template <class T>
class ArrayView;
}

namespace glint::studio {

/// How to create a simulation.
struct SimulationOptions {
    Device device;
    std::filesystem::path file;         ///< annotated CUDA C++; see docs/reference/studio.md
    std::optional<std::string> text{};  ///< nullopt: the content of the file
    std::uint32_t seed = 1;
    std::optional<double> dt{};  ///< nullopt: the time step in the file
    /// Values that parameters get before the first reset, by name: "speed" or "Params.speed". Names
    /// that are not in the file are ignored.
    std::vector<std::pair<std::string, std::string>> settings{};
    /// Initial elements of fields, such as "level=waves.npy" or "cloud.ply"; see read_input(). The
    /// `init` kernels can compute other fields from these elements, but cannot change them. Extents
    /// that are parameters are set to the sizes of the files.
    std::vector<std::string> inputs{};
    /// Called for each input after it is read. May modify the input, for example to fit a scan into
    /// a box.
    std::function<void(const Declaration&, Input&)> prepare{};
    /// True: one launch computes several steps if the file has a `steps` kernel, and `has_host` is
    /// false. The results are bit-identical.
    bool steps_at_once = true;
    /// True if host code may run kernels. If false, a kernel without an annotation is a mistake.
    bool has_host = true;
};

/// The start of a time step.
struct Step {
    std::uint64_t number = 0;  ///< from 0
    double time = 0;           ///< in the unit of dt
    double dt = 0;
};

/// A simulation that an annotated file declares: its state, its clock, and its kernels, which are
/// queued on one stream. A simulation does not depend on a window.
///
/// A derived class can add host code: it overrides `step`, runs kernels through Pass, and accesses
/// fields as arrays. docs/reference/studio.md has an example.
class Simulation {
public:
    /// Compiles the file, and resets the simulation. Throws DeclarationError with all mistakes of
    /// the file, or if the state does not fit into the device's memory. Throws
    /// Error(invalid_argument) for a setting whose value the parameter does not accept.
    explicit Simulation(const SimulationOptions& options)
        : Simulation(options, CodeOptions{.read = {.has_host = options.has_host}}) {}
    /// Creates another simulation of the same file in the state `start`, without reading the file.
    /// The new simulation uses the device, the seed, and the time step of `options`. It does not
    /// use inputs.
    Simulation(const SimulationOptions& options, const Snapshot& start);
    virtual ~Simulation() = default;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    const Declaration& declaration() const noexcept { return code_->declaration(); }
    /// Values of the parameter structs. They may be changed between steps.
    std::span<ParameterSet> parameters() noexcept { return parameters_; }
    /// Changes a parameter. The name is "feed", or "Params.feed" if several structs have a `feed`.
    /// The value is one or more numbers, `set("feed", 0.037)`, `set("tint", {0.1, 0.4, 1})`, or a
    /// text, `set("tint", "0.1,0.4,1")`. Throws Error(not_found), with the nearest name, for an
    /// unknown name. Throws Error(invalid_argument) for an ambiguous name and for values that
    /// ParameterSet::set rejects; the old value then stays.
    void set(std::string_view name, double value) { set(name, {value}); }
    void set(std::string_view name, std::initializer_list<double> values);
    void set(std::string_view name, std::string_view text);
    /// Returns a parameter's value: `get("feed")`, `get<int>("width")`, or
    /// `get<std::array<float, 3>>("tint")`. Throws as set() does, and Error(invalid_argument) if T
    /// cannot hold the value.
    template <class T = double>
    T get(std::string_view name) const;
    State& state() noexcept { return *state_; }
    const State& state() const noexcept { return *state_; }
    Stream& stream() noexcept { return stream_; }
    /// True if kernels run on the CPU.
    bool is_on_cpu() const { return stream_.device().kind() == BackendKind::cpu; }
    /// Returns a version that changes whenever elements may have changed: after a step, a drag, a
    /// reset, a restored snapshot, or a kernel of the file, and after a call of field(). Code that
    /// writes to an array that field() returned must call field() again for each picture.
    DataVersion data_version() const noexcept { return {states_, state_->changes()}; }
    /// Returns the version of one field, for results that depend only on the elements of this
    /// field. Throws Error(not_found) if the file does not declare the field.
    DataVersion data_version(std::string_view field) const;

    /// Goes back to step 0: sets the extents from the parameters, fills the arrays with zeros,
    /// applies the inputs, and runs the `init` kernels. Throws DeclarationError if the state does
    /// not fit into the device's memory, and Error(bad_input) for a mesh that does not fit the
    /// grid; the old state then stays. (The constructor calls Simulation::reset(), not the override
    /// of a derived class.)
    virtual void reset();
    /// Reads the input files of the simulation again, for the next reset. Throws the errors for
    /// inputs that the constructor throws; the previous inputs then stay.
    void read_inputs_again();
    /// Continues with another version of the file at the next step. Parameters keep the values that
    /// were set. Fields with the same structure, name, type, and extents keep their elements. The
    /// new `init` kernels initialize all other fields; inputs are applied only at the next reset.
    /// Returns the names of new and removed fields: "new: Pond.depth", "removed: Pond.rising".
    /// Indices into the declaration may refer to other entries afterwards. Throws DeclarationError
    /// if the new state does not fit into the device's memory, or if the kernel of a Pass no longer
    /// exists. Throws the errors of read_input() if the field of an input no longer exists. After
    /// an error, the simulation is unchanged.
    std::vector<std::string> adopt(Code code);
    std::vector<std::string> adopt(std::shared_ptr<const Code> code);
    const Code& code() const noexcept { return *code_; }
    std::uint32_t seed() const noexcept { return seed_; }
    const Mouse& mouse() const noexcept { return mouse_; }  ///< position at the last drag
    /// Options with which other versions of the file are compiled.
    const CodeOptions& code_options() const noexcept { return code_options_; }
    const std::filesystem::path& file() const noexcept { return file_; }

    /// Queues this many steps.
    void advance(unsigned steps);
    /// Returns the number of steps that one launch computes, provided that at least as many steps
    /// are queued. Returns 1 if each launch computes a single step.
    unsigned steps_at_once() const noexcept;
    /// Queues the `drag` kernels.
    void drag(const Mouse& mouse);
    /// Queues the `draw` kernels.
    void draw();

    /// Returns the events since the simulation was created. An edit is added when the next step or
    /// drag is queued.
    EventLog& events() noexcept { return events_; }
    const EventLog& events() const noexcept { return events_; }
    /// Adds an event for each parameter whose value differs from that in the log. Steps, drags,
    /// resets, and snapshots call this function first.
    void note_edits();
    /// Applies the event at the current step, and ignores the event's own step number. Throws the
    /// errors of the function that corresponds to the event.
    void redo(const RunEvent& event);

    /// Returns a snapshot: queues copies, in device memory, of everything that later steps depend
    /// on. Members of a derived class are not included. Throws Error(out_of_memory).
    Snapshot capture();
    /// Restores the state from a snapshot, so that the run continues from there; queues the copies.
    /// Removes later events from the log. Throws DeclarationError if the state does not fit into
    /// the device's memory; the simulation then stays unchanged.
    void restore(const Snapshot& snapshot);

    /// Sets the current step and the last mouse position without changing the state. Current
    /// parameter values that differ from the log do not become events.
    void continue_from(std::uint64_t step, const Mouse& mouse);
    [[deprecated("use continue_from")]] void go_on_at(std::uint64_t step, const Mouse& mouse) {
        continue_from(step, mouse);
    }

    /// Requests the times of the passes of the next step. If one launch does several steps, the
    /// times are divided by the number of steps. The measurement records two events per pass.
    void time_next_step() { timer_.ask(); }
    /// Returns the times of the last timed step that has finished; see StepTimer::times(). Does not
    /// wait for the device.
    const std::vector<PassTime>& pass_times() { return timer_.times(); }

    /// Returns the step that runs next.
    Step now() const noexcept;

    /// Computes a `show` function for each element. `derived` is the index of the function in the
    /// declaration. The results stay valid until the next call for the same function, or until a
    /// reset.
    const DeviceMemory<std::byte>& show(std::size_t derived);

    /// Returns one entry per function of field values, in the declaration's order: the value of a
    /// monitor, or nullopt for a `show` function. Waits for the device.
    std::vector<std::optional<double>> monitors();

    /// Finds the first element for which a monitor's function returns `value`; nullopt if not
    /// found. Requires a monitor for which is_extreme() is true. Waits for the device.
    std::optional<std::array<std::size_t, 3>> find_value(std::size_t derived, double value);

    /// Returns the bytes of one element of a field. Waits for the device. Throws
    /// Error(invalid_argument) for an index outside the structure.
    std::vector<std::byte> element(Declaration::Place place, std::array<std::size_t, 3> at);

    /// Returns a field's elements as an array. Include glint/studio/run/field.hpp to use this
    /// function. Throws Error(not_found) for an unknown or ambiguous name, and
    /// Error(invalid_argument) if the size of T differs from that of the elements.
    template <class T>
    ArrayView<T> field(std::string_view name);

protected:
    Simulation(const SimulationOptions& options, const CodeOptions& code);

    /// Queues the pass with this index once. The arguments are those of Pass::operator().
    void run_pass(std::size_t index, const Step& now, const HostArguments& given = {},
                  const std::optional<LaunchShape>& shape = std::nullopt);

    /// Queues one step. The default runs the file's `step` kernels.
    virtual void step(const Step& now);

private:
    friend class Pass;

    struct Group {
        unsigned repeats = 1;
        std::vector<std::size_t> passes;
    };

    std::vector<double> parameter_values(std::string_view name, std::size_t components) const;
    [[noreturn]] static void refuse_type(std::string_view name, double value);
    std::unique_ptr<State> cleared_state();
    void begin(std::unique_ptr<State> state);
    /// The memory that a snapshot copies, in order.
    std::vector<DeviceSpan<std::byte>> all_memory();
    static bool wants_several(const SimulationOptions& options);
    void group_steps();
    std::vector<Input> prepared_inputs(const Declaration& declaration) const;
    void apply_inputs();
    void require_kernel(const std::string& kernel);
    void require_kernels_of_host(const Declaration& fresh) const;
    void run(Role role, const Step& now);
    /// True if the pass does not have a condition, or if the parameter in its condition is true.
    bool is_wanted(std::size_t pass) const;
    KernelArgument argument(const Argument& argument, const Step& now,
                            const HostArguments& given = {});
    KernelArgument number(const Argument& argument, const Step& now) const;
    void take_next(const DeclaredPass& pass);
    /// Queues the kernel that computes the function for each element and writes the results to
    /// `values`.
    void launch_derived(std::size_t index, void* values);
    /// Queues the computation of a monitor's values. They are valid until the next call.
    const DeviceMemory<std::byte>& monitored(std::size_t index);
    Declaration::Place find(std::string_view name, std::size_t element_bytes) const;
    /// Lengths of a structure, slowest dimension first.
    std::vector<std::size_t> lengths_of(std::size_t structure) const;

    CodeOptions code_options_;
    std::filesystem::path file_;
    std::uint32_t seed_;
    std::optional<double> dt_given_;
    Stream stream_;
    StepTimer timer_;
    std::shared_ptr<const Code> code_;
    double dt_;
    std::vector<ParameterSet> parameters_;
    std::function<void(const Declaration&, Input&)> prepare_;
    std::vector<std::string> input_texts_;
    std::vector<Input> inputs_;
    std::vector<std::string> kernels_of_host_;
    std::unique_ptr<State> state_;
    std::uint64_t states_ = 0;  // number of states created
    bool wants_several_;
    std::vector<Group> groups_;
    std::optional<std::size_t> at_once_;             // the pass that does several steps per launch
    std::vector<DeviceMemory<std::byte>> shown_;     // indexed as Declaration::derived
    std::vector<DeviceMemory<std::byte>> partials_;  // indexed as Declaration::derived
    DeviceMemory<std::byte> monitored_;              // values of the last monitor computed
    std::uint64_t step_ = 0;
    Mouse mouse_;
    EventLog events_;
    std::vector<ParameterSet> noted_;  // parameter values according to events_
};

template <class T>
T Simulation::get(std::string_view name) const {
    const auto as = [&]<class U>(double value, U) {
        if constexpr (!std::is_floating_point_v<U>) {
            using Limits = std::numeric_limits<U>;
            const bool is_within = value >= static_cast<double>(Limits::lowest()) &&
                                   value <= static_cast<double>(Limits::max());
            if (!is_within || static_cast<double>(static_cast<U>(value)) != value)
                refuse_type(name, value);
        }
        return static_cast<U>(value);
    };
    if constexpr (std::is_arithmetic_v<T>) {
        return as(parameter_values(name, 1).front(), T{});
    } else {
        T all{};
        const std::vector<double> values = parameter_values(name, all.size());
        for (std::size_t i = 0; i < all.size(); ++i)
            all[i] = as(values[i], typename T::value_type{});
        return all;
    }
}

}  // namespace glint::studio
