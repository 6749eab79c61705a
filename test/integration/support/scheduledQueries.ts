import * as z from 'zod/mini';
import { eventually } from '../../support/eventually';
import type { AppOptions } from '../../support/startApp';
import { sharedPlatform } from './connected';
import type { Connected } from './connected';
import { runCommand } from './runCommand';
import { linesBelow } from './tree';
import type { Line } from './tree';

const path = '/api/core/scheduled-queries';

/** What the platform holds about one scheduled query, in its own words. */
export type StoredQuery = z.infer<typeof storedQuery>;

const storedQuery = z.looseObject({
  guid: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
  enabled: z.boolean(),
  query: z.string(),
  trigger_type: z.string(),
  cron_schedule: z.nullable(z.string()),
  preceding_guid: z.nullable(z.string()),
  preceding_action: z.nullable(z.string()),
  node_types: z.nullable(z.array(z.string())),
  output_parameter: z.boolean(),
  running_state: z.nullable(z.string()),
});

/** Scheduled queries of a connected platform, made and read by plain HTTP. */
export class StoredQueries {
  constructor(private readonly location: { readonly connected: Connected }) {}

  get connected(): Connected {
    return this.location.connected;
  }

  /** A disabled query at three in the morning by default; returns its GUID. */
  async create(name: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const form = {
      name,
      query: 'json "{}"',
      trigger_type: 'cron',
      cron_schedule: '0 3 * * *',
      enabled: 'false',
      ...changes,
    };
    const response = await this.connected.call(`POST ${path}`, { form });
    return z.object({ guid: z.string() }).parse(response.body).guid;
  }

  /** One that comes after another. */
  async createAfter(name: string, precedingGuid: string): Promise<string> {
    return this.create(name, {
      trigger_type: 'workflow',
      preceding_guid: precedingGuid,
      preceding_action: 'succeeded',
    });
  }

  /** One that has started and runs for minutes. */
  async createRunning(name: string): Promise<string> {
    const guid = await this.create(name, {
      query: `json "{'n':1}" | repeat count=100000 over=600s | stats count`,
      cron_schedule: '* * * * * *',
      enabled: 'true',
    });
    await this.untilRunning(guid);
    return guid;
  }

  async untilRunning(guid: string): Promise<void> {
    await eventually(async () => (await this.read(guid))?.running_state === 'running');
  }

  async read(guid: string): Promise<StoredQuery | undefined> {
    // From the list, which every service has.
    return (await this.#all()).find((query) => query.guid === guid);
  }

  async find(name: string): Promise<StoredQuery | undefined> {
    return (await this.#all()).find((query) => query.name === name);
  }

  async guidOf(name: string): Promise<string> {
    return (await this.find(name))?.guid ?? '';
  }

  async names(): Promise<string[]> {
    return (await this.#all()).map(({ name }) => name).sort();
  }

  /** Another user changes fields of a record. */
  async change(guid: string, changes: Readonly<Record<string, string>>): Promise<void> {
    const current = await this.read(guid);
    const kept = Object.entries(current ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)] as const] : [],
    );
    const form = { ...Object.fromEntries(kept), ...changes };
    await this.connected.call(`PUT ${path}/${guid}`, { form });
  }

  async remove(guid: string): Promise<void> {
    await this.connected.call(`DELETE ${path}`, { form: { guids: guid, policy: 'force' } });
  }

  /** Removes them all, and has the explorer forget them. */
  async clear(): Promise<void> {
    for (const { guid } of await this.#all()) await this.remove(guid);
    await runCommand('logbench.explorer.refresh');
  }

  /** The lines of the explorer with these names, in this order. */
  async lines(...names: readonly string[]): Promise<readonly Line[]> {
    const lines = await linesBelow(this.connected.connection.name, 'Scheduled Queries');
    return names.map((name) => {
      const line = lines.find(({ label }) => label === name);
      if (line === undefined) throw new Error(`${name} is not shown.`);
      return line;
    });
  }

  async shownNames(): Promise<string[]> {
    const lines = await linesBelow(this.connected.connection.name, 'Scheduled Queries');
    return lines.map(({ label }) => label).sort();
  }

  async #all(): Promise<readonly StoredQuery[]> {
    const { body } = await this.connected.call(`GET ${path}`);
    return z.object({ scheduled_queries: z.array(storedQuery) }).parse(body).scheduled_queries;
  }
}

/** The scheduled queries of a platform that a suite shares: each test begins without any. */
export function sharedQueries(options?: AppOptions): StoredQueries {
  const stored = new StoredQueries(sharedPlatform(undefined, options));
  beforeEach(async () => stored.clear());
  return stored;
}

/** The arguments that VS Code gives a command of a context menu: the clicked node and the selection. */
export function selection(lines: readonly Line[]): readonly unknown[] {
  const nodes = lines.map(({ node }) => node);
  return [nodes[0], nodes];
}
