// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <filesystem>
#include <string>
#include <string_view>

namespace glint::studio {

/// Where the pictures of a run go, and how fast they follow each other there.
struct RecordingOptions {
    std::filesystem::path file;  ///< NAME.mp4, NAME.gif, or a folder for PNGs
    unsigned fps = 30;           ///< pictures for a second of watched time, one of kRecordingRates
};

/// Each is a whole number of frames, of which app::kFramesPerSecond are a second of watched time.
inline constexpr std::array<unsigned, 12> kRecordingRates{60, 30, 20, 15, 12, 10, 6, 5, 4, 3, 2, 1};

enum class RecordingKind { mp4, gif, folder };

/// By the ending of its name; one that ends in '/' or is there as a folder is a folder, as is one
/// without an ending. Throws Error(invalid_argument) for other endings.
RecordingKind kind_of(const std::filesystem::path& file);

/// The ffmpeg that encodes: $GLINT_FFMPEG, else that on $PATH. Throws Error(not_found) that tells
/// how to get it, or how to do without.
std::filesystem::path ffmpeg_for(const std::filesystem::path& file);
bool has_ffmpeg();

/// Throws Error for what would keep a recording from being made: invalid_argument for a rate or a
/// name that cannot be, not_found for a missing ffmpeg, and io for a place that cannot be written
/// to and for a folder that has the pictures of another recording.
void check_recording(const RecordingOptions& options);

/// The first name that is free for what follows a recording: NAME-2.mp4, NAME-3.mp4 ... A folder
/// whose name has a dot ends in '/'.
std::filesystem::path next_part(const std::filesystem::path& file);
/// The first name that is free in `folder` for one recording of several: STEM-0001.mp4, or without
/// ffmpeg a folder.
std::filesystem::path new_recording(const std::filesystem::path& folder, std::string_view stem);
/// Its last name, "x.mp4" or that of a folder, without '/'.
std::string name_of(const std::filesystem::path& file);

/// The file that has picture `index`, from 0, in a folder: "frame-000001.png".
std::string picture_name(std::size_t index);

}  // namespace glint::studio
