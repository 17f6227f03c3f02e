package org.quire.api;

import org.quire.api.access.Access;
import org.quire.api.lifecycle.StopRequested;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.SpringBootConfiguration;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ApplicationListener;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.PayloadApplicationEvent;
import org.springframework.context.annotation.Import;

/** The REST server alone, without worker hosts. */
@SpringBootConfiguration(proxyBeanMethods = false)
@EnableAutoConfiguration
@Import(ApiConfiguration.class)
public class ApiApplication {

    private static final Logger LOG = LoggerFactory.getLogger(ApiApplication.class);

    public static void main(String[] args) {
        var application = new SpringApplication(ApiApplication.class);
        application.addListeners(new ApplicationListener<PayloadApplicationEvent<StopRequested>>() {
            @Override
            public void onApplicationEvent(PayloadApplicationEvent<StopRequested> request) {
                end((ConfigurableApplicationContext) request.getSource());
            }
        });
        application.run(args).getBean(Access.class).announcement().ifPresent(LOG::info);
    }

    private static void end(ConfigurableApplicationContext application) {
        new Thread(() -> System.exit(SpringApplication.exit(application)), "quire-stop").start();
    }
}
