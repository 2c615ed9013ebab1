"""Self-play PPO: one network plays every seat of many games at once and learns from all of its decisions."""

from __future__ import annotations

import copy
from collections.abc import Callable
from typing import Any, Literal

import numpy as np
import torch
from pydantic import BaseModel, ConfigDict, Field, NonNegativeFloat, PositiveFloat, PositiveInt
from sb3_contrib import MaskablePPO
from stable_baselines3.common.buffers import RolloutBuffer
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.logger import Logger
from stable_baselines3.common.vec_env import VecEnv
from torch.nn import functional

from ludarium.agents import make_agent
from ludarium.engine.compiling import compiled
from ludarium.engine.protocol import TERMINATED, margins, over
from ludarium.registry import load
from ludarium.vector import SelfPlayVectorEnv
from ludarium_training.buffer import NONE, Samples, SeatRolloutBuffer
from ludarium_training.masking import assess, draw
from ludarium_training.networks import Network, NetworkConfig, Outputs, build_network
from ludarium_training.policy import NetworkPolicy
from ludarium_training.pool import LEARNER, OpponentsConfig, Pool, below
from ludarium_training.selfplay import SelfPlayVecEnv
from ludarium_training.warm_start import WarmStartConfig, warm_start

__all__ = ["OpponentsConfig", "PPOConfig", "SelfPlayPPO", "WarmStartConfig"]


class PPOConfig(BaseModel):
    """How the network learns. What falls, falls linearly over the run."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    games: PositiveInt = 512  # played at once
    decisions: PositiveInt = 64  # of each game in a rollout
    epochs: PositiveInt = 3
    batch_size: PositiveInt = 4096
    learning_rate: PositiveFloat = 5e-4
    final_learning_rate: NonNegativeFloat = 0.0
    entropy: NonNegativeFloat = 0.01  # weight of the entropy bonus
    final_entropy: NonNegativeFloat = 0.001
    gamma: float = Field(default=1.0, gt=0, le=1)  # a decision of the seat, not of the game
    gae_lambda: float = Field(default=0.97, ge=0, le=1)
    clip: PositiveFloat = 0.2
    value_weight: NonNegativeFloat = 0.5
    margin_weight: NonNegativeFloat = 0.1  # of the margin head's loss, if the network has one
    margin_reward: NonNegativeFloat = 0.0  # times the margin is added to the reward at the end
    max_grad_norm: PositiveFloat = 0.5
    bfloat16: Literal[True, False, "auto"] = "auto"  # products in it: three times as fast, where the processor has them
    warm_start: WarmStartConfig | None = None


@compiled
def final_margins(finals: np.ndarray, slots: np.ndarray, out: np.ndarray) -> None:
    """The margins of ended episodes, row k for slots[k]; like rewards, nothing for one that was cut short."""
    for k in range(len(slots)):
        out[k] = 0.0
        if over(finals[slots[k]]) == TERMINATED:  # type: ignore[no-untyped-call]
            margins(finals[slots[k]], out[k])  # type: ignore[no-untyped-call]


def multiplies_bfloat16() -> bool:
    """Whether the processor multiplies matrices of bfloat16 itself; elsewhere float32 is faster."""
    able = torch.cpu.get_capabilities() if hasattr(torch.cpu, "get_capabilities") else {}
    return any(able.get(name, False) for name in ("avx512_bf16", "amx_bf16"))


def falling(start: float, end: float) -> Callable[[float], float]:
    """A schedule from `start`, when all progress remains (1), to `end`, when none does (0)."""
    return lambda remaining: end + (start - end) * max(remaining, 0.0)  # the last rollout may overshoot


class EndedGames:
    """What the logger is told of the games that ended in a rollout."""

    def __init__(self) -> None:
        self.lengths: list[int] = []
        self.truncated = 0
        self.against_pool: list[float] = []

    def add(self, lengths: np.ndarray, truncated: np.ndarray) -> None:
        self.lengths += lengths.tolist()
        self.truncated += int(truncated.sum())

    def log(self, logger: Logger) -> None:
        logger.record("rollout/games", len(self.lengths))
        if self.lengths:
            logger.record("rollout/ep_len_mean", float(np.mean(self.lengths)))
            logger.record("rollout/truncated", self.truncated / len(self.lengths))
        if self.against_pool:
            logger.record("rollout/reward_against_pool", float(np.mean(self.against_pool)))


class SelfPlayPPO(MaskablePPO):
    """MaskablePPO whose rollouts are self-play; `learn`, callbacks, logger and schedules are those it inherits.

    `num_timesteps` counts all decisions in the games. Those of opponents from the pool are played, not learnt from.
    """

    rollout_buffer: SeatRolloutBuffer
    policy: NetworkPolicy

    def __init__(
        self,
        env: SelfPlayVecEnv,
        network: Callable[[], Network],
        ppo: PPOConfig,
        opponents: OpponentsConfig,
        seed: int = 0,
    ) -> None:
        """`network` makes the network; it is called once torch's generator is seeded."""
        self.config = ppo
        self.opponents = opponents
        super().__init__(
            NetworkPolicy,
            env,
            learning_rate=falling(ppo.learning_rate, ppo.final_learning_rate),
            n_steps=ppo.decisions,
            batch_size=ppo.batch_size,
            n_epochs=ppo.epochs,
            gamma=ppo.gamma,
            gae_lambda=ppo.gae_lambda,
            clip_range=ppo.clip,
            ent_coef=ppo.entropy,
            vf_coef=ppo.value_weight,
            max_grad_norm=ppo.max_grad_norm,
            rollout_buffer_class=SeatRolloutBuffer,
            rollout_buffer_kwargs={"seats": env.games.num_seats},
            policy_kwargs={"make_network": network},
            seed=seed,
            device="cpu",
        )
        self.games = env.games
        self.chance = np.random.default_rng(seed)  # of actions, minibatches and opponents; games have their own
        self.seed_of_games = seed
        self.bfloat16 = multiplies_bfloat16() if ppo.bfloat16 == "auto" else ppo.bfloat16
        self.iterations = 0
        self.warm = False  # whether the warm start is behind it
        self._actions = np.zeros(env.num_envs, np.int64)
        self._log_probs = np.zeros(env.num_envs, np.float32)
        self._uniforms = np.zeros(env.num_envs)
        self.pool = None
        if opponents.share > 0:
            self.pool = Pool(opponents, env.games.game, env.num_envs, env.games.num_seats)

    @classmethod
    def make(
        cls,
        game_name: str,
        options: dict[str, Any],
        network: NetworkConfig,
        ppo: PPOConfig,
        opponents: OpponentsConfig,
        seed: int,
        num_threads: int,
    ) -> SelfPlayPPO:
        """A learner for a game with these options. Torch's number of threads is set for the whole process."""
        torch.set_num_threads(num_threads)
        game = load(game_name)
        if ppo.warm_start:
            make_agent(ppo.warm_start.agent, game)  # so that a wrong name is refused before anything is trained
        env = SelfPlayVecEnv(SelfPlayVectorEnv(game_name, ppo.games, num_threads=num_threads, **options))
        return cls(env, lambda: build_network(game, network), ppo, opponents, seed)

    @property
    def network(self) -> Network:
        return self.policy.network

    def evaluate(self, observations: torch.Tensor) -> Outputs:
        """What the network says, in float32 whatever it computes in."""
        with torch.autocast("cpu", torch.bfloat16, enabled=self.bfloat16):
            said = self.network(observations)
        return Outputs(said.logits.float(), said.value.float(), None if said.margin is None else said.margin.float())

    # Playing.

    def collect_rollouts(
        self,
        env: VecEnv,
        callback: BaseCallback,
        rollout_buffer: RolloutBuffer,
        n_rollout_steps: int,
        use_masking: bool = True,
    ) -> bool:
        buffer, batch = self.rollout_buffer, self.games.batch
        self.policy.set_training_mode(False)
        self._begin_rollout()
        callback.on_rollout_start()
        ended_games = EndedGames()
        while not buffer.full:
            rows, step = buffer.step_rows(), buffer.pos
            buffer.observations[rows] = batch.observations
            buffer.action_masks[rows] = batch.masks
            buffer.movers[step] = batch.movers
            self._decide(rows, step)
            self.games.step(batch.actions)
            self.num_timesteps += env.num_envs
            np.logical_or(batch.terminated, batch.truncated, out=buffer.ended[step])
            self._note_ends(np.flatnonzero(buffer.ended[step]), step, ended_games)
            buffer.advance()
            callback.update_locals(locals())
            if not callback.on_step():
                buffer.open[:] = NONE  # what followed them is lost
                return False
        self._last_obs = batch.observations
        buffer.compute_advantages(margins=self.network.has_margin)
        self.iterations += 1
        ended_games.log(self.logger)
        self.logger.record("rollout/learnt_from", int(buffer.known.sum()))
        callback.on_rollout_end()
        return True

    def _begin_rollout(self) -> None:
        env = self.env
        assert isinstance(env, SelfPlayVecEnv)
        if env.begun_anew:
            env.begun_anew = False
            self.rollout_buffer.open[:] = NONE
            if self.pool:
                self.pool.begin(self.games.batch.slots, self.chance)
        self.rollout_buffer.reset()
        if self.config.warm_start and not self.warm:
            warm_start(self, self.config.warm_start)
        self.warm = True

    def _decide(self, rows: slice, step: int) -> None:
        """Writes an action for every game into the batch, and the learner's decisions into the buffer."""
        buffer, batch = self.rollout_buffer, self.games.batch
        where: slice | np.ndarray = rows
        ours: slice | np.ndarray = slice(None)
        buffer.ours[step] = True
        if self.pool:
            deciding = self.pool.deciding(batch.movers)
            np.equal(deciding, LEARNER, out=buffer.ours[step])
            if not buffer.ours[step].all():
                self.pool.act(deciding, batch)
                ours = np.flatnonzero(buffer.ours[step])
                where = rows.start + ours
        masks = buffer.action_masks[where]
        if len(masks) == 0:
            return
        with torch.inference_mode():
            said = self.evaluate(torch.from_numpy(buffer.observations)[where])
        count = len(masks)
        actions, log_probs = self._actions[:count], self._log_probs[:count]
        draw(said.logits.numpy(), masks, self.chance.random(out=self._uniforms[:count]), actions, log_probs)
        batch.actions[ours] = actions
        buffer.actions[where] = actions
        buffer.log_probs[where] = log_probs
        buffer.values[where] = said.value.numpy()
        if said.margin is not None:
            buffer.margin_values[where] = said.margin.numpy()

    def _note_ends(self, slots: np.ndarray, step: int, ended_games: EndedGames) -> None:
        """What the episodes that have just ended paid; new ones have begun in their slots."""
        if len(slots) == 0:
            return
        buffer, batch = self.rollout_buffer, self.games.batch
        rewards = batch.rewards[slots, : self.games.num_seats]
        ended_games.add(batch.lengths[slots], batch.truncated[slots])
        if self.network.has_margin or self.config.margin_reward > 0:
            told = np.zeros((len(slots), self.games.num_seats))
            final_margins(batch.finals, slots, told)
            buffer.margins[step, slots] = told
            rewards = rewards + self.config.margin_reward * told
        buffer.rewards[step, slots] = rewards
        if self.pool:
            ended_games.against_pool.extend(self.pool.scores(slots, batch.rewards[slots, : self.games.num_seats]))
            self.pool.begin(slots, self.chance)

    # Learning.

    def train(self) -> None:
        self.policy.set_training_mode(True)
        self._update_learning_rate(self.policy.optimizer)
        progress = self._current_progress_remaining
        entropy_weight = falling(self.config.entropy, self.config.final_entropy)(progress)
        clip = self.clip_range(progress)  # type: ignore[operator]
        said: list[torch.Tensor] = []
        for batch in self.rollout_buffer.samples(self.config.batch_size, self.config.epochs, self.chance):
            loss, parts = self._loss(batch, entropy_weight, clip)
            norm = self.descend(loss)
            said.append(torch.stack([*parts, norm]).detach())
        self._n_updates += self.config.epochs
        self._log(said)
        if self.pool and self.iterations % self.opponents.every == 0:
            self.pool.add_snapshot(self.network)

    def descend(self, loss: torch.Tensor) -> torch.Tensor:
        """One step of the optimizer; returns the length of the gradient."""
        self.policy.optimizer.zero_grad(set_to_none=True)
        loss.backward()  # type: ignore[no-untyped-call]
        norm = torch.nn.utils.clip_grad_norm_(self.network.parameters(), self.max_grad_norm)
        self.policy.optimizer.step()
        return norm

    def _loss(self, batch: Samples, entropy_weight: float, clip: float) -> tuple[torch.Tensor, list[torch.Tensor]]:
        """The loss of a minibatch, and the parts that are logged."""
        said = self.evaluate(batch.observations)
        log_probs, entropies = assess(said.logits, batch.masks, batch.actions)
        change = log_probs - batch.old_log_probs
        ratio = change.exp()
        gain = torch.min(batch.advantages * ratio, batch.advantages * ratio.clamp(1 - clip, 1 + clip)).mean()
        entropy = entropies.mean()
        value_loss = functional.mse_loss(said.value, batch.returns)
        loss = -gain - entropy_weight * entropy + self.vf_coef * value_loss
        margin_loss = torch.zeros(())
        if said.margin is not None:
            margin_loss = functional.mse_loss(said.margin, batch.margin_returns)
            loss = loss + self.config.margin_weight * margin_loss
        divergence = (ratio - 1 - change).mean()
        clipped = ((ratio - 1).abs() > clip).float().mean()
        return loss, [loss, -gain, entropy, value_loss, margin_loss, divergence, clipped]

    def _log(self, said: list[torch.Tensor]) -> None:
        if not said:
            return
        names = "loss", "policy_gradient_loss", "entropy", "value_loss", "margin_loss", "approx_kl", "clip_fraction"
        for name, mean in zip((*names, "grad_norm"), torch.stack(said).mean(0).tolist(), strict=True):
            self.logger.record(f"train/{name}", mean)
        known = self.rollout_buffer.known
        left = self.rollout_buffer.advantages[known].var()
        returns = self.rollout_buffer.advantages[known] + self.rollout_buffer.values[known]
        self.logger.record("train/explained_variance", float(1 - left / max(returns.var(), 1e-12)))
        self.logger.record("train/n_updates", self._n_updates, exclude="tensorboard")

    # Going on later.

    def training_state(self) -> tuple[dict[str, torch.Tensor], dict[str, Any]]:
        """All that decides how training goes on, between two iterations; the second part is plain data for JSON."""
        env = self.env
        assert isinstance(env, SelfPlayVecEnv)
        optimizer = self.policy.optimizer.state_dict()
        parts = {"network": self.network.state_dict(), "buffer": self.rollout_buffer.state(), "games": env.state()}
        parts["optimizer"] = {
            f"{k}.{name}": value for k, kept in optimizer["state"].items() for name, value in kept.items()
        }
        parts["torch"] = {"generator": torch.get_rng_state()}
        rest: dict[str, Any] = {
            "chance": self.chance.bit_generator.state,
            "iterations": self.iterations,
            "warm": self.warm,
            "num_timesteps": self.num_timesteps,
            "n_updates": self._n_updates,
            "progress_remaining": self._current_progress_remaining,
        }
        if self.pool:
            parts["pool"], rest["pool"] = self.pool.state()
        tensors = {f"{part}.{name}": t for part, held in parts.items() for name, t in held.items()}
        return {name: tensor.detach().clone() for name, tensor in tensors.items()}, copy.deepcopy(rest)

    def restore_training_state(self, tensors: dict[str, torch.Tensor], rest: dict[str, Any]) -> None:
        """Goes back to a state; `learn(total − num_timesteps, reset_num_timesteps=False)` then goes on from there."""
        env = self.env
        assert isinstance(env, SelfPlayVecEnv)
        self.network.load_state_dict(below(tensors, "network."))
        self._restore_optimizer(below(tensors, "optimizer."))
        self.rollout_buffer.restore(below(tensors, "buffer."))
        self._last_obs = env.restore(below(tensors, "games."))
        self._last_episode_starts = np.ones(env.num_envs, np.bool_)
        env.begun_anew = False
        if self.pool:
            self.pool.restore(below(tensors, "pool."), rest["pool"], self.network)
        torch.set_rng_state(tensors["torch.generator"])
        self.chance.bit_generator.state = rest["chance"]
        self.iterations = rest["iterations"]
        self.warm = rest["warm"]
        self.num_timesteps = rest["num_timesteps"]
        self._n_updates = rest["n_updates"]
        self._current_progress_remaining = rest["progress_remaining"]

    def _restore_optimizer(self, tensors: dict[str, torch.Tensor]) -> None:
        state: dict[int, dict[str, torch.Tensor]] = {}
        for name, tensor in tensors.items():
            k, kind = name.split(".")
            state.setdefault(int(k), {})[kind] = tensor.clone()
        self.policy.optimizer.load_state_dict(self.policy.optimizer.state_dict() | {"state": state})
