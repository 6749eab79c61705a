import { exitCodes } from './command';
import { runCommandLine } from './commandLine';
import { commands } from './commands';
import { openTerminal } from './terminal';

/** As of a program that SIGPIPE ends. */
const closedPipe = 141;
/** For the request that cancels a query. */
const maxCleanup = 2000;

let isClosed = false;
const errors = {
  isTTY: process.stderr.isTTY,
  write: (text: string) => isClosed || process.stderr.write(text),
};
const terminal = openTerminal(process.stdout, errors, process.env);

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code === 'EPIPE') endEarly();
  else {
    terminal.note(`logbench: The result could not be written: ${error.message}`);
    process.exit(exitCodes.failed);
  }
});
// A closed standard error must not end the command.
process.stderr.on('error', () => undefined);

/** A reader such as `head` has read enough. What runs on a platform is canceled, as by Ctrl-C. */
function endEarly(): void {
  if (isClosed) return;
  isClosed = true;
  const end = (): void => process.exit(closedPipe);
  if (process.emit('SIGTERM', 'SIGTERM')) setTimeout(end, maxCleanup).unref();
  else end();
}

/** Defined by the build. */
declare const logbenchVersion: string;

const args = process.argv.slice(2);
if (args[0] === '--version') terminal.print(logbenchVersion);
else {
  void runCommandLine(args, commands, terminal).then((code) => {
    process.exitCode = isClosed ? closedPipe : code;
  });
}
