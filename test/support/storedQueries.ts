import * as z from 'zod/mini';
import type { Call, ResponseBody } from './call';
import { eventually } from './eventually';

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

type Fields = Readonly<Record<string, string>>;

/** Runs for minutes, beginning within a second. */
export const endless = {
  query: `json "{'n':1}" | repeat count=100000 over=600s | stats count`,
  cron_schedule: '* * * * * *',
  enabled: 'true',
};

export const everyFiveMinutes = {
  query: 'table duration=1h auth | stats count by user',
  cron_schedule: '*/5 * * * *',
  enabled: 'true',
};

const nightly = { query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 * * *', enabled: 'false' };

/** The scheduled queries of a platform, as another client creates, reads and changes them by plain HTTP. */
export class StoredQueries {
  constructor(
    private readonly platform: { call(operation: string, options?: Call): Promise<ResponseBody> },
    private readonly defaults: Fields = {},
  ) {}

  /** Without other defaults a disabled query at three in the morning; returns its GUID. */
  async create(name: string, changes: Fields = {}): Promise<string> {
    const form = { name, ...nightly, ...this.defaults, ...changes };
    const { body } = await this.platform.call(`POST ${path}`, { form });
    return z.object({ guid: z.string() }).parse(body).guid;
  }

  /** From the list, which every platform has. */
  async list(): Promise<readonly StoredQuery[]> {
    const { body } = await this.platform.call(`GET ${path}`);
    return z.object({ scheduled_queries: z.array(storedQuery) }).parse(body).scheduled_queries;
  }

  async read(guid: string): Promise<StoredQuery | undefined> {
    return (await this.list()).find((query) => query.guid === guid);
  }

  async find(name: string): Promise<StoredQuery | undefined> {
    return (await this.list()).find((query) => query.name === name);
  }

  /** Another user changes fields of a record. */
  async change(guid: string, changes: Fields): Promise<void> {
    const current = await this.read(guid);
    const kept = Object.entries(current ?? {}).flatMap(([name, value]) =>
      typeof value === 'string' || typeof value === 'boolean' ? [[name, String(value)] as const] : [],
    );
    await this.#put(guid, { ...Object.fromEntries(kept), ...changes });
  }

  /** Another user replaces all fields: by default with those of a disabled query at four in the morning. */
  async replace(name: string, changes: Fields): Promise<void> {
    const form = { name, query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 4 * * *', ...changes };
    await this.#put((await this.find(name))?.guid ?? '', form);
  }

  async remove(...guids: readonly string[]): Promise<void> {
    const form = { guids: guids.join(','), policy: 'force' };
    if (guids.length > 0) await this.platform.call(`DELETE ${path}`, { form });
  }

  async removeNamed(...names: readonly string[]): Promise<void> {
    const named = (await this.list()).filter(({ name }) => names.includes(name));
    await this.remove(...named.map(({ guid }) => guid));
  }

  async removeAll(): Promise<void> {
    await this.remove(...(await this.list()).map(({ guid }) => guid));
  }

  async untilRunning(guid: string): Promise<void> {
    await eventually(async () => (await this.read(guid))?.running_state === 'running');
  }

  async untilNamedRuns(name: string): Promise<void> {
    await eventually(async () => (await this.find(name))?.running_state === 'running');
  }

  async #put(guid: string, form: Fields): Promise<void> {
    await this.platform.call(`PUT ${path}/${guid}`, { form });
  }
}
