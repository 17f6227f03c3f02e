package org.quire.api.access;

import java.util.List;
import org.springframework.security.authentication.AuthenticationProvider;
import org.springframework.security.authentication.BadCredentialsException;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.SimpleGrantedAuthority;

/** Knows a caller by its token. The user name of HTTP Basic must be the token's role, or empty. */
final class TokenAuthentication implements AuthenticationProvider {

    static final String ANY_ROLE = "";

    private final KnownTokens tokens;

    TokenAuthentication(KnownTokens tokens) {
        this.tokens = tokens;
    }

    @Override
    public Authentication authenticate(Authentication given) {
        String token = String.valueOf(given.getCredentials());
        Role role = tokens.roleOf(token)
                .filter(found ->
                        given.getName().equals(ANY_ROLE) || given.getName().equals(found.word()))
                .orElseThrow(() -> new BadCredentialsException("The token is not known here."));
        return UsernamePasswordAuthenticationToken.authenticated(
                role.word(), null, List.of(new SimpleGrantedAuthority("ROLE_" + role.name())));
    }

    @Override
    public boolean supports(Class<?> kind) {
        return UsernamePasswordAuthenticationToken.class.isAssignableFrom(kind);
    }
}
