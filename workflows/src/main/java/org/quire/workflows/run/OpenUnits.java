package org.quire.workflows.run;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.quire.mets.MetsFile;

/** What this run made for units that are begun and not done; dropped when the unit is done, so that few are ever kept. */
final class OpenUnits {

    private final Map<Integer, Map<FileKey, MetsFile>> filesOfUnit = new LinkedHashMap<>();

    private record FileKey(String group, String id) {}

    OpenUnits(List<RunCarry.OpenUnit> carried) {
        carried.forEach(open -> add(open.unit(), open.files()));
    }

    /** A file made again by a later step takes the place of the earlier one. */
    void add(int unit, List<MetsFile> files) {
        Map<FileKey, MetsFile> ofUnit = filesOfUnit.computeIfAbsent(unit, u -> new LinkedHashMap<>());
        files.forEach(file -> ofUnit.put(new FileKey(file.fileGroup(), file.id()), file));
    }

    List<MetsFile> files(int unit) {
        return List.copyOf(filesOfUnit.getOrDefault(unit, Map.of()).values());
    }

    void drop(int unit) {
        filesOfUnit.remove(unit);
    }

    List<RunCarry.OpenUnit> carried() {
        List<RunCarry.OpenUnit> carried = new ArrayList<>();
        filesOfUnit.forEach((unit, files) -> carried.add(new RunCarry.OpenUnit(unit, List.copyOf(files.values()))));
        return carried;
    }
}
