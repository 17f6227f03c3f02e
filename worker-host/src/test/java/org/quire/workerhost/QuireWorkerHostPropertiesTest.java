package org.quire.workerhost;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.quire.activities.fetch.FetchLimits;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.MapConfigurationPropertySource;

class QuireWorkerHostPropertiesTest {

    @Test
    void hasADefaultForEverySettingThatIsLeftOut() {
        QuireWorkerHostProperties properties = bind(Map.of());
        assertThat(properties.dataDir()).isEqualTo(Path.of(System.getProperty("user.home"), ".local/share/quire"));
        assertThat(properties.processors()).isEmpty();
        assertThat(properties.workerConfig()).isNull();
        assertThat(properties.worker())
                .isEqualTo(new QuireWorkerHostProperties.Worker(
                        null,
                        Duration.ofMinutes(30),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(5),
                        200,
                        8,
                        16,
                        1000,
                        Duration.ofMinutes(2),
                        Duration.ofSeconds(10)));
        assertThat(properties.fetch().atOnce()).isEqualTo(4);
        assertThat(properties.fetch().limits())
                .isEqualTo(new FetchLimits(
                        Duration.ofSeconds(10),
                        Duration.ofSeconds(30),
                        Duration.ofMinutes(10),
                        1L << 30,
                        List.of("*")));
    }

    @Test
    void readsWhereFetchesMayGoAndWhatTheyMayCost() {
        FetchLimits limits = bind(Map.of("quire.fetch.allowed", "images.org,*.net", "quire.fetch.max-size", "2MB"))
                .fetch()
                .limits();
        assertThat(limits.allowed()).containsExactly("images.org", "*.net");
        assertThat(limits.maxBytes()).isEqualTo(2L << 20);
    }

    @Test
    void takesAnEmptySettingForOneThatIsLeftOut() {
        assertThat(bind(Map.of("quire.worker-config", "", "quire.data-dir", "")))
                .isEqualTo(bind(Map.of()));
    }

    @Test
    void readsFoldersAsAList() {
        assertThat(bind(Map.of("quire.processors", "/opt/a,/opt/b")).processors())
                .isEqualTo(List.of(Path.of("/opt/a"), Path.of("/opt/b")));
    }

    private static QuireWorkerHostProperties bind(Map<String, String> properties) {
        return new Binder(new MapConfigurationPropertySource(properties))
                .bindOrCreate("quire", QuireWorkerHostProperties.class);
    }
}
