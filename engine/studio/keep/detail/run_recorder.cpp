// SPDX-License-Identifier: MIT
#include <glint/studio/keep/detail/run_recorder.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/absolute_path.hpp>
#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/version.hpp>
#include <glint/studio/run/exit_status.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

void fill_in(RunRecord& record, const Simulation& simulation, const Device& device) {
    record.glint = version();
    record.file = absolute_path(simulation.file());
    record.code_hash = content_hash(simulation.code().text());
    record.device_kind = to_string(device.kind());
    record.device = device.name();
    record.seed = simulation.seed();
    record.dt = simulation.now().dt;
    record.inexact = simulation.code().inexact();
    if (record.started.empty()) record.started = time_now();
}

std::optional<ResumedRun> resumed_run(const RunRecordRequest& request) {
    if (!request.from) return std::nullopt;
    return ResumedRun{request.record, request.from_file};
}

}  // namespace

RunRecorder::RunRecorder(Simulation& simulation, RunRecordRequest request, Schedule& schedule)
    : simulation_(simulation),
      request_(std::move(request)),
      folder_(*request_.folder, RunFileNames(simulation.declaration()), resumed_run(request_)),
      sums_(simulation.stream().device()) {
    fill_in(request_.record, simulation, simulation.stream().device());
    hash_included();
    if (request_.from) resume();
    run_ = to_json(request_.record);
    if (request_.checksum_every)
        schedule.add(*request_.checksum_every, [this] {
            log_checksums();
            return true;
        });
    if (request_.checkpoint_every)
        schedule.add(*request_.checkpoint_every, [this] { return checkpoint(); });
}

void RunRecorder::resume() {
    const Checkpoint& from = *request_.from;
    require_own_log();
    if (request_.adopts)
        for (const std::string& change : adopt_checkpoint(from, simulation_)) log::info(change);
    else
        restore_checkpoint(from, request_.from_name, simulation_);
    (void)simulation_.events().take_change();
    request_.record.resumed.push_back(from.step);
}

void RunRecorder::require_own_log() {
    const fs::path log = folder_.source() / kLogFile;
    log_match_ = match_log(log, request_.from->log_bytes, request_.from->step);
    if (log_match_.was_rewound)
        throw Error(ErrorCode::bad_input, fmt::format("continue from '{}'", request_.from_name),
                    fmt::format("the checkpoint is not part of the history in '{}', because the "
                                "run later returned to an earlier step. Choose another checkpoint",
                                log.string()));
    if (log_match_.is_lost)
        log::warning(
            fmt::format("entries of '{}' up to step {} are missing, so this run cannot be replayed",
                        log.string(), request_.from->step));
}

// Hashes the included files soon after the compiler has read them, because later changes of the
// files are not part of the run.
void RunRecorder::hash_included() {
    if (hashed_ == &simulation_.code()) return;
    hashed_ = &simulation_.code();
    try {
        included_ = included_hashes(simulation_.file(), hashed_->text());
    } catch (const Error&) {  // an included file no longer exists
        included_.reset();
    }
}

RunRecorder::~RunRecorder() {
    if (writing_.valid()) writing_.wait();
}

void RunRecorder::begin_frame() {
    if (!log_) begin();
}

void RunRecorder::begin() {
    const Checkpoint* from = request_.from.get();
    if (from)
        folder_.go_back(request_.record, *from, log_match_.bytes);
    else
        folder_.begin(request_.record);
    log_.emplace(folder_.log_file(), log_match_.bytes, simulation_.events().taken());
    std::error_code absent;
    if (!from || !fs::exists(folder_.text_file(), absent))
        write_atomically(folder_.text_file(), simulation_.code().text());
    if (!from) return;
    if (request_.adopts) log_->note_adopted(simulation_.code().text(), from->step);
    folder_.remove_after(from->step, simulation_.declaration().steps_per_frame);
    if (!request_.adopts) checkpoint_at_ = now();
    if (!request_.adopts && !log_match_.is_lost) checksums_at_ = now();
}

RunRecorder::Moment RunRecorder::now() const {
    return {simulation_.now().number, log_->size_bytes()};
}

void RunRecorder::end_frame() { log_->note(simulation_.events(), simulation_.now().number); }

void RunRecorder::log_checksums() {
    end_frame();
    if (checksums_at_ == now()) return;
    log_->note(sums_.of(simulation_), simulation_.now().number);
    checksums_at_ = now();
}

void RunRecorder::wait_for_checkpoint() {
    if (writing_.valid()) writing_.get();
}

// Writes the log first, so that a checkpoint never contains events that are missing from the log.
// Always returns true: the run continues.
bool RunRecorder::checkpoint() {
    log_checksums();
    if (checkpoint_at_ == now()) return true;
    checkpoint_at_ = now();
    auto taken = std::make_shared<Checkpoint>(take_checkpoint(simulation_));
    hash_included();
    taken->included = included_;
    taken->run = run_;
    taken->log_bytes = log_->size_bytes();
    wait_for_checkpoint();
    writing_ = std::async(std::launch::async, [taken, folder = folder_.path()] {
        write_checkpoint(folder / checkpoint_name(taken->step), *taken);
        thin_checkpoints(folder, taken->step);
    });
    return true;
}

void RunRecorder::finish(int status) {
    if (!log_) return;
    const bool is_wanted = status == kWentWrong || status == kInterrupted;
    log_checksums();
    if (request_.checkpoint_every || is_wanted) checkpoint();
    wait_for_checkpoint();
    RunRecord& record = request_.record;
    record.ended = time_now();
    record.steps = simulation_.now().number;
    record.status = status;
    folder_.write(record);
}

void RunRecorder::note_failure(int status) noexcept {
    RunRecord& record = request_.record;
    if (!log_ || record.status) return;
    record.status = status;
    record.ended = time_now();
    try {
        folder_.write(record);
    } catch (const std::exception& error) {
        log::warning(error.what());
    }
}

}  // namespace glint::studio
