package org.quire.cli.server;

import org.quire.api.ApiConfiguration;
import org.quire.workerhost.WorkerHostConfiguration;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.annotation.Import;

/** REST server and worker host in one application. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import({ApiConfiguration.class, WorkerHostConfiguration.class})
class AllInOneConfiguration {}
