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
    /// Fields, "level" or "Pond.level", and `show` functions.
    std::vector<std::string> fields{};
    FileFormat format = FileFormat::npy;
    bool is_compressed = false;  ///< `.vti` and `.vtp`, by zlib
    /// Whether finish() returns only once the files are on the disk. Without that, a crash of the
    /// whole system may lose them; one of the program never does.
    bool durable = true;
    /// Where the run begins: a series of files that is there goes on with what it has before this
    /// step. Nothing: before the step at which FieldFiles is made.
    std::optional<std::uint64_t> first_step{};
};

/// Throws what plan_saves() does for names that are not there and formats that do not fit.
void check_saves(const Declaration& declaration, const FieldFilesOptions& options);

/// Writes fields of a simulation to files while it goes on.
///
/// A save copies the fields on the device behind the steps that are queued, and a thread writes
/// them: two saves at most are under way, and a third waits for the first. So the host takes
/// page-locked memory for two copies of what is saved, and a GPU for one where it has as much again
/// left (else steps wait for the copy to the host).
///
/// Files are called FIELD-000600.npy, or STRUCTURE-000600.vti and so on, by the number of the step;
/// they are written under another name, and get theirs once they are whole. For `.vti` and `.vtp`
/// STRUCTURE.pvd lists those that are there, with their times.
class FieldFiles {
public:
    /// Makes the folder. The simulation has to outlive it. Throws Error(io), and what
    /// check_saves() does.
    FieldFiles(Simulation& simulation, FieldFilesOptions options);
    FieldFiles(const FieldFiles&) = delete;
    FieldFiles& operator=(const FieldFiles&) = delete;
    /// Ends as finish() does, and says nothing of failures.
    ~FieldFiles();

    /// Saves the fields as they are behind all steps that are queued. Throws what check() does, and
    /// what plan_saves() does if another version of the simulation's file has them no more.
    void save();
    /// The same for other fields.
    void save(std::span<const std::string> fields, FileFormat format);

    /// Throws the first failure since it was called last, Error(io) with file, step and reason.
    void check();
    /// Waits until all that was saved is written, or could not be.
    void settle();
    /// The same, and that what is written is on the disk. Throws as check().
    void finish();

    /// What is there so far, in the order in which it was written.
    std::vector<std::filesystem::path> written() const;

private:
    class Parts;
    std::unique_ptr<Parts> parts_;
};

/// Writes one field as it is now; the path's extension says the format. Makes missing folders, and
/// waits until it is on the disk. Throws Error(unsupported) for another extension, Error(io), and
/// what plan_saves() does.
void save_field(Simulation& simulation, std::string_view name, const std::filesystem::path& path);

}  // namespace glint::studio
