import { exitCodes } from './command';
import { runCommandLine } from './commandLine';
import { commands } from './commands';
import { openTerminal } from './terminal';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // A reader that has seen enough, such as `head`, closes the pipe, and knows it; a full disk is another matter.
  if (error.code !== 'EPIPE')
    process.stderr.write(`logbench: The result could not be written: ${error.message}\n`);
  process.exit(exitCodes.failed);
});
// What nobody can read is no reason to stop in the middle of something.
process.stderr.on('error', () => undefined);

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
