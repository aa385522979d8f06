// SPDX-License-Identifier: MIT
#include <glint/studio/keep/files/detail/field_files.hpp>

#include <exception>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/pending_file.hpp>
#include <glint/base/text.hpp>
#include <glint/studio/keep/files/detail/file_writer.hpp>
#include <glint/studio/keep/files/detail/snapshots.hpp>
#include <glint/studio/run/simulation.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

SavePlan plan_of(const Declaration& declaration, const FieldFilesOptions& options) {
    return plan_saves(declaration, options.fields, options.format);
}

void make_folder(const fs::path& folder) {
    std::error_code failure;
    fs::create_directories(folder, failure);
    if (failure)
        throw Error(ErrorCode::io, fmt::format("create folder '{}'", folder.string()),
                    failure.message());
}

}  // namespace

class FieldFiles::Parts {
public:
    Parts(Simulation& simulation, FieldFilesOptions options)
        : simulation_(simulation),
          options_(std::move(options)),
          copier_(simulation),
          writer_(options_.folder, options_.first_step.value_or(simulation.now().number)) {}

    void save(SavePlan plan) {
        check();
        is_on_disk_ = false;
        if (plan.needs_drawing(simulation_.declaration())) simulation_.draw();
        SaveJob job = make_job(simulation_, std::move(plan), options_.folder);
        job.is_compressed = options_.is_compressed;
        HostCopy copy = writer_.take_copy();
        try {
            if (copy.memory.size() < job.size_bytes) {
                copy.memory = {};  // frees the old memory before the allocation
                copy.memory =
                    PinnedMemory<std::byte>(simulation_.stream().device(), job.size_bytes);
            }
            copier_.queue(job, copy);
        } catch (...) {
            writer_.give_back(std::move(copy));
            throw;
        }
        writer_.add(std::move(job), std::move(copy));
    }
    void check() { writer_.check(); }
    void settle() { writer_.wait(); }
    // Syncs files that were written, even if other files failed.
    void finish() {
        writer_.wait();
        if (options_.durable && !std::exchange(is_on_disk_, true)) {
            try {
                sync_files(written());
            } catch (...) {
                writer_.check();  // throws an earlier failure, if there was one
                throw;
            }
        }
        writer_.check();
    }
    std::vector<fs::path> written() const { return writer_.written(); }

    const FieldFilesOptions& options() const { return options_; }
    const Declaration& declaration() const { return simulation_.declaration(); }

private:
    Simulation& simulation_;
    FieldFilesOptions options_;
    FieldCopier copier_;
    FileWriter writer_;
    bool is_on_disk_ = true;
};

void check_saves(const Declaration& declaration, const FieldFilesOptions& options) {
    (void)plan_of(declaration, options);
}

FieldFiles::FieldFiles(Simulation& simulation, FieldFilesOptions options) {
    check_saves(simulation.declaration(), options);
    make_folder(options.folder);
    parts_ = std::make_unique<Parts>(simulation, std::move(options));
}

FieldFiles::~FieldFiles() {
    try {
        parts_->finish();
    } catch (const std::exception&) {  // only finish() reports failures
    }
}

void FieldFiles::save() { parts_->save(plan_of(parts_->declaration(), parts_->options())); }

void FieldFiles::save(std::span<const std::string> fields, FileFormat format) {
    parts_->save(plan_saves(parts_->declaration(), fields, format));
}

void FieldFiles::check() { parts_->check(); }
void FieldFiles::settle() { parts_->settle(); }
void FieldFiles::finish() { parts_->finish(); }
std::vector<fs::path> FieldFiles::written() const { return parts_->written(); }

void save_field(Simulation& simulation, std::string_view name, const fs::path& path) {
    const std::string extension = text::lower_case(path.extension().string());
    const auto format =
        find_file_format(extension.empty() ? "" : std::string_view(extension).substr(1));
    if (!format)
        throw Error(ErrorCode::unsupported, fmt::format("save '{}'", path.string()),
                    fmt::format("the extension '{}' is unknown. Use .npy, .vti, .vtp, .ply or .csv",
                                extension));
    const std::string one(name);
    SavePlan plan = plan_saves(simulation.declaration(), std::span(&one, 1), *format);
    if (plan.needs_drawing(simulation.declaration())) simulation.draw();
    SaveJob job = make_job(simulation, std::move(plan), {});
    job.paths = {path};
    FieldCopier copier(simulation);
    HostCopy copy{.memory = {simulation.stream().device(), job.size_bytes}, .arrived = {}};
    copier.queue(job, copy);
    copy.arrived->synchronize();
    job.set_memory(copy.memory.data());
    write_file(job, 0, {});
}

}  // namespace glint::studio
