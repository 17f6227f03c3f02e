package org.quire.workflows.workspace;

import java.util.List;

/**
 * Pages that somebody would like to have.
 *
 * @param inputGroups shared
 * @param outputGroups exclusive, also where they are inputs too
 * @param pages expanded page ids
 */
public record PageNeeds(List<String> inputGroups, List<String> outputGroups, List<String> pages) {

    public PageNeeds {
        inputGroups = List.copyOf(inputGroups);
        outputGroups = List.copyOf(outputGroups);
        pages = List.copyOf(pages);
    }
}
