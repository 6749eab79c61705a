import { exitCodes } from './command';
import { runCommandLine } from './commandLine';
import { commands } from './commands';
import { openTerminal } from './terminal';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader such as `head` may close the pipe early, which is fine; a full disk is an error.
  if (error.code !== 'EPIPE')
    process.stderr.write(`logbench: The result could not be written: ${error.message}\n`);
  process.exit(exitCodes.failed);
});
// A closed standard error must not end the command.
process.stderr.on('error', () => undefined);

/** Defined by the build. */
declare const logbenchVersion: string;

const args = process.argv.slice(2);
const terminal = openTerminal(process.stdout, process.stderr, process.env);
if (args[0] === '--version') terminal.print(logbenchVersion);
else {
  void runCommandLine(args, commands, terminal).then((code) => {
    process.exitCode = code;
  });
}
