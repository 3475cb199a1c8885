"""What io.mcpsf.judge.poison.EncoderTexts wrote."""

import zlib

# Honest texts that the words hold for harmless by far are never read by an encoder.
FAR = -4.0


def third(text):
    return f"real{zlib.crc32(text['part'].split('/')[-1].encode()) % 3}" if text["part"].startswith("real:") else ""
