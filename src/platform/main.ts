import { setFlagsFromString } from 'node:v8';
import { t } from '../core/base/localize';
import { parseCommandLine, usage } from './commandLine';
import { UsageError } from './errors';
import type { CommandLine } from './commandLine';

const exitCodes = { failed: 1, usage: 2 };

async function main(): Promise<void> {
  const commandLine = parseCommandLine(process.argv.slice(2), process.env);
  if (commandLine) await listen(commandLine);
  else process.stdout.write(usage);
}

/** Returns when it listens; from then on the signals decide. */
async function listen(commandLine: CommandLine): Promise<void> {
  // Whatever it writes is for its owner alone, also in a folder that others may look into.
  process.umask(0o077);
  // Percent of the live objects that garbage may add. By default, it is up to four times as much as they are, or half a
  // gigabyte while there are few, and what an account may hold is counted without it.
  setFlagsFromString('--heap-growing-percent=50');
  // Not loaded for a command line that is rejected.
  const { serve } = await import('./serve');
  const { announcement, close } = await serve(commandLine, logUntilLost);
  closeOnSignals(close);
  process.stdout.write(`${JSON.stringify(announcement)}\n`);
}

function closeOnSignals(close: () => Promise<void>): void {
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      close().then(
        () => process.exit(0),
        (error: unknown) => {
          fail(error);
          process.exit();
        },
      );
    });
  }
}

/** A platform without its store can only reject requests, so it exits and can be restarted by a supervisor. */
function logUntilLost(message: string, error?: unknown): void {
  log(message, error);
  if (!isStoreLost(error) || process.exitCode !== undefined) return;
  fail(
    new Error(
      t(
        'The store cannot continue. Acknowledged changes are kept. Free up disk space, then start the platform again.',
      ),
    ),
  );
  setTimeout(() => process.exit(), exitTimeout).unref();
}

/** The engine has closed the store, for example because the disk was full. A restart is required. */
function isStoreLost(error: unknown): boolean {
  return error instanceof Error && error.message.startsWith('FATAL Error');
}

/** Milliseconds to wait until the last responses are read. */
const exitTimeout = 500;

function log(message: string, error?: unknown): void {
  const detail = error instanceof Error ? `: ${error.stack ?? error.message}` : '';
  process.stderr.write(`${new Date().toISOString()} ${message}${detail}\n`);
}

function fail(error: unknown): void {
  const isUsage = error instanceof UsageError;
  const message = error instanceof Error ? error.message : String(error);
  process.stderr.write(`logbench-platform: ${message}\n${isUsage ? usage : ''}`);
  process.exitCode = isUsage ? exitCodes.usage : exitCodes.failed;
}

// The parent process may close its end of the pipe while the platform keeps running.
process.stdout.on('error', () => undefined);
process.stderr.on('error', () => undefined);

main().catch(fail);

// Each running statement occupies a thread of Node's pool. With the default of four, four long queries would
// block files, DNS and every other statement. The pool reads this at its first use.
process.env['UV_THREADPOOL_SIZE'] ??= '32';
