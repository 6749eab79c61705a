import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { UsageError } from './command';

/** Origins separated by commas, for CI. */
export const allowedOriginsVariable = 'LOGBENCH_ALLOWED_ORIGINS';

/** Whoever wrote a project must not decide where a key is sent, so the user allows each origin once. */
export async function requireAllowedOrigin(
  address: string,
  ask: ((question: string) => Promise<boolean>) | undefined,
  { environment = process.env, home = homedir() } = {},
): Promise<void> {
  const { origin } = new URL(address);
  const file = path.join(home, '.logbench', 'allowed-origins');
  const listed = await readFile(file, 'utf8').catch(() => '');
  const allowed = [...(environment[allowedOriginsVariable] ?? '').split(','), ...listed.split('\n')];
  if (allowed.some((entry) => originOf(entry) === origin)) return;
  const question = `logbench.yaml sends your API key to ${origin}. Allow this address on this machine? [y/N] `;
  if ((await ask?.(question)) !== true) {
    throw new UsageError(
      `logbench.yaml sends your API key to ${origin}, which is not allowed on this machine. If you trust the address, add ${origin} as a line to ${file}, or to ${allowedOriginsVariable}.`,
    );
  }
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await appendFile(file, `${/[^\n]$/.test(listed) ? '\n' : ''}${origin}\n`, { mode: 0o600 });
}

function originOf(entry: string): string | undefined {
  return URL.canParse(entry.trim()) ? new URL(entry.trim()).origin : undefined;
}
