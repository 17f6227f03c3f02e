package org.quire.api.documentation;

import io.swagger.v3.oas.models.Components;
import io.swagger.v3.oas.models.OpenAPI;
import io.swagger.v3.oas.models.info.Info;
import io.swagger.v3.oas.models.info.License;
import io.swagger.v3.oas.models.security.SecurityRequirement;
import io.swagger.v3.oas.models.security.SecurityScheme;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What the description says of the API as a whole. */
@Configuration(proxyBeanMethods = false)
class OpenApiConfiguration {

    @Bean
    OpenAPI openApi() {
        return new OpenAPI()
                .info(new Info()
                        .title("Quire")
                        .description(
                                "Runs OCR-D workflows; speaks the API of the OCR-D Processing Server. Unknown fields"
                                        + " and parameters are ignored. Health is at `/actuator/health`.")
                        .version("1")
                        .license(new License().name("Apache-2.0").identifier("Apache-2.0")))
                .components(new Components()
                        .addSecuritySchemes("bearer", scheme("bearer", "A token."))
                        .addSecuritySchemes("basic", scheme("basic", "The role as user, the token as password.")))
                .addSecurityItem(new SecurityRequirement().addList("bearer"))
                .addSecurityItem(new SecurityRequirement().addList("basic"))
                // A server on loopback wants no token.
                .addSecurityItem(new SecurityRequirement());
    }

    private static SecurityScheme scheme(String name, String text) {
        return new SecurityScheme().type(SecurityScheme.Type.HTTP).scheme(name).description(text);
    }
}
