#pragma once

// Simulations that annotated files declare, alone or with host code.
#include <glint/studio/declaration/declaration.hpp>
#include <glint/studio/declaration/mistake.hpp>
#include <glint/studio/declaration/read_declaration.hpp>
#include <glint/studio/host.hpp>
#include <glint/studio/run/code.hpp>
#include <glint/studio/run/field.hpp>
#include <glint/studio/run/generated.hpp>
#include <glint/studio/run/live_file.hpp>
#include <glint/studio/run/monitor_log.hpp>
#include <glint/studio/run/order_check.hpp>
#include <glint/studio/run/pace.hpp>
#include <glint/studio/run/pass.hpp>
#include <glint/studio/run/probe.hpp>
#include <glint/studio/run/simulation.hpp>
#include <glint/studio/state/input.hpp>
#include <glint/studio/state/state.hpp>
#include <glint/studio/views/canvas.hpp>
#include <glint/studio/views/field_values.hpp>
#include <glint/studio/views/image_view.hpp>
#include <glint/studio/views/overlay.hpp>
#include <glint/studio/views/panel_widgets.hpp>
#include <glint/studio/views/points_view.hpp>
#include <glint/studio/views/shown.hpp>
#include <glint/studio/views/viewer.hpp>
#include <glint/studio/views/volume_view.hpp>
