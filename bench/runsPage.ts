import { setTimeout as delay } from 'node:timers/promises';
import type { PlatformClient } from '../src/core/api/client';
import { findScheduledQuery } from '../src/core/api/findScheduledQuery';
import { changesBeforeFailure, newestFailures, readRuns } from '../src/core/api/readRuns';
import { nothingRead, readRunsParts } from '../src/extension/features/scheduledRuns/readRunsParts';
import type { RunsParts } from '../src/extension/features/scheduledRuns/readRunsParts';
import { addScheduledRuns, maxRuns } from '../src/platform/store/scheduledRuns';
import type { RunsState } from '../src/core/pages/runs';
import { Pages } from '../test/pages/support/pageUnderTest';
import type { PageUnderTest } from '../test/pages/support/pageUnderTest';
import { runsState } from '../test/pages/support/runsStates';
import { FaultProxy, passOn } from '../test/support/faultProxy';
import { fillAuditLog } from '../test/support/auditEntries';
import { clientFor, startApp } from '../test/support/startApp';
import type { RunningApp } from '../test/support/startApp';
import { compare } from './measurement';
import type { Measurement } from './measurement';
import { untilPainted } from './support/untilPainted';

const auditEntries = 1_000_000;
/** Milliseconds to a platform on another machine. */
const latency = 50;

/**
 * The page of the runs of a schedule, with as many as a platform keeps, compared with its requests: the record, the
 * runs, and what was changed before the first failure.
 */
export async function measure(): Promise<Measurement[]> {
  await using app = await startApp();
  await using network = await FaultProxy.start(app.baseUrl);
  network.interference = async (exchange) => {
    await delay(latency);
    return passOn(exchange);
  };
  await using client = clientFor({ ...app, baseUrl: network.baseUrl });
  const guid = await fill(app);
  await fillAuditLog(app, auditEntries, new Date());
  const empty: RunsState = runsState({ runs: null, failures: null, changes: null });
  const read = async (): Promise<void> => {
    let known: RunsParts = nothingRead;
    let sent = Promise.resolve();
    const report = (parts: Partial<RunsParts>): void => {
      known = { ...known, ...parts };
      const { runs, isFromRecord, failures, changes, failure } = known;
      sent = view.send({ ...empty, runs, isFromRecord, failures, changes, failure } satisfies RunsState);
    };
    const open = (): Promise<PlatformClient> => Promise.resolve(client);
    const noCommits = (): Promise<undefined> => Promise.resolve(undefined);
    await readRunsParts(open, guid, noCommits, report, new AbortController().signal);
    await sent;
  };
  let reading = Promise.resolve();
  const pages = await Pages.start();
  const view: PageUnderTest = await pages.open('runs', {
    response: ({ kind }) => {
      if (kind === 'refresh') reading = read();
      return kind === 'ready' ? [empty] : [];
    },
  });
  try {
    return [
      await compare({
        name: `page of ${maxRuns} runs over a network of ${latency} ms: asked to drawn in Chromium`,
        against: 'its requests alone',
        bar: { atMost: 1.5 },
        theirs: async () => {
          const record = await findScheduledQuery(client, guid);
          const { runs } = record ? await readRuns(client, record) : { runs: [] };
          const failures = newestFailures(runs);
          if (failures === undefined) throw new Error('no run failed');
          await changesBeforeFailure(client, { guid, tables: ['logs'] }, failures);
        },
        ours: async () => view.page.evaluate<number>(refreshed),
        settle: async () => {
          await reading;
          await view.send(empty);
          await view.page.locator('.run-list').waitFor({ state: 'detached' });
        },
      }),
    ];
  } finally {
    await view.close();
    await pages.stop();
  }
}

async function fill({ parts }: RunningApp): Promise<string> {
  const { scheduledQueries, database } = parts;
  const trigger = { type: 'cron', schedule: '0 0 1 1 *' } as const;
  const fields = { name: 'Nightly', query: 'table logs', trigger, enabled: true, outputParameter: false };
  const guid = await scheduledQueries.create(fields, 'admin');
  const runs = Array.from({ length: maxRuns }, (_, index) => {
    const due = new Date(Date.now() - (maxRuns - index) * 600_000);
    const ended = { due, started: due, finished: due, elapsedMilliseconds: 900 + index, rows: index };
    const failed = { resultState: 'failed', failure: '(10605) table-not-found' };
    return { ...ended, ...(index > maxRuns - 4 ? failed : { resultState: 'succeeded' }) };
  });
  await database.write((transaction) =>
    addScheduledRuns(
      transaction,
      runs.map((run) => [guid, run]),
    ),
  );
  return guid;
}

/** From a click on Refresh to the frame with the list, by the clock of the page. */
const refreshed = untilPainted(
  `document.querySelector('.run-list tbody tr') !== null &&
    document.querySelector('.failures-panel [data-kind=loading]') === null`,
  `document.querySelector('[label="Refresh"]').click();`,
);
