import hashlib
import io
import tempfile
import zipfile

with tempfile.TemporaryDirectory() as d, zipfile.ZipFile("data/bundle.zip") as z:
    for info in z.infolist():
        digest = hashlib.sha256(z.read(info)).hexdigest()
        print(info.filename, digest[:12])
    z.extractall(d)
buffer = io.BytesIO(b"abc")
print(hashlib.md5(buffer.getvalue()).hexdigest())
