package org.quire.mets;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Unites agents that differ in their {@code page-id} note only, so that a header grows with the steps of a run and not with its
 * pages. An empty note stands for all pages and absorbs the others.
 */
final class AgentUnion {

    static final String PAGE_ID = "page-id";

    /** One agent of the header, with the pages it knows. */
    private static final class Member {

        private final MetsAgent agent;
        private final @Nullable ElementSpot inFile;
        private final List<String> own = new ArrayList<>();
        private final Set<String> known = new HashSet<>();
        private boolean all;
        private boolean changed;

        Member(MetsAgent agent, @Nullable ElementSpot inFile) {
            this.agent = agent;
            this.inFile = inFile;
        }

        String pages() {
            return all ? "" : String.join(",", own);
        }
    }

    private final Map<MetsAgent, Member> members = new LinkedHashMap<>();
    private final List<Member> fresh = new ArrayList<>();

    AgentUnion(List<MetsLayout.AgentSpot> existing) {
        for (MetsLayout.AgentSpot spot : existing) {
            MetsAgent key = withPages(spot.agent(), "");
            Member member = members.get(key);
            if (member == null) {
                member = new Member(key, spot.pages());
                members.put(key, member);
                member.own.addAll(tokens(spot.agent()));
                member.known.addAll(member.own);
                member.all = member.own.isEmpty();
            } else {
                member.known.addAll(tokens(spot.agent()));
            }
        }
    }

    /** The agents of a header once others have been merged into it. */
    static List<MetsAgent> united(List<MetsAgent> existing, List<MetsAgent> added) {
        AgentUnion union = new AgentUnion(existing.stream()
                .map(agent -> new MetsLayout.AgentSpot(agent, null))
                .toList());
        added.forEach(union::add);
        Set<MetsAgent> seen = new HashSet<>();
        List<MetsAgent> all = new ArrayList<>();
        for (MetsAgent agent : existing) {
            MetsAgent key = withPages(agent, "");
            Member member = union.members.get(key);
            boolean isFirst = seen.add(key);
            all.add(isFirst && member != null && member.changed ? withPages(agent, member.pages()) : agent);
        }
        all.addAll(union.added());
        return all;
    }

    void add(MetsAgent agent) {
        MetsAgent key = withPages(agent, "");
        List<String> pages = tokens(agent);
        Member member = members.get(key);
        if (member == null) {
            member = new Member(key, null);
            members.put(key, member);
            fresh.add(member);
        } else if (member.all) {
            return;
        }
        if (pages.isEmpty()) {
            member.all = true;
            member.changed = true;
        }
        for (String page : pages) {
            if (member.known.add(page)) {
                member.own.add(page);
                member.changed = true;
            }
        }
    }

    /** The agents that the file doesn't have in any form, in order of arrival. */
    List<MetsAgent> added() {
        return fresh.stream()
                .map(member -> withPages(member.agent, member.pages()))
                .toList();
    }

    /** New texts of {@code page-id} notes that are in the file. */
    Map<ElementSpot, String> widened() {
        Map<ElementSpot, String> widened = new LinkedHashMap<>();
        for (Member member : members.values()) {
            if (member.inFile != null && member.changed) {
                widened.put(member.inFile, member.pages());
            }
        }
        return widened;
    }

    private static List<String> tokens(MetsAgent agent) {
        for (MetsAgent.Note note : agent.notes()) {
            if (PAGE_ID.equals(note.option())) {
                return List.of(note.text().split(",")).stream()
                        .map(String::strip)
                        .filter(page -> !page.isEmpty())
                        .toList();
            }
        }
        return List.of();
    }

    private static MetsAgent withPages(MetsAgent agent, String pages) {
        List<MetsAgent.Note> notes = new ArrayList<>(agent.notes());
        for (int i = 0; i < notes.size(); i++) {
            if (PAGE_ID.equals(notes.get(i).option())) {
                notes.set(i, new MetsAgent.Note(PAGE_ID, pages));
                break;
            }
        }
        return new MetsAgent(agent.name(), agent.type(), agent.role(), agent.otherRole(), agent.otherType(), notes);
    }
}
