import { runCommandLine } from './commandLine';
import { commands } from './commands';
import { openTerminal } from './terminal';

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit());

/** Put in by the build. */
declare const logbenchVersion: string;

const words = process.argv.slice(2);
const terminal = openTerminal(process.stdout, process.stderr, process.env);
if (words[0] === '--version') terminal.print(logbenchVersion);
else {
  void runCommandLine(words, commands, terminal).then((code) => {
    process.exitCode = code;
  });
}
