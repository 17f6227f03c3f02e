package org.quire.activities.fetch;

import java.io.IOException;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/** Writes the body of an answer to a file as it comes, up to a size, and tells when the last byte came. */
final class FileBody implements BodySubscriber<Long> {

    private final CompletableFuture<Long> done = new CompletableFuture<>();
    private final Path file;
    private final long maxBytes;
    private final long declared;
    private volatile long lastByteAt = System.nanoTime();
    private long received;
    private @Nullable FileChannel channel;
    private Flow.@Nullable Subscription subscription;

    /** A body that is larger than allowed. */
    static final class TooLarge extends IOException {

        TooLarge(long bytes, long maxBytes) {
            super("it is larger (" + bytes + " bytes or more) than the " + maxBytes + " bytes of quire.fetch.max-size");
        }
    }

    /** @param declared the length that the server has announced; negative: none */
    FileBody(Path file, long maxBytes, long declared) {
        this.file = file;
        this.maxBytes = maxBytes;
        this.declared = declared;
    }

    /** In {@link System#nanoTime}. */
    long lastByteAt() {
        return lastByteAt;
    }

    /** Tells at once of a failure that the HTTP client may pass on only when the connection is over. */
    void requireSound() throws ExecutionException, InterruptedException {
        if (done.isCompletedExceptionally()) {
            done.get();
        }
    }

    @Override
    public CompletionStage<Long> getBody() {
        return done;
    }

    @Override
    public void onSubscribe(Flow.Subscription subscribed) {
        subscription = subscribed;
        try {
            if (declared > maxBytes) {
                throw new TooLarge(declared, maxBytes);
            }
            channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            subscribed.request(1);
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public void onNext(List<ByteBuffer> buffers) {
        FileChannel out = channel;
        Flow.Subscription source = subscription;
        if (out == null || source == null || done.isDone()) {
            return;
        }
        lastByteAt = System.nanoTime();
        try {
            for (ByteBuffer buffer : buffers) {
                received += buffer.remaining();
                if (received > maxBytes) {
                    throw new TooLarge(received, maxBytes);
                }
                while (buffer.hasRemaining()) {
                    out.write(buffer);
                }
            }
            source.request(1);
        } catch (IOException e) {
            fail(e);
        }
    }

    @Override
    public void onError(Throwable failure) {
        fail(failure);
    }

    @Override
    public void onComplete() {
        try {
            if (channel != null) {
                channel.force(true);
                channel.close();
            }
            done.complete(received);
        } catch (IOException e) {
            fail(e);
        }
    }

    private void fail(Throwable failure) {
        done.completeExceptionally(failure);
        if (subscription != null) {
            subscription.cancel();
        }
        try {
            if (channel != null) {
                channel.close();
            }
        } catch (IOException e) {
            failure.addSuppressed(e);
        }
    }
}
