"""Checkpoints: what is saved comes back bit for bit, and nothing else comes back at all."""

import dataclasses
import json
import pickle
import random
import struct
import zipfile

import numpy as np
import pytest
import torch

from ludarium.agents import make_agent
from ludarium.engine.layout import Layout
from ludarium.errors import BadCheckpoint, BadOption
from ludarium.registry import GAMES, load
from ludarium_training.checkpoint import describe, digest_of, load_checkpoint, save_checkpoint
from ludarium_training.cli import main
from ludarium_training.networks import NetworkConfig, build_network
from ludarium_training.tensor_file import DOCUMENT, read_tensors, write_tensors

SMALL = NetworkConfig(trunk=(8,))


@pytest.fixture
def saved(tmp_path):
    """A small checkpoint for Tablero."""
    game = load("tablero")
    path = tmp_path / "agent.safetensors"
    save_checkpoint(path, build_network(game, SMALL), describe(game, SMALL, steps=12, options={"games": 3}))
    return path


def parts(path):
    """The file's header and what follows."""
    data = path.read_bytes()
    (length,) = struct.unpack("<Q", data[:8])
    return json.loads(data[8 : 8 + length]), data[8 + length :]


def put_together(path, header, rest):
    text = header if isinstance(header, bytes) else json.dumps(header).encode()
    path.write_bytes(struct.pack("<Q", len(text)) + text + rest)


def change_document(path, **changes):
    header, rest = parts(path)
    document = json.loads(header["__metadata__"][DOCUMENT]) | changes
    header["__metadata__"][DOCUMENT] = json.dumps(document)
    put_together(path, header, rest)


@pytest.mark.parametrize("name", GAMES)
def test_a_saved_network_comes_back_bit_for_bit(name, tmp_path):
    game = load(name)
    network = build_network(game, SMALL)
    save_checkpoint(tmp_path / "a.safetensors", network, describe(game, SMALL, steps=5))
    before = torch.get_rng_state()
    checkpoint = load_checkpoint(tmp_path / "a.safetensors", name)
    assert torch.equal(before, torch.get_rng_state())  # loading an opponent does not change a training run
    assert checkpoint.game is game and checkpoint.metadata.steps == 5
    assert digest_of(checkpoint.network.state_dict()) == digest_of(network.state_dict()) == checkpoint.metadata.weights
    seen = torch.rand(3, game.layout.size)
    assert torch.equal(checkpoint.network(seen).logits, network.eval()(seen).logits)


def test_the_same_content_gives_the_same_bytes(saved, tmp_path):
    checkpoint = load_checkpoint(saved)
    save_checkpoint(tmp_path / "twin.safetensors", checkpoint.network, checkpoint.metadata)
    assert (tmp_path / "twin.safetensors").read_bytes() == saved.read_bytes()
    assert sorted(p.name for p in tmp_path.iterdir()) == ["agent.safetensors", "twin.safetensors"]


def test_another_game_version_layout_or_number_of_actions_is_refused(saved):
    tablero = load("tablero")
    with pytest.raises(BadCheckpoint, match="plays 'tablero', not matrio"):
        load_checkpoint(saved, "matrio")
    with pytest.raises(BadCheckpoint, match="trained on version 0 of Tablero di Berona, and this is version 7"):
        load_checkpoint(saved, dataclasses.replace(tablero, version=7))
    with pytest.raises(BadCheckpoint, match="knows 34 actions"):
        load_checkpoint(saved, dataclasses.replace(tablero, actions=35))
    pieces = [(p.name, p.shape, p.text) for p in tablero.layout.pieces]
    for other, sentence in [
        (Layout(*pieces, ("news", (2,), "")), "it has no 'news' and Tablero di Berona now has 'news' \\[2\\]"),
        (Layout(*pieces[1:]), f"it has '{pieces[0][0]}'"),
        (Layout(*reversed(pieces)), "another order"),
    ]:
        with pytest.raises(BadCheckpoint, match=sentence):
            load_checkpoint(saved, dataclasses.replace(tablero, layout=other))


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"game": "chess"}, "no game 'chess'"),
        ({"game": "../tablero"}, "no game"),
        ({"options": {"colour": 1}}, "no option 'colour'"),
        ({"options": {"games": []}}, "games must be"),
        ({"format": 2}, "update ludarium"),
        ({"format": "1"}, "no checkpoint of an agent"),
        ({"surprise": 1}, "surprise"),
        ({"steps": -1}, "steps"),
        ({"strength": [{"score": 1}]}, "strength"),
        ({"network": {"kind": "mlp", "trunk": [10**9]}}, "larger network than its"),
        ({"network": {"kind": "mlp", "trunk": [1] * 100_000}}, "larger network than its"),
        ({"network": {"kind": "mlp", "trunk": [9]}}, "trunk"),
        ({"network": {"kind": "mlp", "trunk": [8, 8]}}, "trunk"),
        ({"network": {"kind": "rnn"}}, "network.kind"),
        ({"network": {"kind": "mlp", "trunk": [0]}}, "network.trunk"),
        ({"weights": "0" * 64}, "not those that were saved"),
    ],
)
def test_metadata_that_does_not_fit_is_refused(saved, changes, sentence):
    change_document(saved, **changes)
    with pytest.raises(BadCheckpoint, match=sentence):
        load_checkpoint(saved)


def test_weights_that_are_no_numbers_or_of_another_kind_are_refused(saved):
    tensors, document = read_tensors(saved)
    for spoil, sentence in [
        (lambda t: t.fill_(float("nan")), "no numbers"),
        (lambda t: t.fill_(float("inf")), "no numbers"),
        (lambda t: t.to(torch.float64), "float64"),
        (lambda t: t[:1].clone(), "where its network has"),
    ]:
        name = "policy.weight"
        spoilt = tensors | {name: spoil(tensors[name].clone())}
        write_tensors(saved, spoilt, document | {"weights": digest_of(spoilt)})
        with pytest.raises(BadCheckpoint, match=sentence):
            load_checkpoint(saved)


def test_files_of_other_kinds_are_refused(tmp_path):
    files = {name: tmp_path / f"{name}.safetensors" for name in ("pickle", "torch", "zip", "empty", "text", "numpy")}
    files["pickle"].write_bytes(pickle.dumps({"weights": [1.0] * 100}))
    torch.save({"weights": torch.zeros(3)}, files["torch"])
    with zipfile.ZipFile(files["zip"], "w") as archive:
        archive.writestr("a", "b")
    files["empty"].write_bytes(b"")
    files["text"].write_text("hello, this is no checkpoint")
    with open(files["numpy"], "wb") as file:
        np.save(file, np.zeros(3))
    for path in [*files.values(), tmp_path, tmp_path / "missing.safetensors", "a\0b", "/dev/null", "/dev/zero"]:
        with pytest.raises(BadCheckpoint):
            load_checkpoint(path)


def test_headers_that_lie_are_refused(saved):
    header, rest = parts(saved)
    name = next(key for key in header if key != "__metadata__")
    text = json.dumps(header)

    def entry(**changes):
        return header | {name: header[name] | changes}

    lies = [
        b"",
        b"[]",
        b"{" * 100_000,
        b'{"a":' * 100_000,
        b"\xff" * 100,
        text.replace("{", '{"__metadata__": {}, ', 1).encode(),
        text.replace(f'"{name}"', f'"{name}": 1, "{name}"', 1).encode(),
        entry(dtype="F8"),
        entry(dtype=4),
        entry(shape=[-1, -1]),
        entry(shape=[2**62, 2**62]),
        entry(shape=[1e3]),
        entry(shape=[True]),
        entry(data_offsets=[0, 10**15]),
        entry(data_offsets=[0]),
        entry(more=1),
        header | {name: None},
        header | {"twin": header[name]},
        {key: value for key, value in header.items() if key != name},
        {key: value for key, value in header.items() if key != "__metadata__"},
        header | {"__metadata__": {DOCUMENT: "{}"}},
        header | {"__metadata__": {DOCUMENT: "NaN"}},
        header | {"__metadata__": {DOCUMENT: '{"format": 1e999}'}},
        header | {"__metadata__": {DOCUMENT: '{"format": ' + "9" * 5000 + "}"}},
        header | {"__metadata__": {DOCUMENT: 1}},
        header | {"__metadata__": []},
    ]
    for lie in lies:
        put_together(saved, lie, rest)
        with pytest.raises(BadCheckpoint) as refused:
            load_checkpoint(saved)
        assert "\n" not in str(refused.value)
    for length in (2**64 - 1, 2**63, 2**40, len(text) + len(rest) + 1):
        saved.write_bytes(struct.pack("<Q", length) + text.encode() + rest)
        with pytest.raises(BadCheckpoint):
            load_checkpoint(saved)


def test_damage_anywhere_is_an_error_or_changes_nothing(saved):
    """Hundreds of damaged files: nothing but the clear error comes out, or the very weights that were saved."""
    whole = saved.read_bytes()
    weights = load_checkpoint(saved).metadata.weights
    chance = random.Random(0)
    header_end = 8 + struct.unpack("<Q", whole[:8])[0]
    refused = 0
    for k in range(800):
        data = bytearray(whole)
        for _ in range(chance.choice([1, 1, 2, 8])):
            where = chance.randrange(header_end if k % 2 else len(data))
            kind = chance.randrange(5)
            if kind == 0:
                data[where] ^= 1 << chance.randrange(8)
            elif kind == 1:
                data[where] = chance.choice(b'0123456789"{}[],:-eE.\\ntf')
            elif kind == 2:
                del data[where : where + chance.choice([1, 3, 100])]
            elif kind == 3:
                data[where:where] = bytes(chance.randrange(256) for _ in range(chance.choice([1, 8])))
            else:
                other = chance.randrange(len(data))
                data[where : where + 16] = data[other : other + 16]
            header_end = min(header_end, len(data))
        saved.write_bytes(data)
        try:
            checkpoint = load_checkpoint(saved)
        except BadCheckpoint as error:
            assert "\n" not in str(error)
            refused += 1
        else:
            assert digest_of(checkpoint.network.state_dict()) == weights
    assert refused > 700
    for length in range(0, len(whole), 97):
        saved.write_bytes(whole[:length])
        with pytest.raises(BadCheckpoint):
            load_checkpoint(saved)


def nodes(value, path=()):
    """The place of every value in a piece of JSON."""
    yield path
    if isinstance(value, (dict, list)):
        for key in list(value) if isinstance(value, dict) else range(len(value)):
            yield from nodes(value[key], (*path, key))


def test_any_odd_value_in_the_metadata_is_an_error_or_changes_nothing(saved):
    header, rest = parts(saved)
    document = json.loads(header["__metadata__"][DOCUMENT])
    odd = [None, True, -1, 0, 3, 2**63, 10**40, 1.5, -1e308, "", "x", "9" * 50, [], [[]], {}, {"a": [1]}, [1] * 3000]
    refused = tried = 0
    for path in nodes(document):
        for value in odd[tried % 3 :: 3] if path else odd:
            changed = json.loads(json.dumps(document))
            inner = changed
            for key in path[:-1]:
                inner = inner[key]
            if path:
                inner[path[-1]] = value
            else:
                changed = value
            header["__metadata__"][DOCUMENT] = json.dumps(changed)
            put_together(saved, header, rest)
            tried += 1
            try:
                assert digest_of(load_checkpoint(saved).network.state_dict()) == document["weights"]
            except BadCheckpoint as error:
                assert "\n" not in str(error)
                refused += 1
    assert tried > 300 and refused > 0.8 * tried


def test_a_checkpoint_sits_at_the_table_by_its_name(saved, tmp_path, monkeypatch):
    game = load("tablero")
    for spec in (str(saved), f"{saved}:sample"):
        agent = make_agent(spec, game)
        assert agent.name == spec and agent.sample == spec.endswith(":sample")
    with pytest.raises(BadCheckpoint, match="not matrio"):
        make_agent(str(saved), load("matrio"))
    monkeypatch.setattr("ludarium_training.checkpoint.shipped", lambda folder: tmp_path / folder)
    with pytest.raises(BadOption, match="no trained agent ships for Tablero"):
        make_agent("ppo", game)
    (tmp_path / "checkpoints").mkdir()
    saved.rename(tmp_path / "checkpoints" / "tablero.safetensors")
    assert make_agent("ppo:sample", game).sample


def test_show_prints_it(saved, capsys):
    assert main(["checkpoint", "show", str(saved)]) == 0
    said = capsys.readouterr().out
    assert "tablero v0, games=3" in said and "12 steps" in said
    assert main(["checkpoint", "show", str(saved), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["steps"] == 12
    change_document(saved, ludarium="\x1b[2J")
    assert main(["checkpoint", "show", str(saved)]) == 0
    assert "\x1b" not in capsys.readouterr().out
    saved.write_bytes(b"rubbish")
    assert main(["checkpoint", "show", str(saved)]) == 2
    assert capsys.readouterr().err.count("\n") == 1
