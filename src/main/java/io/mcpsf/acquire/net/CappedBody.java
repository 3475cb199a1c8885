package io.mcpsf.acquire.net;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;

/** Passes a body on until it is longer than what was agreed, and ends it there. */
final class CappedBody<T> implements BodySubscriber<T> {

    private final BodySubscriber<T> inner;
    private final long cap;
    private Flow.@org.jspecify.annotations.Nullable Subscription subscription;
    private long seen;
    private boolean ended;

    CappedBody(BodySubscriber<T> inner, long cap) {
        this.inner = inner;
        this.cap = cap;
    }

    static final class TooLargeException extends IOException {
        TooLargeException(long cap) {
            super("it is larger than %,d bytes".formatted(cap));
        }
    }

    @Override
    public CompletionStage<T> getBody() {
        return inner.getBody();
    }

    @Override
    public void onSubscribe(Flow.Subscription source) {
        subscription = source;
        inner.onSubscribe(source);
    }

    @Override
    public void onNext(List<ByteBuffer> pieces) {
        if (ended) {
            return;
        }
        seen += pieces.stream().mapToLong(ByteBuffer::remaining).sum();
        if (seen > cap) {
            ended = true;
            if (subscription != null) {
                subscription.cancel();
            }
            inner.onError(new TooLargeException(cap));
        } else {
            inner.onNext(pieces);
        }
    }

    @Override
    public void onError(Throwable failure) {
        if (!ended) {
            ended = true;
            inner.onError(failure);
        }
    }

    @Override
    public void onComplete() {
        if (!ended) {
            ended = true;
            inner.onComplete();
        }
    }
}
