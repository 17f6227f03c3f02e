package org.quire.workerhost;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.quire.activities.fetch.FetchLimits;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.unit.DataSize;

/**
 * Settings of a worker host.
 *
 * @param dataDir where Quire keeps its files; default {@code ~/.local/share/quire}
 * @param processors folders searched for {@code ocrd-*} executables before {@code PATH}
 * @param workerConfig YAML file with settings for each processor; none: every processor with the defaults
 * @param fetch how input files that have only a URL are fetched
 */
@ConfigurationProperties("quire")
public record QuireWorkerHostProperties(
        Path dataDir, List<Path> processors, @Nullable Path workerConfig, Worker worker, Fetch fetch) {

    public QuireWorkerHostProperties(
            @Nullable Path dataDir,
            @DefaultValue List<Path> processors,
            @Nullable Path workerConfig,
            @DefaultValue Worker worker,
            @DefaultValue Fetch fetch) {
        this.dataDir = dataDir == null || dataDir.toString().isEmpty()
                ? Path.of(System.getProperty("user.home"), ".local", "share", "quire")
                : dataDir.toAbsolutePath().normalize();
        this.processors = List.copyOf(processors);
        this.workerConfig = workerConfig == null || workerConfig.toString().isEmpty() ? null : workerConfig;
        this.worker = worker;
        this.fetch = fetch;
    }

    /**
     * Settings of the workers themselves.
     *
     * @param hostName unique among worker hosts; default: the machine's name and the process id
     * @param defaultTimeout longest time of one attempt of a job, where the worker configuration says nothing
     * @param shutdownGrace how long running jobs may go on when the host is stopped
     * @param engineWait how long to wait for Temporal at the start
     * @param workflowCache how many workflows are kept in memory between their tasks
     * @param metsCache how many METS files are kept in memory, at least 1
     * @param warmIdleMax warm processes of all processors together that may wait for a job
     * @param recycleAfterJobs after so many jobs a warm process is replaced, at least 1
     * @param warmStartTimeout longest time that the imports of a warm process may take
     * @param callbackTimeout most time to reach the receiver of a callback, and again for its answer
     */
    public record Worker(
            @Nullable String hostName,
            @DefaultValue("30m") Duration defaultTimeout,
            @DefaultValue("30s") Duration shutdownGrace,
            @DefaultValue("5m") Duration engineWait,
            @DefaultValue("200") int workflowCache,
            @DefaultValue("8") int metsCache,
            @DefaultValue("16") int warmIdleMax,
            @DefaultValue("1000") int recycleAfterJobs,
            @DefaultValue("2m") Duration warmStartTimeout,
            @DefaultValue("10s") Duration callbackTimeout) {}

    /**
     * What fetches may cost and where they may go. A METS may come from outside: where this host reaches addresses that those who
     * wrote it should not, name the allowed ones.
     *
     * @param atOnce most jobs whose input files are fetched at once, at least 1
     * @param allowed hosts; {@code *} in one stands for any characters
     * @param maxSize the largest file
     * @param connectTimeout most time to reach a server
     * @param idleTimeout most time without a byte
     * @param fileTimeout most time for one file
     */
    public record Fetch(
            @DefaultValue("4") int atOnce,
            @DefaultValue("*") List<String> allowed,
            @DefaultValue("1GB") DataSize maxSize,
            @DefaultValue("10s") Duration connectTimeout,
            @DefaultValue("30s") Duration idleTimeout,
            @DefaultValue("10m") Duration fileTimeout) {

        FetchLimits limits() {
            return new FetchLimits(connectTimeout, idleTimeout, fileTimeout, maxSize.toBytes(), allowed);
        }
    }
}
