import { runCommandLine } from './commandLine';
import { commands } from './commands';
import { openTerminal } from './terminal';

// A reader that has seen enough, such as `head`, closes the pipe.
process.stdout.on('error', () => process.exit());

const terminal = openTerminal(process.stdout, process.stderr, process.env);
void runCommandLine(process.argv.slice(2), commands, terminal).then((code) => {
  process.exitCode = code;
});
