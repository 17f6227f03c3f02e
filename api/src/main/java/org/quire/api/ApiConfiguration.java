package org.quire.api;

import io.temporal.common.converter.DataConverter;
import java.time.Clock;
import java.util.Objects;
import org.quire.api.config.ApiProperties;
import org.quire.mets.MetsCache;
import org.quire.workflows.engine.DataLayout;
import org.quire.workflows.engine.QuireData;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.FilterType;
import org.springframework.context.annotation.PropertySource;

/** The whole REST server, to be imported by the application that serves it. Its defaults yield to any other property source. */
@Configuration(proxyBeanMethods = false)
@ComponentScan(
        excludeFilters = @ComponentScan.Filter(type = FilterType.ASSIGNABLE_TYPE, classes = ApiApplication.class))
@EnableConfigurationProperties(ApiProperties.class)
@PropertySource("classpath:quire-api.properties")
public class ApiConfiguration {

    private static final int METS_KEPT = 16;

    /** Temporal's starter takes the only converter, and the one of this name if there are several. */
    @Bean
    @ConditionalOnMissingBean
    DataConverter mainDataConverter() {
        return QuireData.converter();
    }

    @Bean
    @ConditionalOnMissingBean
    DataLayout dataLayout(ApiProperties properties) {
        return new DataLayout(Objects.requireNonNull(properties.dataDir()));
    }

    @Bean
    @ConditionalOnMissingBean
    Clock clock() {
        return Clock.systemUTC();
    }

    @Bean
    @ConditionalOnMissingBean
    MetsCache metsCache() {
        return new MetsCache(METS_KEPT);
    }
}
