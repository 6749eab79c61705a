import { Agent, request } from 'undici';
import { startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const scheduleCount = 1000;
const clientCount = 20;
const updatesPerRound = 400;
const listsPerRound = 1000;

/** Scheduled queries: changing them and listing a page with twenty concurrent clients. */
export async function measure(): Promise<Measurement[]> {
  await using temporary = await temporaryFolder();
  const dataFolder = temporary.path;
  const agent = new Agent({ connections: clientCount });
  try {
    const guids = await fill(dataFolder);
    await using app = await startApp({ dataFolder });
    return [await measureUpdates(app, agent, guids), await measureList(app, agent)];
  } finally {
    await agent.destroy();
  }
}

async function measureUpdates(app: RunningApp, agent: Agent, guids: readonly string[]): Promise<Measurement> {
  const { database } = app.parts;
  const guidOf = (index: number): string => guids[index % guids.length] ?? '';
  return await compare({
    name: `${updatesPerRound} updates of scheduled queries by ${clientCount} clients, per second`,
    against: 'the same four statements by hand, a commit each',
    ours: () =>
      inTurns(updatesPerRound, (index) =>
        ask(app, agent, 'PUT', `/scheduled-queries/${guidOf(index)}`, {
          name: `renamed ${guidOf(index)}`,
          query: 'table web | stats count by host',
          trigger_type: 'cron',
          cron_schedule: '0 0 * * *',
        }),
      ),
    theirs: () =>
      inTurns(updatesPerRound, (index) =>
        database.write(async ({ run }) => {
          await run('SELECT 1 FROM scheduled_query WHERE guid = ?', [guidOf(index)]);
          await run('SELECT 1 FROM scheduled_query WHERE name = ? AND guid <> ?', ['name', guidOf(index)]);
          const columns = 'name = ?, query = ?, node_types = NULL, updated = now()';
          await run(`UPDATE scheduled_query SET ${columns} WHERE guid = ?`, [
            'name',
            'table web',
            guidOf(index),
          ]);
          await run("INSERT INTO audit_log SELECT 1, now(), '', '', '', '', '', '', '', '', '', '', ''");
        }),
      ),
    bar: { atLeast: 5 },
    rates: true,
    repetitions: 5,
  });
}

async function measureList(app: RunningApp, agent: Agent): Promise<Measurement> {
  const { database } = app.parts;
  const page = `SELECT query.*, preceding.name AS preceding_name FROM scheduled_query query
    LEFT JOIN scheduled_query preceding ON preceding.guid = query.preceding_guid
    ORDER BY query.name, query.guid LIMIT 20`;
  return await compare({
    name: `${listsPerRound} pages of 20 of ${scheduleCount} scheduled queries for ${clientCount} clients, per second`,
    against: 'the same two statements by hand',
    ours: () => inTurns(listsPerRound, () => ask(app, agent, 'GET', '/scheduled-queries?limit=20')),
    theirs: () =>
      inTurns(listsPerRound, async () => {
        await database.read('SELECT count(*) AS total FROM scheduled_query');
        await database.read(page);
      }),
    bar: { atLeast: 8 },
    rates: true,
    repetitions: 5,
  });
}

/** Runs `count` tasks, one at a time per client. */
async function inTurns(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0;
  const client = async (): Promise<void> => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: clientCount }, client));
}

async function ask(
  app: RunningApp,
  agent: Agent,
  method: 'GET' | 'PUT',
  operation: string,
  form?: Readonly<Record<string, string>>,
): Promise<void> {
  const { statusCode, body } = await request(`${app.baseUrl}/api/core${operation}`, {
    dispatcher: agent,
    method,
    headers: {
      authorization: `Bearer ${app.keys.admin}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: form ? new URLSearchParams(form).toString() : null,
  });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(text);
}

/** Creates a store with scheduled queries and returns their GUIDs. */
async function fill(dataFolder: string): Promise<readonly string[]> {
  await using app = await startApp({ dataFolder });
  await app.parts.database.write(({ run }) =>
    run(
      `INSERT INTO scheduled_query
         (guid, name, enabled, query, trigger_type, cron_schedule, output_parameter, owner, created, updated)
       SELECT uuid()::VARCHAR, 'query ' || i, false, 'table a', 'cron', '0 0 * * *', false, 'admin', now(), now()
       FROM range(?) numbers(i)`,
      [scheduleCount],
    ),
  );
  const rows = await app.parts.database.read('SELECT guid FROM scheduled_query');
  return rows.map(({ guid }) => String(guid));
}
