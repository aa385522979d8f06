// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include <glint/base/formats/input_file.hpp>
#include <glint/studio/keep/included_hashes.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// All of a simulation at one step, in the host's memory, and what is to be known of the run that
/// it belongs to.
///
/// Its file is a `.npz`: `numpy.load` opens it. There is an array for each field, "Pond.level", one
/// for what lies where its next values go, "next/Pond.level", where kernels have such a place, one
/// of bytes for each `__device__` variable, "variables/SYMBOL", and the texts "checkpoint.json",
/// "run.json" and "code.cu". It is sealed, see ZipWriter.
struct Checkpoint {
    struct Member {
        std::string name;              ///< "Pond.level"
        std::string header;            ///< what a `.npy` file has before the elements
        std::vector<std::byte> bytes;  ///< the elements, x fastest
    };
    std::uint64_t step = 0;
    std::uint32_t seed = 1;
    double dt = 1;
    Mouse mouse{};
    std::vector<std::pair<std::string, std::string>> parameters;  ///< "Params.speed", "0.5"
    std::string device_kind;                                      ///< "cuda"
    std::string code;  ///< the text of the version in use
    /// included_hashes() of that text; nothing where it is not known.
    std::optional<IncludedHashes> included{};
    std::string run;              ///< run.json, as it was written when the run began
    std::uint64_t log_bytes = 0;  ///< of events.jsonl, as far as it had come
    std::vector<Member> members;
};

/// Copies the simulation to the host. Waits. What the caller knows of the run is left open.
/// Throws Error(unsupported) where the variables of its code are not known; see Code::variables().
Checkpoint take_checkpoint(Simulation& simulation);

/// Writes the file, atomically and durably. Throws Error(io).
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws Error(bad_input), saying what is wrong, for a file that is cut off, was changed in any
/// bit, is of a later format, or is none, and what read_text() throws.
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Reads a checkpoint whose seal was looked at. Throws as read_checkpoint() does.
Checkpoint parse_checkpoint(const InputFile& file, const std::string& name);
/// Reads checkpoint.json, which has all but texts and arrays. Throws Error(bad_input).
Checkpoint parse_checkpoint_about(const std::string& text, const std::string& name);

/// Puts the simulation where the checkpoint was: its file has to have the same parameters, fields,
/// variables and extents. `name` is what errors call the checkpoint. Throws Error(bad_input),
/// naming the first thing that differs, and changes nothing then but parameters.
void restore_checkpoint(const Checkpoint& checkpoint, const std::string& name,
                        Simulation& simulation);

/// The same as far as it fits, field by field: the others stay as the `init` kernels made them.
/// Gives a line for each of these: "new: Pond.depth", "gone: Pond.rising".
std::vector<std::string> adopt_checkpoint(const Checkpoint& checkpoint, Simulation& simulation);

/// Continues with another version of the file as a run does that `resume --adopt` takes up with it
/// at this step. Throws what Simulation::adopt() and take_checkpoint() do.
void adopt_resumed(std::shared_ptr<const Code> code, Simulation& simulation);

}  // namespace glint::studio
