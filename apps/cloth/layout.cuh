// SPDX-License-Identifier: MIT
// Constants shared by kernels and host code.
#pragma once

namespace cloth {

constexpr int kColors = 14;
constexpr int kTileWidth = 48, kTileHeight = 30, kTileThreads = 256;
constexpr int kContacts = 16;  // maximum number of contacts per vertex

}  // namespace cloth
