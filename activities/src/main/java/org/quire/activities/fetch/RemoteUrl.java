package org.quire.activities.fetch;

import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * An address that a file is fetched from. What may be a secret in it (user, password, query) is sent and never shown.
 *
 * @param request what is asked for, without user and password
 * @param credentials user and password, percent-encoded as in the address; null: none
 */
record RemoteUrl(URI request, @Nullable String credentials) {

    private static final Set<String> SCHEMES = Set.of("http", "https");

    /** What URLs in the wild have unencoded and Java's URIs don't take. */
    private static final String UNSAFE = " \"<>\\^`{|}";

    /** @throws FetchRefused if it is no HTTP address */
    static RemoteUrl parse(String url) throws FetchRefused {
        return of(uri(url), url);
    }

    /**
     * Where a redirect leads. User and password go along to the same server only.
     *
     * @throws FetchRefused if it is no HTTP address
     */
    RemoteUrl redirect(String location) throws FetchRefused {
        RemoteUrl target = of(request.resolve(uri(location)), location);
        boolean same = target.request.getHost().equalsIgnoreCase(request.getHost())
                && target.request.getPort() == request.getPort()
                && target.request.getScheme().equalsIgnoreCase(request.getScheme());
        return target.credentials == null && same ? new RemoteUrl(target.request, credentials) : target;
    }

    String host() {
        return request.getHost();
    }

    /** The value of an {@code Authorization} header. */
    Optional<String> authorization() {
        return Optional.ofNullable(credentials).map(encoded -> {
            byte[] decoded = URLDecoder.decode(encoded.replace("+", "%2B"), StandardCharsets.UTF_8)
                    .getBytes(StandardCharsets.UTF_8);
            return "Basic " + Base64.getEncoder().encodeToString(decoded);
        });
    }

    /** For messages. */
    @Override
    public String toString() {
        return shown(request.toString());
    }

    /** An address, well-formed or not, without user, password and query. */
    static String shown(String url) {
        int end = url.length();
        for (int i = 0; i < end; i++) {
            if (url.charAt(i) == '?' || url.charAt(i) == '#') {
                end = i;
            }
        }
        String shown = url.substring(0, end);
        int authority = shown.indexOf("://") + 3;
        if (authority >= 3) {
            int slash = shown.indexOf('/', authority);
            int at = shown.lastIndexOf('@', slash < 0 ? shown.length() : slash);
            shown = at < authority ? shown : shown.substring(0, authority) + shown.substring(at + 1);
        }
        return end < url.length() && url.charAt(end) == '?' ? shown + "?…" : shown;
    }

    private static RemoteUrl of(URI uri, String said) throws FetchRefused {
        String scheme = uri.getScheme() == null ? "" : uri.getScheme().toLowerCase(Locale.ROOT);
        if (!SCHEMES.contains(scheme) || uri.getHost() == null) {
            throw new FetchRefused("Expected an http or https address, but got '" + shown(said) + "'.");
        }
        String port = uri.getPort() < 0 ? "" : ":" + uri.getPort();
        String path = uri.getRawPath() == null || uri.getRawPath().isEmpty() ? "/" : uri.getRawPath();
        String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
        URI request = uri(scheme + "://" + uri.getHost() + port + path + query);
        return new RemoteUrl(request, uri.getRawUserInfo());
    }

    /** Java's own message is not passed on: it repeats the whole address. */
    private static URI uri(String url) throws FetchRefused {
        try {
            return new URI(encoded(url.strip()));
        } catch (URISyntaxException e) {
            throw new FetchRefused("Expected an http or https address, but '" + shown(url) + "' is none.");
        }
    }

    private static String encoded(String url) {
        var encoded = new StringBuilder();
        url.codePoints().forEach(c -> {
            if (c < 0x80 && UNSAFE.indexOf(c) < 0) {
                encoded.appendCodePoint(c);
            } else {
                for (byte b : Character.toString(c).getBytes(StandardCharsets.UTF_8)) {
                    encoded.append('%').append("%02X".formatted(b & 0xFF));
                }
            }
        });
        return encoded.toString().replaceAll("%(?![0-9A-Fa-f]{2})", "%25");
    }
}
