"""Pgx, random legal play in lock-step with auto-reset on all cores; prints decisions a second of each game as JSON."""

import json
import time

import jax
import pgx
from pgx.experimental.wrappers import auto_reset

GAMES = "backgammon", "2048", "connect_four"
SIZES = 1024, 4096  # the better of both counts


def decisions_a_second(name, size, steps=100):
    """The whole loop is compiled: legal actions drawn from masks, one step of every game, observations and masks."""
    env = pgx.make(name)
    step = auto_reset(env.step, env.init)

    def sweep(carry, _):
        state, key = carry
        key, actions_key, step_key = jax.random.split(key, 3)
        logits = jax.numpy.log(state.legal_action_mask.astype(jax.numpy.float32))
        actions = jax.random.categorical(actions_key, logits, axis=1)
        state = jax.vmap(step)(state, actions, jax.random.split(step_key, size))
        return (state, key), state.observation.mean() + state.legal_action_mask.mean()

    @jax.jit
    def run(state, key):
        return jax.lax.scan(sweep, (state, key), None, length=steps)

    state = jax.vmap(env.init)(jax.random.split(jax.random.PRNGKey(0), size))
    (state, key), seen = run(state, jax.random.PRNGKey(1))
    seen.block_until_ready()
    best = 0.0
    for _ in range(5):
        started = time.perf_counter()
        (state, key), seen = run(state, key)
        seen.block_until_ready()
        best = max(best, steps * size / (time.perf_counter() - started))
    return best


print(json.dumps({name: max(decisions_a_second(name, size) for size in SIZES) for name in GAMES}))
