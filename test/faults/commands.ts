import { randomUUID } from 'node:crypto';
import type { PlatformClient } from '../../src/core/api/client';
import { scheduledQueryFields } from '../support/scheduledQueries';
import type { RunningApp } from '../support/startApp';
import { call } from '../support/call';
import * as z from 'zod/mini';
import { api } from '../support/operations';

/** The platform and an undisturbed connection to it. */
export interface Site {
  readonly app: RunningApp;
  readonly direct: PlatformClient;
}

/** What a command works on, created again for each fault. */
export interface Attempt {
  /** Runs it over the disturbed connection; returns what the user would see. */
  readonly run: (client: PlatformClient) => Promise<unknown>;
  /** How many times it has taken effect, read over the undisturbed way. Reads have none. */
  readonly effects: () => Promise<number>;
}

export interface FaultCommand {
  readonly name: string;
  readonly changes: boolean;
  readonly prepare: (site: Site) => Promise<Attempt>;
}

const created = z.object({ guid: z.string() });
const noEffects = (): Promise<number> => Promise.resolve(0);

function reading(name: string, run: Attempt['run']): FaultCommand {
  return { name, changes: false, prepare: () => Promise.resolve({ run, effects: noEffects }) };
}

function changing(name: string, prepare: FaultCommand['prepare']): FaultCommand {
  return { name, changes: true, prepare };
}

async function someQuery({ app }: Site): Promise<string> {
  const form = { name: randomUUID(), query: 'json "{}"', trigger_type: 'cron', cron_schedule: '0 3 1 1 *' };
  const response = await app.call('admin', 'POST /api/core/scheduled-queries', { form });
  return created.parse(response.body).guid;
}

async function someRule({ app }: Site): Promise<string> {
  const form = { name: randomUUID(), query: 'table a' };
  return created.parse((await app.call('admin', 'POST /api/core/batch-rules', { form })).body).guid;
}

/** Every command that sends requests to the platform, by its request. */
export const commands: readonly FaultCommand[] = [
  reading('list scheduled queries', (client) => client.send(api.listScheduledQueries({ limit: 20 }))),
  reading('list tables', (client) => client.send(api.listTables({}))),
  reading('list rules', (client) => client.send(api.listRules('batch', { limit: 20 }))),
  reading('search audit logs', (client) => client.send(api.searchAuditLogs({ limit: 20 }))),
  changing('create a scheduled query', (site) => {
    const name = randomUUID();
    return Promise.resolve({
      run: (client) => client.send(api.createScheduledQuery(scheduledQueryFields({ name, enabled: false }))),
      effects: async () =>
        Number((await site.direct.send(api.listScheduledQueries({ keywords: name }))).total),
    });
  }),
  changing('update a scheduled query', async (site) => {
    const guid = await someQuery(site);
    return {
      run: (client) =>
        client.send(
          api.updateScheduledQuery(guid, scheduledQueryFields({ name: `changed ${guid}`, enabled: false })),
        ),
      effects: async () =>
        (await site.direct.send(api.getScheduledQuery(guid)))?.name.startsWith('changed') ? 1 : 0,
    };
  }),
  changing('stop a scheduled query', async (site) => {
    const guid = await someQuery(site);
    return {
      run: (client) => client.send(api.stopScheduledQueries([guid])),
      effects: () => audited(site, guid),
    };
  }),
  changing('delete a scheduled query', async (site) => {
    const guid = await someQuery(site);
    return {
      run: (client) => client.send(api.removeScheduledQueries([guid])),
      effects: async () => ((await site.direct.send(api.getScheduledQuery(guid))) === undefined ? 1 : 0),
    };
  }),
  changing('restore a rule version', async (site) => {
    const guid = await someRule(site);
    return {
      run: (client) => client.send(api.restoreRuleVersion('batch', guid, 1)),
      effects: async () => Number((await site.direct.send(api.listRuleVersions('batch', guid))).total) - 1,
    };
  }),
  changing('disable a rule', async (site) => {
    const guid = await someRule(site);
    await site.direct.send(api.switchRule('batch', guid, true)).catch(() => undefined);
    return {
      run: (client) => client.send(api.switchRule('batch', guid, false)),
      effects: async () => ((await site.direct.send(api.getRule('batch', guid)))?.enabled === false ? 1 : 0),
    };
  }),
  reading('run a query', (client) => client.send(api.createCursor('json "{}"'))),
  changing('open an upload', (site) => {
    const fileName = `${randomUUID()}.ndjson`;
    return Promise.resolve({
      run: (client) =>
        client.send(api.openUpload({ fileName, fileSize: 10, tableName: 'logs', format: 'ndjson' })),
      effects: async () => {
        const { items } = await site.direct.send(api.listUploads());
        return items.filter((stream) => stream.fileName === fileName).length;
      },
    });
  }),
  changing('cancel an upload', async (site) => {
    const token = await site.direct.send(
      api.openUpload({
        fileName: 'a.ndjson',
        fileSize: 10,
        tableName: 'logs',
        format: 'ndjson',
      }),
    );
    return {
      run: (client) => client.send(api.cancelUpload(token)),
      effects: async () => ((await site.direct.send(api.getUpload(token))) === undefined ? 1 : 0),
    };
  }),
];

/** How often the audit log contains a request for this object, except for its creation. */
async function audited({ app }: Site, guid: string): Promise<number> {
  const response = await call(app.baseUrl, `GET /api/core/audit-logs?limit=100&keywords=${guid}`, {
    key: app.keys.master,
  });
  const { audit_logs: entries } = z
    .object({ audit_logs: z.array(z.looseObject({ method: z.string() })) })
    .parse(response.body);
  return entries.filter(({ method }) => /stop/i.test(method)).length;
}
