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
#include <glint/studio/run/code.hpp>
#include <glint/studio/run/events.hpp>
#include <glint/studio/run/pass.hpp>
#include <glint/studio/run/snapshot.hpp>
#include <glint/studio/run/step_timer.hpp>
#include <glint/studio/state/input.hpp>
#include <glint/studio/state/state.hpp>

namespace glint {
template <class T>
class ArrayView;
}

namespace glint::studio {

/// What a simulation is made on and from.
struct SimulationOptions {
    Device device;
    std::filesystem::path file;         ///< annotated CUDA C++; docs/reference/studio.md describes it
    std::optional<std::string> text{};  ///< in place of what the file has
    std::uint32_t seed = 1;
    std::optional<double> dt{};  ///< nothing: as the file says
    /// Values of parameters before the first reset, by their names, "speed" or "Params.speed";
    /// names that the file does not have are left.
    std::vector<std::pair<std::string, std::string>> settings{};
    /// Initial elements of fields, "level=waves.npy" or "cloud.ply"; see read_input. Such a field
    /// keeps them while the `init` kernels run, so that others may be made from them, and extents
    /// that are parameters take the sizes of the files.
    std::vector<std::string> inputs{};
    /// Changes each input once it is read: fits a scan into a box, say.
    std::function<void(const Declaration&, Input&)> prepare{};
    /// Whether steps are done several at once where the file has a kernel for that and there is no
    /// host code, which gives the same bits.
    bool steps_at_once = true;
    /// Whether host code may run kernels; if not, one without an annotation is a mistake.
    bool has_host = true;
};

/// The time at which a step starts.
struct Step {
    std::uint64_t number = 0;  ///< from 0
    double time = 0;           ///< in the unit of dt
    double dt = 0;
};

/// A simulation that an annotated file declares: its state, its clock, and its kernels, queued on
/// one stream. It knows no window.
///
/// A class of its own says what a file cannot: it overrides `step`, has kernels as Pass, and sees
/// fields as arrays. docs/reference/studio.md has an example.
class Simulation {
public:
    /// Compiles the file, and resets. Throws DeclarationError with all mistakes of the file, or if
    /// the state does not fit the device's memory, and Error(invalid_argument) for a setting that
    /// its parameter cannot take.
    explicit Simulation(const SimulationOptions& options)
        : Simulation(options, CodeOptions{.read = {.has_host = options.has_host}}) {}
    /// One at `start`, of another simulation of this file, without reading the file. It takes the
    /// device, the seed and the time step of `options`, and has no inputs.
    Simulation(const SimulationOptions& options, const Snapshot& start);
    virtual ~Simulation() = default;
    Simulation(const Simulation&) = delete;
    Simulation& operator=(const Simulation&) = delete;

    const Declaration& declaration() const noexcept { return code_->declaration(); }
    /// The values of the parameter structs, which may be changed between steps.
    std::span<ParameterSet> parameters() noexcept { return parameters_; }
    /// Changes a parameter by its name, "feed", or "Params.feed" where several structs have one:
    /// `set("feed", 0.037)`, `set("tint", {0.1, 0.4, 1})`, or as text, `set("tint", "0.1,0.4,1")`.
    /// Throws Error(not_found), with the nearest name, and Error(invalid_argument) for a name that
    /// several have and for what ParameterSet::set refuses; the old value then stays.
    void set(std::string_view name, double value) { set(name, {value}); }
    void set(std::string_view name, std::initializer_list<double> values);
    void set(std::string_view name, std::string_view text);
    /// A parameter's value: `get("feed")`, `get<int>("width")`, `get<std::array<float,
    /// 3>>("tint")`. Throws as set() does, and Error(invalid_argument) if T does not hold the
    /// value.
    template <class T = double>
    T get(std::string_view name) const;
    State& state() noexcept { return *state_; }
    const State& state() const noexcept { return *state_; }
    Stream& stream() noexcept { return stream_; }
    /// Whether kernels run on the CPU.
    bool is_on_cpu() const { return stream_.device().kind() == BackendKind::cpu; }
    /// Stays while no step, drag, reset or restored snapshot, no kernel of the file and nobody who
    /// asked for a field could have changed its elements. Who keeps an array of a field and writes
    /// to it between two pictures asks for it by field() each time.
    DataVersion data_version() const noexcept { return {states_, state_->changes()}; }
    /// The same of one field: what is made of its elements alone stays right with it. Throws
    /// Error(not_found) if the file declares no such field.
    DataVersion data_version(std::string_view field) const;

    /// Back to step 0: extents by the parameters, arrays of zeros, then the `init` kernels.
    /// Throws DeclarationError if the state does not fit, and Error(bad_input) for a mesh that does
    /// not fit the grid; the old one then stays. (Of a class of
    /// its own, the constructor calls this one.)
    virtual void reset();
    /// Reads the files of its inputs again, for the next reset. Throws what the constructor does
    /// for them; those of before then stay.
    void read_inputs_again();
    /// Goes on with another version of the file at the next step. Parameters keep the values that
    /// were set. Fields whose structure, name, type and extents are those of before keep their
    /// elements; others get them by the new `init` kernels, without the inputs until a reset. Gives
    /// the names of those, and of the fields that are gone: "new: Pond.depth", "gone: Pond.rising".
    /// Indices into the declaration may mean something else from then on. Changes nothing, and
    /// throws DeclarationError if the new state does not fit or a Pass has no kernel any more, or
    /// what read_input() does if an input has no field any more.
    std::vector<std::string> adopt(Code code);
    std::vector<std::string> adopt(std::shared_ptr<const Code> code);
    const Code& code() const noexcept { return *code_; }
    std::uint32_t seed() const noexcept { return seed_; }
    const Mouse& mouse() const noexcept { return mouse_; }  ///< at the last drag
    /// As which other versions of the file are compiled.
    const CodeOptions& code_options() const noexcept { return code_options_; }
    const std::filesystem::path& file() const noexcept { return file_; }

    /// Queues so many steps.
    void advance(unsigned steps);
    /// How many of them are done at once, if so many are left.
    unsigned steps_at_once() const noexcept;
    /// Queues the `drag` kernels.
    void drag(const Mouse& mouse);
    /// Queues the `draw` kernels.
    void draw();

    /// What came to it since it was made; an edit is in it once the next step or drag is queued.
    EventLog& events() noexcept { return events_; }
    const EventLog& events() const noexcept { return events_; }
    /// Writes into the log which parameters have other values than it says. Steps, drags, resets
    /// and snapshots do so first.
    void note_edits();
    /// Does what the event says, at this step whatever step it names. Throws what doing it by other
    /// means does.
    void redo(const RunEvent& event);

    /// Queues copies of all that the next steps depend on, in memory of the device. What a class of
    /// its own has as members is not in it. Throws Error(out_of_memory).
    Snapshot capture();
    /// Goes on from there; queues the copies. Events that came later have not happened. Throws
    /// DeclarationError, and changes nothing, if the state does not fit into the memory.
    void restore(const Snapshot& snapshot);

    /// Goes on as if the state and the parameters were those of this step, the mouse having been
    /// there last.
    void go_on_at(std::uint64_t step, const Mouse& mouse);

    /// Asks for the times of the passes of the next step, or their shares of the next steps that
    /// are done at once. It costs two events for each of them.
    void time_next_step() { timer_.ask(); }
    /// Of the last step that was timed and is done; see StepTimer::times. Does not wait.
    const std::vector<PassTime>& pass_times() { return timer_.times(); }

    /// The step that is next.
    Step now() const noexcept;

    /// Computes a `show` function for each element; `derived` is its index in the declaration. The
    /// memory is valid, and its values stay, until the next call for the same function, or a reset.
    const DeviceMemory<std::byte>& show(std::size_t derived);

    /// The value of each monitor, in the declaration's order, with nothing at the indices of what
    /// is shown. Waits.
    std::vector<std::optional<double>> monitors();

    /// The first element for which the function of a monitor that is_extreme() gives `value`;
    /// nothing if none does. Waits.
    std::optional<std::array<std::size_t, 3>> find_value(std::size_t derived, double value);

    /// The bytes of one element of a field. Waits. Throws Error(invalid_argument) for a place
    /// outside its structure.
    std::vector<std::byte> element(Declaration::Place place, std::array<std::size_t, 3> at);

    /// A field's elements as an array, for whoever includes glint/studio/run/field.hpp. Throws
    /// Error(not_found) for a name that no field has, or several have, and Error(invalid_argument)
    /// if T has another size than its elements.
    template <class T>
    ArrayView<T> field(std::string_view name);

protected:
    Simulation(const SimulationOptions& options, const CodeOptions& code);

    /// Queues the kernel of this index once; see Pass.
    void run_pass(std::size_t index, const Step& now, const HostArguments& given = {},
                  const std::optional<LaunchShape>& shape = std::nullopt);

    /// Queues one step: the file's `step` kernels, unless a simulation says otherwise.
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
    /// What a snapshot copies, in its order.
    std::vector<DeviceSpan<std::byte>> all_memory();
    static bool wants_several(const SimulationOptions& options);
    void group_steps();
    std::vector<Input> prepared_inputs(const Declaration& declaration) const;
    void apply_inputs();
    void require_kernel(const std::string& kernel);
    void require_kernels_of_host(const Declaration& fresh) const;
    void run(Role role, const Step& now);
    /// Whether the parameter is set without which the kernel does not run.
    bool is_wanted(std::size_t pass) const;
    KernelArgument argument(const Argument& argument, const Step& now,
                            const HostArguments& given = {});
    KernelArgument number(const Argument& argument, const Step& now) const;
    void take_next(const DeclaredPass& pass);
    /// Queues the computation of the function's values.
    void launch_derived(std::size_t index, void* values);
    /// The values of a monitor's function, until the next call.
    const DeviceMemory<std::byte>& monitored(std::size_t index);
    Declaration::Place find(std::string_view name, std::size_t element_bytes) const;
    /// The slowest first.
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
    std::uint64_t states_ = 0;  // that there were
    bool wants_several_;
    std::vector<Group> groups_;
    std::optional<std::size_t> at_once_;             // the pass that does several steps
    std::vector<DeviceMemory<std::byte>> shown_;     // by derived
    std::vector<DeviceMemory<std::byte>> partials_;  // by derived
    DeviceMemory<std::byte> monitored_;              // by the monitor that was computed last
    std::uint64_t step_ = 0;
    Mouse mouse_;
    EventLog events_;
    std::vector<ParameterSet> noted_;  // the values that events_ tell of
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
