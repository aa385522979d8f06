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

#include <glint/formats/input_file.hpp>
#include <glint/studio/keep/included_hashes.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {

/// The full state of a simulation at one step, in host memory, and the metadata of its run.
///
/// A checkpoint file is a `.npz` that `numpy.load` can open. It contains an array for each field
/// ("Pond.level"), a second array for the next values of a double-buffered field
/// ("next/Pond.level"), a byte array for each `__device__` variable ("variables/SYMBOL"), and the
/// texts "checkpoint.json", "run.json", and "code.cu". The file is sealed, see ZipWriter.
struct Checkpoint {
    struct Member {
        std::string name;              ///< "Pond.level"
        std::string header;            ///< the `.npy` header that precedes the elements
        std::vector<std::byte> bytes;  ///< the elements, x fastest
    };
    std::uint64_t step = 0;
    std::uint32_t seed = 1;
    double dt = 1;
    Mouse mouse{};
    std::vector<std::pair<std::string, std::string>> parameters;  ///< "Params.speed", "0.5"
    std::string device_kind;                                      ///< "cuda"
    std::string code;  ///< content of the simulation's file
    /// included_hashes() of `code`; nullopt if unknown.
    std::optional<IncludedHashes> included{};
    std::string run;              ///< run.json, as written when the run began
    std::uint64_t log_bytes = 0;  ///< size of events.jsonl when the checkpoint was taken
    std::vector<Member> members;
};

/// Copies the state of the simulation to the host, and waits for the copies. The caller must fill
/// in the metadata of the run. Throws Error(unsupported) if the `__device__` variables cannot be
/// listed, see Code::variables().
Checkpoint take_checkpoint(Simulation& simulation);

/// Writes a checkpoint file, atomically and durably. Throws Error(io).
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Reads a checkpoint file. Throws Error(bad_input), with the reason, for a file that is truncated,
/// modified, in a later format, or not a checkpoint. Also throws the errors of read_text().
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Parses a checkpoint. The caller must have verified the seal. Error messages refer to the
/// checkpoint as `name`. Throws the errors of read_checkpoint().
Checkpoint parse_checkpoint(const InputFile& file, const std::string& name);
/// Parses the text of checkpoint.json. Leaves `members`, `code`, and `run` empty. Error messages
/// refer to the text as `name`. Throws Error(bad_input).
Checkpoint parse_checkpoint_about(const std::string& text, const std::string& name);

/// Restores the simulation's state from the checkpoint. The simulation's file must have the same
/// parameters, fields, variables, and extents. Throws Error(bad_input) with the first difference.
/// After this error, parameters may have changed, and the simulation may have been reset. Error
/// messages refer to the checkpoint as `name`.
void restore_checkpoint(const Checkpoint& checkpoint, const std::string& name,
                        Simulation& simulation);

/// Resets the simulation, and restores the fields and variables of the checkpoint that fit. All
/// other fields keep the values from the `init` kernels. Returns a line for each field or variable
/// that was not restored ("new: Pond.depth") or no longer exists ("removed: Pond.rising").
std::vector<std::string> adopt_checkpoint(const Checkpoint& checkpoint, Simulation& simulation);

/// Switches the simulation to another version of its file, `code`. The result is identical to that
/// of `resume --adopt` at the current step. Throws the errors of Simulation::adopt() and
/// take_checkpoint().
void adopt_resumed(std::shared_ptr<const Code> code, Simulation& simulation);

}  // namespace glint::studio
