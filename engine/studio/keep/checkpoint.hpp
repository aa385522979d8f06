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

/// The full state of a simulation at one step, in host memory, and the metadata of its run.
///
/// The file is a `.npz` that `numpy.load` opens. It has an array for each field, "Pond.level"; for
/// double-buffered fields one for the next buffer, "next/Pond.level"; a byte array for each
/// `__device__` variable, "variables/SYMBOL"; and the texts "checkpoint.json", "run.json", and
/// "code.cu". It is sealed, see ZipWriter.
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
    std::string code;  ///< text of the file version in use
    /// included_hashes() of that text; nullopt if unknown.
    std::optional<IncludedHashes> included{};
    std::string run;              ///< run.json, as written when the run began
    std::uint64_t log_bytes = 0;  ///< size of events.jsonl at that point
    std::vector<Member> members;
};

/// Copies the simulation to the host. Waits. The caller fills in the metadata of the run. Throws
/// Error(unsupported) if the variables of its code are unknown; see Code::variables().
Checkpoint take_checkpoint(Simulation& simulation);

/// Writes the file, atomically and durably. Throws Error(io).
void write_checkpoint(const std::filesystem::path& file, const Checkpoint& checkpoint);

/// Throws Error(bad_input), with the reason, for a file that is truncated, modified, in a later
/// format, or not a checkpoint. Also throws the errors of read_text().
Checkpoint read_checkpoint(const std::filesystem::path& file);

/// Parses a checkpoint whose seal has been verified. Throws as read_checkpoint() does.
Checkpoint parse_checkpoint(const InputFile& file, const std::string& name);
/// Parses checkpoint.json, which has everything except texts and arrays. Throws Error(bad_input).
Checkpoint parse_checkpoint_about(const std::string& text, const std::string& name);

/// Restores the simulation's state from the checkpoint. The simulation's file must have the same
/// parameters, fields, variables, and extents. Errors call the checkpoint `name`. Throws
/// Error(bad_input) with the first difference; only parameters may have changed by then.
void restore_checkpoint(const Checkpoint& checkpoint, const std::string& name,
                        Simulation& simulation);

/// Restores the fields that fit; all other fields keep the values from the `init` kernels. Returns
/// a line for each field that does not fit: "new: Pond.depth", "removed: Pond.rising".
std::vector<std::string> adopt_checkpoint(const Checkpoint& checkpoint, Simulation& simulation);

/// Switches to another version of the file exactly as `resume --adopt` at this step would. Throws
/// the errors of Simulation::adopt() and take_checkpoint().
void adopt_resumed(std::shared_ptr<const Code> code, Simulation& simulation);

}  // namespace glint::studio
