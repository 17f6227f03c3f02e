package org.quire.api.mets;

import org.quire.mets.session.MetsSessions;
import org.quire.mets.session.SavePolicy;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The sessions of this server; they are saved and closed with it. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(MetsSessionProperties.class)
class MetsSessionsConfiguration {

    @Bean
    MetsSessions metsSessions(MetsSessionProperties properties) {
        return new MetsSessions(SavePolicy.USUAL, properties.idle());
    }
}
