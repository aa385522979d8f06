// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <glint/studio/keep/files/file_format.hpp>

namespace glint::studio {

class Simulation;
struct Declaration;

struct FieldFilesOptions {
    std::filesystem::path folder = "out";
    /// Names of fields, such as "level" or "Pond.level", and of `show` functions.
    std::vector<std::string> fields{};
    FileFormat format = FileFormat::npy;
    bool is_compressed = false;  ///< true: compresses `.vti` and `.vtp` files with zlib
    /// True: finish() waits until the files are on disk. False: a crash of the system may lose the
    /// files, but a crash of the program cannot.
    bool durable = true;
    /// First step of the run. An existing `.pvd` series keeps its entries before this step.
    /// nullopt: the step at which FieldFiles is constructed.
    std::optional<std::uint64_t> first_step{};
};

/// Throws the errors of plan_saves() for unknown names and unsuitable formats.
void check_saves(const Declaration& declaration, const FieldFilesOptions& options);

/// Writes fields of a simulation to files while it runs.
///
/// A save queues a copy of the fields after the queued steps. A thread then writes the files. At
/// most two saves are in progress; a third save waits for the first. Saving needs page-locked host
/// memory for two copies of the saved fields. It also uses device memory for one copy. If this
/// memory is not available, the steps wait for the copy to the host.
///
/// Files are named FIELD-000600.npy, STRUCTURE-000600.vti, and so on, by step number. Each file is
/// written under a temporary name, and renamed when it is complete. For `.vti` and `.vtp`,
/// STRUCTURE.pvd lists the files with their times.
class FieldFiles {
public:
    /// Creates the folder. The simulation must outlive this object. Throws Error(io), and the
    /// errors of check_saves().
    FieldFiles(Simulation& simulation, FieldFilesOptions options);
    FieldFiles(const FieldFiles&) = delete;
    FieldFiles& operator=(const FieldFiles&) = delete;
    /// Ends like finish(), but ignores failures.
    ~FieldFiles();

    /// Queues a save of the fields after all queued steps. Throws the errors of check(). Throws the
    /// errors of plan_saves() if a new version of the simulation's file no longer has the fields.
    void save();
    /// Queues a save of these fields in this format. Throws as the other overload does.
    void save(std::span<const std::string> fields, FileFormat format);

    /// Throws the first failure since the last call: an Error(io) with the file, the step, and the
    /// reason. Does nothing if there was no failure.
    void check();
    /// Waits until all queued saves have been written or have failed.
    void settle();
    /// Like settle(), and also waits until the files are on disk. Throws as check() does.
    void finish();

    /// Returns the files that have been written so far, in order.
    std::vector<std::filesystem::path> written() const;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

/// Writes the current values of one field; the path's extension selects the format. Creates missing
/// folders, and waits until the file is on disk. Throws Error(unsupported) for an unknown
/// extension, Error(io), and the errors of plan_saves().
void save_field(Simulation& simulation, std::string_view name, const std::filesystem::path& path);

}  // namespace glint::studio
