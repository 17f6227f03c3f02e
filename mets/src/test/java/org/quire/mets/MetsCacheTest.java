package org.quire.mets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetsCacheTest {

    @TempDir
    Path folder;

    private final AtomicInteger readings = new AtomicInteger();

    private Mets read(Path file) throws IOException {
        readings.incrementAndGet();
        return Mets.read(file);
    }

    @Test
    void readsAgainOnlyWhenTheFileChanged() throws IOException {
        MetsCache cache = new MetsCache(2, this::read);
        Path file = Samples.pages(folder, 2);
        Mets first = cache.get(file);
        assertThat(cache.get(file)).isSameAs(first);
        MetsMerge.merge(file, List.of(new MetsAddition(List.of(Samples.result("OCR", "P0001")), List.of())));
        assertThat(cache.get(file).files("OCR")).hasSize(1);
        assertThat(cache.get(file).files("OCR")).hasSize(1);
        assertThat(readings).hasValue(2);
    }

    @Test
    void knowsAFileByAllItsNames() throws IOException {
        MetsCache cache = new MetsCache(2, this::read);
        Path file = Samples.pages(folder, 2);
        Path link = Files.createSymbolicLink(folder.resolve("link.xml"), file);
        assertThat(cache.get(link)).isSameAs(cache.get(folder.resolve(".").resolve("mets.xml")));
        assertThat(readings).hasValue(1);
    }

    @Test
    void dropsTheLeastRecentlyUsed() throws IOException {
        MetsCache cache = new MetsCache(2, this::read);
        Path one = Samples.pages(Files.createDirectory(folder.resolve("1")), 1);
        Path two = Samples.pages(Files.createDirectory(folder.resolve("2")), 1);
        Path three = Samples.pages(Files.createDirectory(folder.resolve("3")), 1);
        Mets kept = cache.get(one);
        Mets dropped = cache.get(two);
        assertThat(cache.get(one)).isSameAs(kept);
        cache.get(three);
        assertThat(cache.get(one)).isSameAs(kept);
        assertThat(cache.get(two)).isNotSameAs(dropped);
    }

    @Test
    void readsOnceForAllThatAskAtTheSameTime() throws Exception {
        CountDownLatch reading = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(8);
        MetsCache cache = new MetsCache(2, file -> {
            awaitQuietly(reading);
            return read(file);
        });
        Path file = Samples.pages(folder, 2);
        try (ExecutorService threads = Executors.newFixedThreadPool(8)) {
            List<Future<Mets>> answers = new ArrayList<>();
            for (int i = 0; i < 8; i++) {
                answers.add(threads.submit(() -> {
                    asked.countDown();
                    return cache.get(file);
                }));
            }
            asked.await();
            reading.countDown();
            for (Future<Mets> answer : answers) {
                assertThat(answer.get()).isSameAs(answers.getFirst().get());
            }
        }
        assertThat(readings).hasValue(1);
    }

    @Test
    void triesAgainAfterAFailure() throws IOException {
        MetsCache cache = new MetsCache(2, this::read);
        Path file = Files.writeString(folder.resolve("mets.xml"), "<broken");
        assertThatThrownBy(() -> cache.get(file))
                .isInstanceOf(MetsException.class)
                .hasMessageContaining("line 1");
        assertThatThrownBy(() -> cache.get(file)).isInstanceOf(MetsException.class);
        assertThat(readings).hasValue(2);
        assertThatThrownBy(() -> cache.get(folder.resolve("missing.xml"))).isInstanceOf(IOException.class);
    }

    @Test
    void refusesToKeepNothing() {
        assertThatThrownBy(() -> new MetsCache(0)).isInstanceOf(IllegalArgumentException.class);
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
