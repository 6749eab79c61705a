import { WatchedQuery } from '../src/extension/features/runningQueries/watchedQuery';
import { PlatformClient } from '../src/core/api/client';
import type { QueryClient } from '../src/core/api/runningQuery';
import { AuditSession } from '../src/extension/features/audit/auditSession';
import { auditLogsPage } from '../src/core/pages/auditLogMessages';
import type { AuditLogsState, AuditSearch } from '../src/core/pages/auditLogMessages';
import { PollScheduler } from '../src/extension/ui/panels/polling';
import { Pages } from '../test/pages/support/pageUnderTest';
import type { Message, PageUnderTest } from '../test/pages/support/pageUnderTest';
import { auditHost, auditState } from '../test/pages/support/states';
import { fillAuditLog } from '../test/support/auditEntries';
import { call } from '../test/support/call';
import { startPlatform } from '../test/support/platform';
import { eventually } from '../test/support/eventually';
import { clientFor, startApp } from '../test/support/startApp';
import { compare } from './measurement';
import type { Measurement } from './measurement';

const watchedQueries = 50;
const interval = 1000;
const watchedFor = 15_000;
const auditEntries = 1_000_000;

/** The cost of the two live panels: polling in the host, rows in the page, and the first page of a search. */
export async function measure(): Promise<Measurement[]> {
  const watching = await measureWatching();
  const pages = await Pages.start();
  try {
    return [...watching, await measureScrolling(pages), await measureFirstPage(pages)];
  } finally {
    await pages.stop();
  }
}

async function measureWatching(): Promise<Measurement[]> {
  await using platform = await startPlatform();
  await using client = new PlatformClient({
    baseUrl: platform.baseUrl,
    product: 'core',
    readKey: () => Promise.resolve(platform.key),
  });
  let requests = 0;
  const counted: QueryClient = {
    stream: (...request) => client.stream(...request),
    send: async (...request) => {
      requests += 1;
      return client.send(...request);
    },
  };
  const scheduler = new PollScheduler({ interval: () => interval, random: () => 0.5 });
  for (let index = 0; index < watchedQueries; index++) {
    const form = { q: `json "{'a':1}" | repeat count=1000 over=600s` };
    await call(platform.baseUrl, 'POST /api/core/cursors', { key: platform.key, form });
    scheduler.add(new WatchedQuery(index + 1, counted, () => undefined));
  }
  // The first round opens the connections and warms up the code.
  await delay(2 * interval);
  requests = 0;
  const before = process.cpuUsage();
  await delay(watchedFor);
  const { user, system } = process.cpuUsage(before);
  const perInterval = requests / watchedQueries / (watchedFor / interval);
  scheduler.dispose();
  const share = (user + system) / 1000 / watchedFor;
  return [
    {
      name: `${watchedQueries} watched queries: requests for each per interval`,
      value: perInterval,
      unit: 'requests',
      bar: '≤ 1',
      passed: perInterval > 0 && perInterval <= 1,
    },
    {
      name: `${watchedQueries} watched queries: share of a core in the extension host`,
      value: share * 100,
      unit: '%',
      bar: '< 5',
      passed: share < 0.05,
    },
  ];
}

async function measureScrolling(pages: Pages): Promise<Measurement> {
  const view = await pages.open('auditLogs', { response: auditHost(auditState({ total: auditEntries })) });
  await view.page.locator('[data-row="0"]:not([aria-busy])').waitFor();
  let max = 0;
  for (const key of ['PageDown', 'PageDown', 'End', 'PageUp', 'Home']) {
    await view.page.locator('.grid [data-active]').press(key);
    await view.page.locator('[data-row]:not([aria-busy])').first().waitFor();
    max = Math.max(max, await view.page.locator('logbench-grid *').count());
  }
  await view.close();
  return {
    name: 'audit grid over 1,000,000 entries: elements at most while scrolling',
    value: max,
    unit: 'elements',
    bar: '< 300',
    passed: max < 300,
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

/**
 * Searches like the filters, and measures the time until a frame with the first row was painted. A mutation
 * observer detects the row: polling would measure its interval, and a callback per frame would cause
 * additional frames. A task after the frame callbacks runs when it is painted.
 */
async function searchInPage(view: PageUnderTest, search: AuditSearch): Promise<number> {
  const milliseconds: unknown = await view.page.evaluate(`new Promise((resolve) => {
    const isThere = () => {
      const row = document.querySelector('[data-row="0"]:not([aria-busy])');
      return row !== null && row.textContent.includes('${search.keywords.join(' ')}');
    };
    const observer = new MutationObserver(() => {
      if (!isThere()) return;
      observer.disconnect();
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now() - asked);
        port2.postMessage(undefined);
      });
    });
    observer.observe(document.body, { attributes: true, characterData: true, childList: true, subtree: true });
    const event = new CustomEvent('search-change', { bubbles: true, detail: ${JSON.stringify(search)} });
    const asked = performance.now();
    document.querySelector('logbench-audit-filters').dispatchEvent(event);
  })`);
  return Number(milliseconds);
}

function delay(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
