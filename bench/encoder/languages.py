"""Learns the encoder that reads suspicious texts in other languages than English a second time.

Fine-tunes the first layers of multilingual BERT, with the pieces of its vocabulary that our languages use.

  languages.py first MODEL TEXTS OUT --vocabulary FILES... [--left-out PART...]
  languages.py again MODEL TEXTS OUT --after FOLDER [--new PART...] [--left-out PART...]

MODEL   folder with weights.npz (the variables of the checkpoint by their names) and vocab.txt
TEXTS   what io.mcpsf.judge.poison.EncoderTexts wrote; several with commas between them
OUT     gets languages.bin, languages.vocabulary and scores.jsonl
--vocabulary  texts in all the languages: pieces that are not in them are left out
--after       where an earlier course wrote, to go on from it with its vocabulary
--new         parts that no earlier course has had: of the others every second text is taken in a round, or --share-of-old

Needs torch and tokenizers. The seed is fixed; another processor may still round differently.
"""

import argparse
import collections
import json
import os
import re
import shutil

import numpy
import torch
from tokenizers import Tokenizer, models, normalizers, pre_tokenizers, processors

import encoder as made
from corpus import FAR, third

LAYERS = 8
# Languages meet in the lower layers, as they were learned from much text: ours would only move some of it.
FROZEN = 4
WIDTH = 768
INNER = 3072
HEADS = 12
SCARCE = re.compile("(##)?[\u0600-\u06ff\u0900-\u097f\uac00-\ud7af]+")
SPECIAL = ["[PAD]", "[UNK]", "[CLS]", "[SEP]"]
# English has its own encoder; here it helps to learn what a demand is.
SHARE_OF_ENGLISH = 0.35


def tokenizer(pieces):
    cut = Tokenizer(models.WordPiece({piece: i for i, piece in enumerate(pieces)}, unk_token="[UNK]"))
    cut.normalizer = normalizers.BertNormalizer(lowercase=False, strip_accents=False)
    cut.pre_tokenizer = pre_tokenizers.BertPreTokenizer()
    cut.post_processor = processors.TemplateProcessing(
        single="[CLS] $A [SEP]", special_tokens=[(name, pieces.index(name)) for name in ("[CLS]", "[SEP]")]
    )
    return cut


def used(pieces, texts, files):
    """Pieces of the corpus, those that occur three times elsewhere, and all of scripts of which we have little text."""
    cut = tokenizer(pieces)
    met = collections.Counter()
    for encoded in cut.encode_batch([text["text"] for text in texts]):
        met.update({piece: 3 for piece in encoded.ids})
    for name in files:
        with open(name, encoding="utf-8", errors="replace") as lines:
            some = []
            for line in lines:
                some.append(line[:5000])
                if len(some) == 5000:
                    met.update(p for e in cut.encode_batch(some) for p in e.ids)
                    some = []
            met.update(p for e in cut.encode_batch(some) for p in e.ids)
    met.update({i: 3 for i, piece in enumerate(pieces) if SCARCE.fullmatch(piece)})
    first = [pieces.index(name) for name in SPECIAL]
    return first + sorted(p for p, n in met.items() if n >= 3 and p not in first)


def from_checkpoint(model, kept):
    given = numpy.load(os.path.join(model, "weights.npz"))

    def find(name):
        return torch.tensor(given["module/bert/" + name]).float()

    made_one = made.Encoder(len(kept), WIDTH, LAYERS, INNER, HEADS)

    def linear(layer, name):
        layer.weight.data = find(name + "/kernel").T.contiguous()
        layer.bias.data = find(name + "/bias")

    def norm(layer, name):
        layer.weight.data = find(name + "/gamma")
        layer.bias.data = find(name + "/beta")

    made_one.words.weight.data = find("embeddings/word_embeddings")[kept].contiguous()
    places = find("embeddings/position_embeddings")[: made.LONGEST]
    made_one.places.data = places + find("embeddings/token_type_embeddings")[0]
    norm(made_one.begin, "embeddings/LayerNorm")
    for i, layer in enumerate(made_one.layers):
        at = f"encoder/layer_{i}/"
        for each, name in (
            (layer.query, "attention/self/query"),
            (layer.key, "attention/self/key"),
            (layer.value, "attention/self/value"),
            (layer.out, "attention/output/dense"),
            (layer.wide, "intermediate/dense"),
            (layer.narrow, "output/dense"),
        ):
            linear(each, at + name)
        norm(layer.first, at + "attention/output/LayerNorm")
        norm(layer.second, at + "output/LayerNorm")
    return made_one


def english(text):
    return not sum(ord(c) > 127 and c.isalpha() for c in text["text"]) and text["language"] in ("", "en")


def main():
    given = argparse.ArgumentParser()
    given.add_argument("course", choices=["first", "again"])
    given.add_argument("model")
    given.add_argument("texts")
    given.add_argument("out")
    given.add_argument("--vocabulary", nargs="*", default=[])
    given.add_argument("--after", default="")
    given.add_argument("--new", nargs="*", default=[])
    given.add_argument("--share-of-old", type=float, default=0.5)
    given.add_argument("--left-out", nargs="*", default=[])
    given.add_argument("--steps", type=int, default=1700)
    given.add_argument("--rate", type=float, default=4e-5)
    asked = given.parse_args()
    os.makedirs(asked.out, exist_ok=True)
    chance = made.begun(1)

    texts = []
    for name in asked.texts.split(","):
        with open(name, encoding="utf-8") as lines:
            texts += map(json.loads, lines)
    if asked.course == "first":
        with open(os.path.join(asked.model, "vocab.txt"), encoding="utf-8") as lines:
            pieces = [line.rstrip("\n") for line in lines]
        kept = used(pieces, texts, asked.vocabulary)
        encoder = from_checkpoint(asked.model, kept)
        with open(os.path.join(asked.out, "languages.vocabulary"), "w", encoding="utf-8") as file:
            file.writelines(pieces[i] + "\n" for i in kept)
    else:
        shutil.copy(os.path.join(asked.after, "languages.vocabulary"), asked.out)
    with open(os.path.join(asked.out, "languages.vocabulary"), encoding="utf-8") as lines:
        pieces = [line.rstrip("\n") for line in lines]
    if asked.course == "again":
        encoder = made.read(os.path.join(asked.after, "languages.bin"))
    cut = tokenizer(pieces)
    known, rest = [], []
    for text in texts:
        text["pieces"] = cut.encode(text["text"]).ids
        text["share"] = SHARE_OF_ENGLISH if english(text) else 1
        if asked.new and text["part"] not in asked.new and text["part"].split("/")[0] not in asked.new:
            text["share"] *= asked.share_of_old
        held = text["heldOut"] or text["part"] in asked.left_out or third(text) in asked.left_out
        (rest if held else known).append(text)
    known, rest = ([t for t in some if t["poisoned"] or t["odds"] > FAR] for some in (known, rest))
    poisoned = sum(text["poisoned"] for text in known)
    print(f"{len(pieces)} pieces, {len(known)} texts to learn from, {poisoned} of them poisoned", flush=True)
    made.learn(encoder, known, chance, asked.steps, asked.rate, sure=0.04, frozen=FROZEN, average=0.995)
    made.write(encoder, os.path.join(asked.out, "languages.bin"))
    with open(os.path.join(asked.out, "scores.jsonl"), "w", encoding="utf-8") as file:
        for text, score in zip(rest, made.scores(encoder, rest)):
            file.write(json.dumps({k: v for k, v in text.items() if k not in ("pieces", "share")} | {"encoder": score}) + "\n")


if __name__ == "__main__":
    main()
