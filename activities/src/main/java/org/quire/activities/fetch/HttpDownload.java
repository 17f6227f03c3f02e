package org.quire.activities.fetch;

import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodySubscribers;
import java.net.http.HttpResponse.ResponseInfo;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.Pulse;

/** Downloads one file over HTTP within limits; follows redirects to HTTP addresses of allowed hosts. Thread-safe. */
final class HttpDownload {

    private static final int MOST_REDIRECTS = 5;
    private static final Set<Integer> REDIRECTS = Set.of(301, 302, 303, 307, 308);

    /** 4xx statuses that speak of this moment and not of the file. */
    private static final Set<Integer> TRY_AGAIN = Set.of(408, 429);

    private static final Duration BEAT = Duration.ofMillis(300);
    private static final Duration LONGEST_RETRY_AFTER = Duration.ofMinutes(5);

    private final HttpClient http;
    private final FetchLimits limits;

    HttpDownload(FetchLimits limits) {
        this.limits = limits;
        // HTTP 1.1: small servers stumble over the offer to change to HTTP 2. Redirects are followed by hand: each is
        // checked.
        this.http = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .connectTimeout(limits.connectTimeout())
                .followRedirects(HttpClient.Redirect.NEVER)
                .build();
    }

    /**
     * @param target a file that is not there yet; if this fails, there may be a part of one
     * @param pulse beaten while waiting; what it throws ends the download
     * @return the size in bytes, at least 1
     * @throws FetchRefused if it will never work
     * @throws FetchBroken if it may work next time
     */
    long download(String url, Path target, Pulse pulse) throws FetchRefused, FetchBroken, InterruptedException {
        RemoteUrl address = RemoteUrl.parse(url);
        Deadline deadline = Deadline.in(limits.fileTimeout());
        for (int redirects = 0; redirects <= MOST_REDIRECTS; redirects++) {
            requireAllowed(address);
            HttpResponse<Long> answer = exchange(address, target, deadline, pulse);
            if (!REDIRECTS.contains(answer.statusCode())) {
                return size(address, answer);
            }
            String location = answer.headers().firstValue("Location").orElse("");
            address = address.redirect(location);
        }
        throw new FetchRefused("Expected the file of " + RemoteUrl.shown(url) + ", but got more than " + MOST_REDIRECTS
                + " redirects, the last to " + address + ".");
    }

    private void requireAllowed(RemoteUrl address) throws FetchRefused {
        if (!limits.allows(address.host())) {
            throw new FetchRefused("Expected a host of quire.fetch.allowed (" + String.join(", ", limits.allowed())
                    + "), but " + address + " has '" + address.host() + "'.");
        }
    }

    private static long size(RemoteUrl address, HttpResponse<Long> answer) throws FetchRefused, FetchBroken {
        int status = answer.statusCode();
        String what = "Expected the file of " + address + ", but got ";
        if (status == 200) {
            String encoding = answer.headers().firstValue("Content-Encoding").orElse("identity");
            if (!encoding.toLowerCase(Locale.ROOT).equals("identity")) {
                throw new FetchRefused(what + "it in the encoding '" + encoding + "', which was not asked for.");
            }
            if (answer.body() == 0) {
                throw new FetchBroken(what + "an empty answer.", null);
            }
            return answer.body();
        }
        if (status >= 300 && status < 500 && !TRY_AGAIN.contains(status)) {
            throw new FetchRefused(what + "status " + status + ".");
        }
        throw new FetchBroken(what + "status " + status + ".", retryAfter(answer));
    }

    private static @Nullable Duration retryAfter(HttpResponse<?> answer) {
        String seconds = answer.headers().firstValue("Retry-After").orElse("").strip();
        if (!seconds.matches("\\d{1,9}")) {
            return null;
        }
        Duration asked = Duration.ofSeconds(Long.parseLong(seconds));
        return asked.compareTo(LONGEST_RETRY_AFTER) > 0 ? LONGEST_RETRY_AFTER : asked;
    }

    private HttpResponse<Long> exchange(RemoteUrl address, Path target, Deadline deadline, Pulse pulse)
            throws FetchRefused, FetchBroken, InterruptedException {
        var body = new AtomicReference<@Nullable FileBody>();
        HttpRequest.Builder request = HttpRequest.newBuilder(address.request()).header("Accept-Encoding", "identity");
        address.authorization().ifPresent(value -> request.header("Authorization", value));
        CompletableFuture<HttpResponse<Long>> exchange = http.sendAsync(request.build(), info -> {
            if (info.statusCode() != 200) {
                return BodySubscribers.replacing(0L);
            }
            FileBody made = new FileBody(target, limits.maxBytes(), length(info));
            body.set(made);
            return made;
        });
        try {
            return await(exchange, body, deadline, pulse);
        } catch (ExecutionException e) {
            throw failure(address, e);
        } catch (TimeoutException e) {
            throw new FetchBroken("Expected the file of " + address + ", but " + e.getMessage() + ".", null);
        } finally {
            exchange.cancel(true);
        }
    }

    private static long length(ResponseInfo info) {
        return info.headers().firstValueAsLong("Content-Length").orElse(-1);
    }

    private HttpResponse<Long> await(
            CompletableFuture<HttpResponse<Long>> exchange,
            AtomicReference<@Nullable FileBody> body,
            Deadline deadline,
            Pulse pulse)
            throws ExecutionException, InterruptedException, TimeoutException {
        long start = System.nanoTime();
        while (true) {
            try {
                return exchange.get(BEAT.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                pulse.beat();
            }
            FileBody coming = body.get();
            if (coming != null) {
                coming.requireSound();
            }
            requireInTime(coming == null ? start : coming.lastByteAt(), deadline);
        }
    }

    private void requireInTime(long lastSign, Deadline deadline) throws TimeoutException {
        if (System.nanoTime() - lastSign > limits.idleTimeout().toNanos()) {
            throw new TimeoutException(
                    "no byte came for " + limits.idleTimeout().toMillis() + " ms");
        }
        if (deadline.isOver()) {
            throw new TimeoutException(
                    "it was not there after " + limits.fileTimeout().toMillis() + " ms");
        }
    }

    private static FetchBroken failure(RemoteUrl address, ExecutionException failure) throws FetchRefused {
        Throwable cause = failure;
        while (cause.getCause() != null && !(cause instanceof FileBody.TooLarge)) {
            cause = cause.getCause();
        }
        String what = "Expected the file of " + address + ", but ";
        if (cause instanceof FileBody.TooLarge) {
            throw new FetchRefused(what + cause.getMessage() + ".");
        }
        String said = cause.getMessage() == null ? cause.getClass().getSimpleName() : cause.getMessage();
        return new FetchBroken(what + "it broke off: " + said, null);
    }
}
