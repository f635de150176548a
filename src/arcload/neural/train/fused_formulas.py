"""The formulas of the Arc-MDP for kernels of a GPU, see `arcload.engine.kernels.arc_mdp`."""

import triton
import triton.language as tl

from arcload.engine.kernels import arc_mdp

service_cost = triton.jit(arc_mdp.written_with(tl, arc_mdp.service_cost))
detour = triton.jit(arc_mdp.written_with(tl, arc_mdp.detour))
share_around = triton.jit(arc_mdp.written_with(tl, arc_mdp.share_around))
vehicle_inputs = triton.jit(arc_mdp.written_with(tl, arc_mdp.vehicle_inputs))
end_inputs = triton.jit(arc_mdp.written_with(tl, arc_mdp.end_inputs))
moment_inputs = triton.jit(arc_mdp.written_with(tl, arc_mdp.moment_inputs))
