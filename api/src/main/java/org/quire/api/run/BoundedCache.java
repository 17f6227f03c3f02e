package org.quire.api.run;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Keeps what never changes, up to a number of entries; the least recently used goes first. Thread-safe. */
final class BoundedCache<K, V> {

    private final Map<K, V> entries;

    BoundedCache(int capacity) {
        entries = new LinkedHashMap<>(16, 0.75f, true) {
            private static final long serialVersionUID = 1L;

            @Override
            protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
                return size() > capacity;
            }
        };
    }

    synchronized Optional<V> find(K key) {
        return Optional.ofNullable(entries.get(key));
    }

    synchronized void put(K key, V value) {
        entries.put(key, value);
    }
}
