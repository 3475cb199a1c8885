package io.mcpsf.service.storage;

final class FileBlobsTest extends BlobsContract {

    @Override
    protected Blobs blobs() {
        return new FileBlobs(folder.resolve("blobs"));
    }
}
