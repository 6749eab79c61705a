import * as z from 'zod/mini';
import { environments, type Connection } from './connection';

export interface Settings {
  readonly connections: readonly Connection[];
  /** What is wrong with entries that had to be left out, for the log. */
  readonly problems: readonly string[];
  /** Milliseconds. */
  readonly requestTimeout: number;
  readonly explorerPageSize: number;
  /** Milliseconds. */
  readonly queryStatusInterval: number;
  readonly confirmation: 'typeName' | 'button';
}

/** A value of the wrong kind counts as not set: a slip in one setting does not take the others away. */
export function parseSettings(read: (key: string) => unknown): Settings {
  const { connections, problems } = parseConnections(read('connections'));
  return {
    connections,
    problems,
    requestTimeout: within(read('request.timeout'), 1, 3600, 30) * 1000,
    explorerPageSize: within(read('explorer.pageSize'), 10, 5000, 200),
    queryStatusInterval: within(read('queryStatus.interval'), 200, 60_000, 1000),
    confirmation: read('confirmation') === 'button' ? 'button' : 'typeName',
  };
}

const connectionEntry = z.object({
  name: z.string().check(z.trim(), z.minLength(1)),
  baseUrl: z.string().check(
    z.trim(),
    z.regex(/^https?:\/\//i),
    z.refine((text) => URL.canParse(text)),
  ),
  product: z._default(z.string().check(z.trim(), z.minLength(1)), 'core'),
  environment: z.catch(z.enum(environments), 'production'),
  readOnly: z.catch(z._default(z.boolean(), false), true),
  caFile: z.optional(z.string()),
});

/** Keeps what can be understood; of several entries with one name the first. */
export function parseConnections(value: unknown): Pick<Settings, 'connections' | 'problems'> {
  const connections: Connection[] = [];
  const problems: string[] = [];
  for (const [index, entry] of (Array.isArray(value) ? value : []).entries()) {
    const parsed = connectionEntry.safeParse(entry);
    if (!parsed.success) {
      const path = parsed.error.issues[0]?.path.join('.') ?? '';
      problems.push(`logbench.connections[${index}]: '${path}' is missing or not valid.`);
    } else if (connections.some(({ name }) => name === parsed.data.name)) {
      problems.push(`logbench.connections[${index}]: the name '${parsed.data.name}' is taken.`);
    } else connections.push(parsed.data);
  }
  return { connections, problems };
}

function within(value: unknown, minimum: number, maximum: number, fallback: number): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return fallback;
  return Math.min(maximum, Math.max(minimum, value));
}
