import assert from 'node:assert/strict';
import { parseCommandLine } from '../../src/platform/commandLine';
import { serve } from '../../src/platform/serve';
import { masterAccount, argsOf } from './platformOptions';
import type { PlatformOptions } from './platformOptions';

export interface PlatformInProcess extends AsyncDisposable {
  readonly baseUrl: string;
  readonly product: string;
  /** The key of the master account: given, or created at this start. */
  readonly key: string;
  /** The log so far. */
  readonly log: string;
  /** Ends it like a signal. */
  kill(): Promise<void>;
  /** Restarts it on the same data. This one must have ended. */
  restart(changes?: PlatformOptions): Promise<PlatformInProcess>;
}

/**
 * The platform with its command line in this process: a fifth of the work of a separate process, for tests
 * that need neither signals nor exit codes.
 */
export async function startPlatformInProcess(options: PlatformOptions = {}): Promise<PlatformInProcess> {
  const lines: string[] = [];
  const commandLine = parseCommandLine(argsOf(options), options.env ?? {});
  assert.ok(commandLine);
  const { announcement, close } = await serve(commandLine, (message, error) => {
    lines.push(`${message} ${error instanceof Error ? (error.stack ?? '') : ''}\n`);
  });
  return {
    baseUrl: announcement.base_url,
    product: announcement.product,
    key: announcement.api_key ?? masterAccount.key,
    get log() {
      return lines.join('');
    },
    kill: close,
    restart: (changes = {}) => startPlatformInProcess({ ...options, ...changes }),
    [Symbol.asyncDispose]: close,
  };
}
