// SPDX-License-Identifier: MIT
#pragma once

// Simulations declared by annotated files, with or without host code.
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/declared_view.hpp>
#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/declaration/shown.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/keep/files/field_saving.hpp>
#include <glint/studio/keep/files/file_format.hpp>
#include <glint/studio/run/events.hpp>
#include <glint/studio/run/exit_status.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/field_checksums.hpp>
#include <glint/studio/run/field_sums.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/order_check.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/run/run_headless.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/run/snapshot.hpp>
#include <glint/studio/run/watch.hpp>
#include <glint/studio/state/cloud_input.hpp>
#include <glint/studio/state/extents.hpp>
#include <glint/studio/state/field_name.hpp>
#include <glint/studio/state/input.hpp>
#include <glint/studio/state/mesh_input.hpp>
#include <glint/studio/state/state.hpp>
#include <glint/studio/views/points.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/window/followed_files.hpp>
#include <glint/studio/window/presets.hpp>
