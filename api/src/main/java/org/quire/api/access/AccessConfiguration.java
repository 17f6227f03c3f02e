package org.quire.api.access;

import jakarta.servlet.DispatcherType;
import java.util.Map;
import org.quire.workflows.engine.DataLayout;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpMethod;
import org.springframework.security.access.hierarchicalroles.RoleHierarchy;
import org.springframework.security.access.hierarchicalroles.RoleHierarchyImpl;
import org.springframework.security.authentication.AuthenticationManager;
import org.springframework.security.authentication.ProviderManager;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.config.annotation.web.configurers.AbstractHttpConfigurer;
import org.springframework.security.config.annotation.web.configurers.AuthorizeHttpRequestsConfigurer;
import org.springframework.security.config.http.SessionCreationPolicy;
import org.springframework.security.web.SecurityFilterChain;
import org.springframework.security.web.authentication.AuthenticationFilter;
import org.springframework.security.web.authentication.www.BasicAuthenticationFilter;
import org.springframework.security.web.context.SecurityContextHolderFilter;
import org.springframework.security.web.firewall.StrictHttpFirewall;
import org.springframework.security.web.servlet.util.matcher.PathPatternRequestMatcher;
import org.springframework.security.web.util.matcher.NegatedRequestMatcher;

/** Puts the table of access, the tokens and the checks of web pages before every request. There are no sessions and no cookies. */
@Configuration(proxyBeanMethods = false)
@EnableConfigurationProperties(AuthProperties.class)
class AccessConfiguration {

    @Bean
    Access access(AuthProperties settings, ServerProperties server, DataLayout layout) {
        return Access.of(settings, server.getAddress(), layout);
    }

    @Bean
    AccessProblems accessProblems() {
        return new AccessProblems();
    }

    /** Also without tokens, or Spring would make up a user and print its password. */
    @Bean
    AuthenticationManager callers(Access access) {
        return new ProviderManager(new TokenAuthentication(access.tokens().orElseGet(() -> new KnownTokens(Map.of()))));
    }

    /** Any method, so that an endpoint can say which it expects; the table lets unknown ones to administrators alone. */
    @Bean
    StrictHttpFirewall firewall() {
        var firewall = new StrictHttpFirewall();
        firewall.setUnsafeAllowAnyHttpMethod(true);
        return firewall;
    }

    @Bean
    RoleHierarchy roleHierarchy() {
        return RoleHierarchyImpl.withDefaultRolePrefix()
                .role(Role.ADMIN.name())
                .implies(Role.SUBMIT.name())
                .role(Role.SUBMIT.name())
                .implies(Role.READ.name())
                .build();
    }

    @Bean
    SecurityFilterChain requests(
            HttpSecurity http,
            Access access,
            AuthProperties settings,
            AuthenticationManager callers,
            AccessProblems problems)
            throws Exception {
        http.csrf(AbstractHttpConfigurer::disable)
                .logout(AbstractHttpConfigurer::disable)
                .requestCache(AbstractHttpConfigurer::disable)
                .sessionManagement(sessions -> sessions.sessionCreationPolicy(SessionCreationPolicy.STATELESS))
                .exceptionHandling(
                        refusals -> refusals.authenticationEntryPoint(problems).accessDeniedHandler(problems))
                .addFilterBefore(new ForeignPages(), SecurityContextHolderFilter.class);
        if (access.tokens().isPresent()) {
            demandTokens(http, callers, problems);
        } else {
            http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll());
            if (access.loopback()) {
                http.addFilterBefore(new OwnNames(settings.hostNames()), SecurityContextHolderFilter.class);
            }
        }
        return http.build();
    }

    private static void demandTokens(HttpSecurity http, AuthenticationManager callers, AccessProblems problems)
            throws Exception {
        var bearer = new AuthenticationFilter(callers, new BearerConverter());
        // The bearer of a result may be the job's own token, which says nothing of who calls.
        bearer.setRequestMatcher(new NegatedRequestMatcher(
                PathPatternRequestMatcher.withDefaults().matcher(HttpMethod.POST, "/result_callback")));
        bearer.setSuccessHandler((request, response, caller) -> {});
        bearer.setFailureHandler(problems::commence);
        http.authenticationManager(callers)
                .httpBasic(basic -> basic.authenticationEntryPoint(problems))
                .addFilterAfter(bearer, BasicAuthenticationFilter.class)
                .authorizeHttpRequests(AccessConfiguration::table);
    }

    private static void table(
            AuthorizeHttpRequestsConfigurer<HttpSecurity>.AuthorizationManagerRequestMatcherRegistry requests) {
        // The request that an error page or an asynchronous answer belongs to was let in already.
        requests.dispatcherTypeMatchers(DispatcherType.ERROR, DispatcherType.ASYNC)
                .permitAll();
        var paths = PathPatternRequestMatcher.withDefaults();
        for (AccessRules.Rule rule : AccessRules.TABLE) {
            var matcher =
                    rule.method() == null ? paths.matcher(rule.path()) : paths.matcher(rule.method(), rule.path());
            if (rule.role() == null) {
                requests.requestMatchers(matcher).permitAll();
            } else {
                requests.requestMatchers(matcher).hasRole(rule.role().name());
            }
        }
    }
}
