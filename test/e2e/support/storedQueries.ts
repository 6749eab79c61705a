import * as z from 'zod/mini';
import { call } from '../../support/call';
import { eventually } from '../../support/eventually';
import type { RunningPlatform } from '../../support/platform';

const path = '/api/core/scheduled-queries';
const ScheduledQuery = z.looseObject({
  guid: z.string(),
  name: z.string(),
  enabled: z.boolean(),
  cron_schedule: z.nullable(z.string()),
  running_state: z.nullable(z.string()),
});
type StoredQuery = z.infer<typeof ScheduledQuery>;

/** The scheduled queries of a platform, as another client sees and changes them. */
export class StoredQueries {
  constructor(private readonly platform: RunningPlatform) {}

  async create(name: string, changes: Readonly<Record<string, string>> = {}): Promise<string> {
    const form = {
      name,
      query: 'table duration=1h auth | stats count by user',
      trigger_type: 'cron',
      cron_schedule: '*/5 * * * *',
      enabled: 'true',
      ...changes,
    };
    return z.object({ guid: z.string() }).parse(await this.#send(`POST ${path}`, form)).guid;
  }

  async list(): Promise<readonly StoredQuery[]> {
    const body = await this.#send(`GET ${path}`);
    return z.object({ scheduled_queries: z.array(ScheduledQuery) }).parse(body).scheduled_queries;
  }

  async find(name: string): Promise<StoredQuery | undefined> {
    return (await this.list()).find((query) => query.name === name);
  }

  async change(name: string, changes: Readonly<Record<string, string>>): Promise<void> {
    const form = { name, query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 4 * * *', ...changes };
    await this.#send(`PUT ${path}/${(await this.find(name))?.guid ?? ''}`, form);
  }

  /** Deletes those of these names, and all of them without a name. */
  async remove(...names: readonly string[]): Promise<void> {
    const guids = (await this.list())
      .filter(({ name }) => names.length === 0 || names.includes(name))
      .map(({ guid }) => guid);
    if (guids.length > 0) await this.#send(`DELETE ${path}`, { guids: guids.join(','), policy: 'force' });
  }

  async waitUntilRunning(name: string): Promise<void> {
    await eventually(async () => (await this.find(name))?.running_state === 'running');
  }

  async #send(operation: string, form?: Record<string, string>): Promise<unknown> {
    const { baseUrl, key } = this.platform;
    return (await call(baseUrl, operation, { key, ...(form && { form }) })).body;
  }
}

/** Runs for minutes, beginning within a second. */
export const endless = {
  query: `json "{'n':1}" | repeat count=100000 over=600s | stats count`,
  cron_schedule: '* * * * * *',
  enabled: 'true',
};
