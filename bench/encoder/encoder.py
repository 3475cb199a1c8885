"""The transformer that io.mcpsf.judge.poison.Encoder computes, as it is learned and written."""

import math
import random
import struct
import time

import numpy
import torch
from torch import nn
from torch.nn import functional

LONGEST = 192
PARTS = 12
BATCH = 16


class Layer(nn.Module):
    def __init__(self, width, inner, heads):
        super().__init__()
        self.heads = heads
        self.query, self.key, self.value, self.out = (nn.Linear(width, width) for _ in range(4))
        self.wide = nn.Linear(width, inner)
        self.narrow = nn.Linear(inner, width)
        self.first = nn.LayerNorm(width, 1e-12)
        self.second = nn.LayerNorm(width, 1e-12)
        self.drop = nn.Dropout(0.1)

    def forward(self, states, mask):
        count, length, width = states.shape

        def heads(x):
            return x.view(count, length, self.heads, width // self.heads).transpose(1, 2)

        heard = functional.scaled_dot_product_attention(
            heads(self.query(states)), heads(self.key(states)), heads(self.value(states)), attn_mask=mask
        )
        told = self.out(heard.transpose(1, 2).reshape(count, length, width))
        states = self.first(states + self.drop(told))
        wide = functional.gelu(self.wide(states), approximate="tanh")
        return self.second(states + self.drop(self.narrow(wide)))


class Encoder(nn.Module):
    def __init__(self, pieces, width, layers, inner, heads):
        super().__init__()
        self.words = nn.Embedding(pieces, width)
        self.places = nn.Parameter(torch.zeros(LONGEST, width))
        self.begin = nn.LayerNorm(width, 1e-12)
        self.layers = nn.ModuleList(Layer(width, inner, heads) for _ in range(layers))
        self.drop = nn.Dropout(0.1)
        self.last = nn.Parameter(torch.zeros(width))
        self.bias = nn.Parameter(torch.zeros(()))

    def lower(self, pieces, mask, layers):
        states = self.drop(self.begin(self.words(pieces) + self.places[: pieces.shape[1]]))
        for layer in self.layers[:layers]:
            states = layer(states, mask[:, None, None, :])
        return states

    def upper(self, states, mask, layers):
        for layer in self.layers[layers:]:
            states = layer(states, mask[:, None, None, :])
        shares = mask.float().unsqueeze(-1)
        mean = (states.float() * shares).sum(1) / shares.sum(1)
        return self.drop(mean) @ self.last * 10 + self.bias

    def forward(self, pieces, mask):
        return self.upper(self.lower(pieces, mask, 0), mask, 0)


def parts(pieces):
    """A long text as overlapping parts; the first and the last piece are those that begin and end each."""
    if len(pieces) <= LONGEST:
        return [pieces]
    begin, *body, end = pieces
    step = (LONGEST - 2) // 2
    return [[begin, *body[i : i + 2 * step], end] for i in range(0, len(body) - step, step)][:PARTS]


def padded(rows):
    length = min(LONGEST, -(-max(map(len, rows)) // 16) * 16)
    pieces = torch.zeros((len(rows), length), dtype=torch.long)
    mask = torch.zeros((len(rows), length), dtype=torch.bool)
    for i, row in enumerate(rows):
        pieces[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = True
    return pieces, mask


def quick():
    """Products in sixteen bits, where the processor has them: several times as fast, and good enough to learn by."""
    return torch.autocast("cpu", dtype=torch.bfloat16, enabled=torch.cpu.get_capabilities()["amx_bf16"])


class Average:
    """Of the weights as they were lately: steadier than the last ones."""

    def __init__(self, encoder, share):
        self.share = share
        self.kept = {name: value.detach().clone() for name, value in encoder.named_parameters() if value.requires_grad}

    def add(self, encoder):
        with torch.no_grad():
            for name, value in encoder.named_parameters():
                if name in self.kept:
                    self.kept[name].lerp_(value, 1 - self.share)

    def to(self, encoder):
        with torch.no_grad():
            for name, value in encoder.named_parameters():
                if name in self.kept:
                    value.copy_(self.kept[name])


def batches(texts, chance):
    order = [i for i, text in enumerate(texts) if chance.random() < text.get("share", 1)]
    chance.shuffle(order)
    # Texts of one length together: padding is work for nothing.
    chunks = [
        sorted(order[i : i + BATCH * 16], key=lambda j: len(texts[j]["pieces"])) for i in range(0, len(order), BATCH * 16)
    ]
    all_of_them = [c[i : i + BATCH] for c in chunks for i in range(0, len(c) - BATCH + 1, BATCH)]
    chance.shuffle(all_of_them)
    return all_of_them


class Lower:
    """What the layers that stay as they are make of a row of pieces: worked out once for each."""

    def __init__(self, encoder, layers):
        self.encoder = encoder
        self.layers = layers
        self.known = {}
        for layer in [encoder.words, encoder.begin, *encoder.layers[:layers]]:
            layer.requires_grad_(False)
        encoder.places.requires_grad_(False)

    def of(self, rows, length):
        new = [row for row in rows if tuple(row) not in self.known]
        if new:
            self.encoder.eval()
            with torch.no_grad(), quick():
                for row, states in zip(new, self.encoder.lower(*padded(new), self.layers)):
                    self.known[tuple(row)] = states[: len(row)].half()
            self.encoder.train()
        states = torch.zeros((len(rows), length, self.encoder.places.shape[1]))
        for i, row in enumerate(rows):
            states[i, : len(row)] = self.known[tuple(row)].float()
        return states


def learn(encoder, texts, chance, steps, rate, sure=0.02, frozen=0, average=0.0):
    """`sure` is how far labels stay from certain; of the layers so many are `frozen`."""
    lower = Lower(encoder, frozen) if frozen else None
    wanting = [p for p in encoder.parameters() if p.requires_grad]
    optimizer = torch.optim.AdamW(wanting, lr=rate, weight_decay=0.01)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1, n / (steps * 0.1)) * max(0, (steps - n) / steps)
    )
    kept = Average(encoder, average)
    begun, done, lost = time.time(), 0, []
    encoder.train()
    while done < steps:
        for batch in batches(texts, chance)[: steps - done]:
            rows = [chance.choice(parts(texts[j]["pieces"])) for j in batch]
            wanted = torch.tensor([float(texts[j]["poisoned"]) for j in batch]) * (1 - 2 * sure) + sure
            pieces, mask = padded(rows)
            with quick():
                if lower is None:
                    odds = encoder(pieces, mask)
                else:
                    odds = encoder.upper(lower.of(rows, pieces.shape[1]), mask, frozen)
            loss = functional.binary_cross_entropy_with_logits(odds.float(), wanted)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(wanting, 1.0)
            optimizer.step()
            schedule.step()
            kept.add(encoder)
            done += 1
            lost.append(loss.item())
            if done % 50 == 0:
                print(f"{done} of {steps}: {numpy.mean(lost[-50:]):.3f}, {time.time() - begun:.0f} s", flush=True)
    if average:
        kept.to(encoder)


def scores(encoder, texts):
    encoder.eval()
    rows = sorted(((i, part) for i, text in enumerate(texts) for part in parts(text["pieces"])), key=lambda r: len(r[1]))
    most = [-99.0] * len(texts)
    with torch.no_grad():
        for i in range(0, len(rows), 32):
            batch = rows[i : i + 32]
            for (j, _), odds in zip(batch, encoder(*padded([part for _, part in batch])).tolist()):
                most[j] = max(most[j], odds)
    return most


def write(encoder, path):
    """As io.mcpsf.judge.poison.Encoder reads it."""

    def floats(values):
        file.write(values.detach().float().numpy().astype("<f4").tobytes())

    def table(weights):
        rows = weights.detach().float().numpy()
        scales = numpy.abs(rows).max(1) / 127
        scales[scales == 0] = 1
        file.write(scales.astype("<f4").tobytes())
        file.write(numpy.clip(numpy.round(rows / scales[:, None]), -127, 127).astype(numpy.int8).tobytes())

    def linear(layer):
        table(layer.weight)
        floats(layer.bias)

    def normal(layer):
        floats(layer.weight)
        floats(layer.bias)

    with open(path, "wb") as file:
        first = encoder.layers[0]
        count, width = encoder.words.weight.shape
        inner = first.wide.weight.shape[0]
        file.write(struct.pack("<7i", 0x45504D43, count, width, len(encoder.layers), inner, first.heads, LONGEST))
        table(encoder.words.weight)
        floats(encoder.places)
        normal(encoder.begin)
        for layer in encoder.layers:
            for each in (layer.query, layer.key, layer.value, layer.out):
                linear(each)
            normal(layer.first)
            linear(layer.wide)
            linear(layer.narrow)
            normal(layer.second)
        floats(encoder.last * 10)
        floats(encoder.bias.reshape(1))


def read(path):
    """An encoder from a file of `write`: its weights as they were shipped, a byte each."""

    def floats(*shape):
        return torch.tensor(numpy.frombuffer(file.read(4 * math.prod(shape)), "<f4").reshape(shape).copy())

    def table(layer):
        rows, width = layer.weight.shape
        scales = floats(rows)
        weights = numpy.frombuffer(file.read(rows * width), numpy.int8).reshape(rows, width).copy()
        layer.weight.data = torch.tensor(weights).float() * scales[:, None]

    def linear(layer):
        table(layer)
        layer.bias.data = floats(*layer.bias.shape)

    def normal(layer):
        layer.weight.data = floats(*layer.weight.shape)
        layer.bias.data = floats(*layer.bias.shape)

    with open(path, "rb") as file:
        _, count, width, layers, inner, heads, longest = struct.unpack("<7i", file.read(28))
        encoder = Encoder(count, width, layers, inner, heads)
        table(encoder.words)
        encoder.places.data = floats(longest, width)
        normal(encoder.begin)
        for layer in encoder.layers:
            for each in (layer.query, layer.key, layer.value, layer.out):
                linear(each)
            normal(layer.first)
            linear(layer.wide)
            linear(layer.narrow)
            normal(layer.second)
        encoder.last.data = floats(width) / 10
        encoder.bias.data = floats(1).reshape(())
        if file.read():
            raise ValueError(f"{path} is longer than an encoder")
    return encoder


def begun(seed):
    torch.manual_seed(seed)
    return random.Random(seed)
