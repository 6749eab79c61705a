import { setTimeout as delay } from 'node:timers/promises';
import { WatchedQuery } from '../src/extension/features/runningQueries/watchedQuery';
import { PlatformClient } from '../src/core/api/client';
import { AuditSession } from '../src/extension/features/audit/auditSession';
import { auditLogsPage } from '../src/core/pages/auditLogMessages';
import type { AuditLogsState, AuditSearch } from '../src/core/pages/auditLogMessages';
import { PollScheduler } from '../src/extension/ui/panels/polling';
import { Pages } from '../test/pages/support/pageUnderTest';
import type { Message, PageUnderTest } from '../test/pages/support/pageUnderTest';
import { auditState } from '../test/pages/support/states';
import { fillAuditLog } from '../test/support/auditEntries';
import { call } from '../test/support/call';
import { startPlatform } from '../test/support/platform';
import { eventually } from '../test/support/eventually';
import { clientFor, startApp } from '../test/support/startApp';
import { compare } from './measurement';
import type { Measurement } from './measurement';
import { untilPainted } from './support/untilPainted';

const watchedQueries = 50;
const interval = 1000;
const watchedFor = 15_000;
const auditEntries = 1_000_000;

/** The cost of the two live panels: polling in the host, and the first page of a search. */
export async function measure(): Promise<Measurement[]> {
  const pages = await Pages.start();
  try {
    return [await measureWatching(), await measureFirstPage(pages)];
  } finally {
    await pages.stop();
  }
}

async function measureWatching(): Promise<Measurement> {
  await using platform = await startPlatform();
  await using client = new PlatformClient({
    baseUrl: platform.baseUrl,
    product: 'core',
    readKey: () => Promise.resolve(platform.key),
  });
  const scheduler = new PollScheduler({ interval: () => interval, random: () => 0.5 });
  for (let index = 0; index < watchedQueries; index++) {
    const form = { q: `json "{'a':1}" | repeat count=1000 over=600s` };
    await call(platform.baseUrl, 'POST /api/core/cursors', { key: platform.key, form });
    scheduler.add(new WatchedQuery(index + 1, client, () => undefined));
  }
  // The first round opens the connections and warms up the code.
  await delay(2 * interval);
  const before = process.cpuUsage();
  await delay(watchedFor);
  const { user, system } = process.cpuUsage(before);
  scheduler.dispose();
  const share = (user + system) / 1000 / watchedFor;
  return {
    name: `${watchedQueries} watched queries: share of a core in the extension host`,
    value: share * 100,
    unit: '%',
    bar: '< 5',
    passed: share < 0.05,
  };
}

/**
 * From the search to the frame with the first rows, by the clock of the page, compared with the request
 * alone. The chart over time is open, as by default: its requests must not delay the rows.
 */
async function measureFirstPage(pages: Pages): Promise<Measurement> {
  await using app = await startApp();
  await using client = clientFor(app);
  await fillAuditLog(app, auditEntries, new Date());
  const shown = auditState({ total: 0, resultId: 0, histogram: null });
  let sent = Promise.resolve();
  const session = new AuditSession(
    {
      client: () => Promise.resolve(client),
      post: (message) => {
        sent = view.send(message);
      },
      changed: (what) => {
        const firstRows = what === 'result' ? session.firstRows : null;
        sent = view.send({ ...shown, ...session.state, firstRows } satisfies AuditLogsState);
      },
      now: Date.now,
    },
    shown.search,
    true,
  );
  const view: PageUnderTest = await pages.open('auditLogs', {
    response: (message: Message) => {
      const parsed = auditLogsPage.fromPage.parse(message);
      if (parsed.kind === 'search') void session.run(parsed.search);
      if (parsed.kind === 'drawn') session.rowsDrawn(parsed.resultId);
      return parsed.kind === 'ready' ? [shown] : [];
    },
  });
  let round = 0;
  const measurement = await compare({
    name: 'audit search over 1,000,000 entries: asked to first page drawn in Chromium',
    against: 'the request alone',
    bar: { atMost: 1.5 },
    theirs: async () => {
      const user = `user${round % 5}`;
      await app.call('master', `GET /api/core/audit-logs?limit=200&keywords=${user}&locale=en`);
    },
    ours: () => searchInPage(view, { ...shown.search, range: 'all', keywords: [`user${round % 5}`] }),
    settle: async () => {
      await eventually(() => session.state.histogram?.counts.includes(null) === false, { within: 60_000 });
      round += 1;
    },
  });
  // Discards pending messages of the chart, after those that were sent have arrived.
  session.dispose();
  await sent;
  await view.close();
  return measurement;
}

/** Searches like the filters, and measures the time until a frame with the first row was painted. */
async function searchInPage(view: PageUnderTest, search: AuditSearch): Promise<number> {
  const isShown = `
    document.querySelector('[data-row="0"]:not([aria-busy])')?.textContent
      .includes('${search.keywords.join(' ')}')`;
  const act = `
    const event = new CustomEvent('search-change', { bubbles: true, detail: ${JSON.stringify(search)} });
    document.querySelector('logbench-audit-filters').dispatchEvent(event);`;
  return view.page.evaluate<number>(untilPainted(isShown, act));
}
