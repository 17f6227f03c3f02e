package org.quire.activities.warm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.quire.activities.process.Deadline;
import org.quire.activities.process.ProcessorSetup;
import org.quire.workflows.engine.QuireData;
import org.quire.workflows.job.Parameters;

/**
 * Stands in for the Python package {@code ocrd} with as much of it as a warm process touches. Its processor does what its
 * parameter {@code do}, lines of Python, says.
 */
final class FakeOcrd {

    private static final Map<String, String> FILES = Map.of(
            "ocrd/__init__.py",
            "",
            "ocrd/decorators/__init__.py",
            "def ocrd_cli_wrap_processor(cls, *args, **kwargs):\n    raise SystemExit('not hooked')\n",
            "ocrd/processor/__init__.py",
            "",
            "ocrd/processor/helpers.py",
            """
            def get_processor(*args, **kwargs):
                raise RuntimeError('not replaced')

            def run_processor(cls, workspace, page_id, input_file_grp, output_file_grp, parameter):
                get_processor(cls, parameter=parameter, page_id=page_id).process_workspace(workspace)
            """,
            "ocrd/resolver.py",
            "class Resolver:\n    def workspace_from_url(self, mets, folder):\n        return mets\n",
            "ocrd_utils.py",
            """
            class Config:
                pass

            config = Config()
            config.OCRD_EXISTING_OUTPUT = 'SKIP'

            def initLogging(silent=False):
                pass
            """,
            "ocrd_validators.py",
            """
            class Report:
                is_valid = True

            class WorkspaceValidator:
                @staticmethod
                def check_file_grp(*args):
                    return Report()
            """,
            "ocrd-fake",
            """
            #!/usr/bin/env python3
            import os, signal, sys, time
            import ocrd_utils
            from ocrd.decorators import ocrd_cli_wrap_processor

            class Fake:
                ocrd_tool = {'executable': 'ocrd-fake'}
                version = '1.2'
                def __init__(self, workspace, parameter=None):
                    self.parameter = parameter
                    if parameter is not None:
                        print('set up')
                def process_workspace(self, workspace):
                    exec(self.parameter['do'])

            print('imported')
            if __name__ == '__main__':
                ocrd_cli_wrap_processor(Fake)
            """);

    private final Path folder;

    private FakeOcrd(Path folder) {
        this.folder = folder;
    }

    static FakeOcrd in(Path temp) throws IOException {
        for (Map.Entry<String, String> file : FILES.entrySet()) {
            Path path = temp.resolve(file.getKey());
            Files.createDirectories(path.getParent());
            Files.writeString(path, file.getValue().stripLeading());
        }
        Files.createFile(temp.resolve("mets.xml"));
        var fake = new FakeOcrd(temp);
        fake.makeExecutable("ocrd-fake");
        return fake;
    }

    ProcessorSetup setup(int instances) {
        return new ProcessorSetup("ocrd-fake", folder.resolve("ocrd-fake"), Map.of(), instances);
    }

    /** Another executable beside the fake one. */
    Path executable(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
        return makeExecutable(name);
    }

    WarmJob job(String python, Duration timeout) {
        ObjectNode parameters = QuireData.mapper().createObjectNode().put("do", python);
        parameters.putObject("nested").put("b", 1).put("a", 2);
        return new WarmJob(
                "job",
                folder.resolve("mets.xml"),
                List.of("IN"),
                List.of("OUT"),
                "P1",
                new Parameters(parameters),
                true,
                log(),
                Deadline.in(timeout),
                Duration.ofMillis(200));
    }

    Path log() {
        return folder.resolve("job.log");
    }

    private Path makeExecutable(String name) throws IOException {
        return Files.setPosixFilePermissions(folder.resolve(name), PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
