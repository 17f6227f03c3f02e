package org.quire.mets;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What is done to folders as such. */
final class Folders {

    private Folders() {}

    /** Makes the names in it durable, where the file system can. */
    static void sync(Path folder) {
        try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
            channel.force(true);
        } catch (IOException e) {
            // Some file systems can't sync a folder. What was renamed or made is in place, and it is whole.
            return;
        }
    }
}
