package org.quire.workflows.workspace;

import java.util.ArrayList;
import java.util.List;

/**
 * Who claims one page of one file group, in order of arrival. A claim is clear when nothing before it conflicts: an exclusive one at the
 * head, a shared one before the first exclusive one.
 */
final class PageQueue {

    private final List<PageClaim> claims = new ArrayList<>(2);
    private int exclusiveClaims;

    /** Appends a claim and sets whether it is clear. */
    void append(PageClaim claim) {
        claim.clear = claim.exclusive ? claims.isEmpty() : exclusiveClaims == 0;
        exclusiveClaims += claim.exclusive ? 1 : 0;
        claims.add(claim);
    }

    /** Removes the claim of a run, which has at most one here; returns the claims that became clear by that. */
    List<PageClaim> remove(PageHolder holder) {
        for (int i = 0; i < claims.size(); i++) {
            if (claims.get(i).holder == holder) {
                PageClaim removed = claims.remove(i);
                exclusiveClaims -= removed.exclusive ? 1 : 0;
                return promote(removed.exclusive);
            }
        }
        return List.of();
    }

    /** Those who stand in the way of this one here; none if its claim is clear. */
    List<PageHolder> before(PageHolder holder) {
        List<PageHolder> before = new ArrayList<>();
        for (PageClaim claim : claims) {
            if (claim.holder == holder) {
                boolean exclusive = claim.exclusive;
                before.removeIf(other -> !exclusive && !claimsExclusively(other));
                return before;
            }
            before.add(claim.holder);
        }
        return List.of();
    }

    private boolean claimsExclusively(PageHolder holder) {
        return claims.stream().anyMatch(claim -> claim.holder == holder && claim.exclusive);
    }

    /** Whether a shared claim would be clear. */
    boolean isSharable() {
        return exclusiveClaims == 0;
    }

    boolean isEmpty() {
        return claims.isEmpty();
    }

    private List<PageClaim> promote(boolean exclusiveWasRemoved) {
        if (claims.isEmpty()) {
            return List.of();
        }
        PageClaim head = claims.getFirst();
        if (head.exclusive) {
            boolean promoted = !head.clear;
            head.clear = true;
            return promoted ? List.of(head) : List.of();
        }
        return exclusiveWasRemoved ? promoteReaders() : List.of();
    }

    private List<PageClaim> promoteReaders() {
        List<PageClaim> promoted = new ArrayList<>();
        for (PageClaim claim : claims) {
            if (claim.exclusive) {
                break;
            }
            if (!claim.clear) {
                claim.clear = true;
                promoted.add(claim);
            }
        }
        return promoted;
    }
}
