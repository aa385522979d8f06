#include <glint/studio/keep/keeping.hpp>

#include <algorithm>
#include <utility>

#include <fmt/format.h>

#include <glint/base/error.hpp>
#include <glint/base/files.hpp>
#include <glint/base/log.hpp>
#include <glint/base/version.hpp>
#include <glint/studio/run/exit_status.hpp>

namespace glint::studio {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kKeptCheckpoints = 2;

void fill_in(RunRecord& record, const Simulation& simulation, const Device& device) {
    record.glint = version();
    record.file = fs::absolute(simulation.file());
    record.code_hash = content_hash(simulation.code().text());
    record.device_kind = to_string(device.kind());
    record.device = device.name();
    record.seed = simulation.seed();
    record.dt = simulation.now().dt;
    record.inexact = simulation.code().inexact();
    if (record.started.empty()) record.started = time_now();
}

/// The log may have lost its end with the machine's power.
std::uint64_t bytes_to_keep(const fs::path& log, const Checkpoint* from) {
    if (!from) return 0;
    std::error_code absent;
    const std::uintmax_t there = fs::file_size(log, absent);
    if (!absent && there >= from->log_bytes) return from->log_bytes;
    if (from->log_bytes > 0)
        log::warning(fmt::format("'{}' lacks what it had at step {}: this run cannot be replayed",
                                 log.string(), from->step));
    return absent ? 0 : there;
}

void keep_the_last(const fs::path& folder) {
    std::vector<fs::path> all = checkpoints_in(folder);
    std::error_code ignored;
    for (std::size_t i = 0; i + kKeptCheckpoints < all.size(); ++i) fs::remove(all[i], ignored);
}

}  // namespace

Keeping::Keeping(Simulation& simulation, KeepRequest request, Schedule& schedule)
    : simulation_(simulation),
      request_(std::move(request)),
      folder_(*request_.folder, request_.from ? RunFolder::Use::go_on : RunFolder::Use::fresh),
      sums_(simulation.stream().device()) {
    fill_in(request_.record, simulation, simulation.stream().device());
    if (const Checkpoint* from = request_.from.get()) {
        if (request_.adopts)
            for (const std::string& change : adopt_checkpoint(*from, simulation)) log::info(change);
        else
            restore_checkpoint(*from, request_.from_name, simulation);
        (void)simulation.events().take_change();
        request_.record.resumed.push_back(from->step);
        checkpoint_at_ = from->step;
    }
    run_ = to_json(request_.record);
    if (request_.sums_every)
        schedule.add(*request_.sums_every, [this] {
            note_sums();
            return true;
        });
    if (request_.checkpoint_every)
        schedule.add(*request_.checkpoint_every, [this] { return checkpoint(); });
}

Keeping::~Keeping() {
    if (writing_.valid()) writing_.wait();
}

void Keeping::begin_frame() {
    if (log_) return;
    folder_.clear();
    log_.emplace(folder_.log_file(), bytes_to_keep(folder_.log_file(), request_.from.get()));
    std::error_code absent;
    if (!request_.from || !fs::exists(folder_.text_file(), absent))
        write_atomically(folder_.text_file(), simulation_.code().text());
    folder_.write(request_.record);
}

void Keeping::end_frame() { log_->note(simulation_.events(), simulation_.now().number); }

void Keeping::note_sums() {
    end_frame();
    if (sums_at_ == simulation_.now().number) return;
    sums_at_ = simulation_.now().number;
    log_->note(sums_.of(simulation_), *sums_at_);
}

void Keeping::wait_for_checkpoint() {
    if (writing_.valid()) writing_.get();
}

// The log comes first: a checkpoint never knows of events that are not in it.
bool Keeping::checkpoint() {
    if (checkpoint_at_ == simulation_.now().number) return true;
    checkpoint_at_ = simulation_.now().number;
    note_sums();
    auto taken = std::make_shared<Checkpoint>(take_checkpoint(simulation_));
    taken->run = run_;
    taken->log_bytes = log_->size_bytes();
    wait_for_checkpoint();
    writing_ = std::async(std::launch::async, [taken, folder = folder_.path()] {
        write_checkpoint(folder / checkpoint_name(taken->step), *taken);
        keep_the_last(folder);
    });
    return true;
}

void Keeping::finish(int status) {
    if (!log_) return;
    const bool is_wanted = status == kWentWrong || status == kInterrupted;
    note_sums();
    if (request_.checkpoint_every || is_wanted) checkpoint();
    wait_for_checkpoint();
    RunRecord& record = request_.record;
    record.ended = time_now();
    record.steps = simulation_.now().number;
    record.status = status;
    folder_.write(record);
}

void note_end(const fs::path& folder, int status) noexcept {
    std::error_code absent;
    if (!fs::exists(folder / kRecordFile, absent)) return;
    try {
        RunRecord record = read_record(folder);
        if (record.status) return;
        record.status = status;
        record.ended = time_now();
        write_atomically(folder / kRecordFile, to_json(record));
    } catch (const std::exception& error) {
        log::warning(error.what());
    }
}

}  // namespace glint::studio
