"""Self-play PPO: how much of its speed the games leave, where its time goes, how near learning comes to products."""

import time
from types import SimpleNamespace

import torch
import yaml
from torch.utils.flop_counter import FlopCounterMode

from ludarium.engine.crew import cores
from ludarium.vector import SelfPlayVectorEnv
from ludarium_training.networks import NetworkConfig, build_network
from ludarium_training.ppo import OpponentsConfig, PPOConfig, SelfPlayPPO
from ludarium_training.selfplay import SelfPlayVecEnv
from tests.bench.peers import ROOT

ROLLOUTS = 6
PARTS = "engine", "inference", "learning"


class FreeGames:
    """Shows the same positions for ever, and costs nothing."""

    def __init__(self, games):
        shown = games.reset(seed=0)
        for _ in range(20):
            shown = games.step(games.sample())
        self.game, self.num_envs, self.num_seats = games.game, games.num_envs, games.num_seats
        self.single_observation_space, self.single_action_space = (
            games.single_observation_space,
            games.single_action_space,
        )
        arrays = "observations", "masks", "movers", "actions", "rewards", "lengths", "slots"
        self.batch = SimpleNamespace(**{name: getattr(games.batch, name).copy() for name in arrays})
        self.batch.terminated = self.batch.truncated = shown.terminated & False

    def reset(self, seed=None):
        return self.batch

    def step(self, actions):
        return self.batch


def settings(game):
    """The sections of configs/<game>.yaml that say how the network learns."""
    written = yaml.safe_load((ROOT / "configs" / f"{game}.yaml").read_text())
    return NetworkConfig(**written.get("network", {})), PPOConfig(**written.get("ppo", {}))


def make(game, free, threads):
    network, ppo = settings(game)
    torch.set_num_threads(threads)
    games = SelfPlayVectorEnv(game, ppo.games, num_threads=threads)
    env = SelfPlayVecEnv(FreeGames(games) if free else games)
    ppo = ppo.model_copy(update={"warm_start": None})
    return SelfPlayPPO(env, lambda: build_network(games.game, network), ppo, OpponentsConfig())


def timed(model):
    """Has the model add up the seconds in engine, inference and learning; returns the sums."""
    spent = dict.fromkeys(PARTS, 0.0)

    def watch(holder, name, part):
        function = getattr(holder, name)

        def watched(*arguments):
            started = time.perf_counter()
            result = function(*arguments)
            spent[part] += time.perf_counter() - started
            return result

        setattr(holder, name, watched)

    watch(model.games, "step", "engine")
    watch(model, "_decide", "inference")
    watch(model, "train", "learning")
    return spent


def run(model, rollouts):
    """Seconds for some rollouts and the learning after each."""
    started = time.perf_counter()
    model.learn(rollouts * model.n_envs * model.n_steps, reset_num_timesteps=False, log_interval=None)
    return time.perf_counter() - started


def compare(game, threads=None):
    """Decisions a second on the games and on free ones, the better of two alternating runs each; and shares of time."""
    threads = threads or cores()
    best = {False: float("inf"), True: float("inf")}
    shares = {}
    for _ in range(2):
        for free in False, True:
            model = make(game, free, threads)
            run(model, 1)
            spent = timed(model)
            seconds = run(model, ROLLOUTS)
            if seconds < best[free]:
                best[free] = seconds
                if not free:
                    shares = {part: spent[part] / seconds for part in PARTS}
    decisions = ROLLOUTS * model.n_envs * model.n_steps
    return decisions / best[False], decisions / best[True], shares


def learning_rate(game, threads=None):
    """GFLOP/s of the products in learning, and of a plain product of the same kind of numbers."""
    model = make(game, False, threads or cores())
    run(model, 1)
    samples = next(model.rollout_buffer.samples(model.config.batch_size, 1, model.chance))
    with FlopCounterMode(display=False) as counter:
        model.descend(model._loss(samples, 0.0, 0.2)[0])
    steps = len(model.rollout_buffer.known.nonzero()[0]) / len(samples.actions) * model.config.epochs
    seconds = min(_seconds(model.train) for _ in range(3))
    return counter.get_total_flops() * steps / seconds / 1e9, product_rate(samples.observations, model.bfloat16)


def product_rate(observations, bfloat16):
    kind = torch.bfloat16 if bfloat16 else torch.float32
    left, right = observations.to(kind), torch.rand(observations.shape[1], 512).to(kind)
    seconds = min(_seconds(lambda: left @ right) for _ in range(50))
    return 2 * left.numel() * right.shape[1] / seconds / 1e9


def _seconds(function):
    started = time.perf_counter()
    function()
    return time.perf_counter() - started
