import { request } from 'undici';
import { PlatformClient } from '../src/core/api/client';
import { OverviewModel } from '../src/extension/features/overview/overviewModel';
import type { OverviewReader } from '../src/extension/features/overview/overviewReader';
import { overviewPage } from '../src/core/pages/overview';
import type { OverviewUpdate, OverviewView } from '../src/core/pages/overview';
import { formatWireTime } from '../src/core/interface/time';
import { Pages } from '../test/pages/support/pageUnderTest';
import type { PageUnderTest } from '../test/pages/support/pageUnderTest';
import { call } from '../test/support/call';
import { makeTables } from '../test/support/makeTables';
import { startPlatform } from '../test/support/platform';
import type { RunningPlatform } from '../test/support/platform';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { overviewReader } from '../test/unit/extension/features/overview/support';
import { compare } from './measurement';
import type { Measurement } from './measurement';
import { untilPainted } from './support/untilPainted';

const schedules = 300;
const chainLength = 10;
const tables = 10_000;

const view: OverviewView = {
  zone: 'local',
  timeZone: 'Asia/Seoul',
  week: 0,
  sort: { column: 'size', descending: true },
  filter: '',
  widths: {},
  selected: null,
};

const triggers: ReadonlyMap<string, string> = new Map();

/** The cost of the overview: from the first request to the painted frame. */
export async function measure(): Promise<Measurement[]> {
  await using folder = await temporaryFolder();
  await makeTables(folder.path, tables);
  await using platform = await startPlatform({ data: folder.path });
  await makeSchedules(platform);
  await using client = new PlatformClient({
    baseUrl: platform.baseUrl,
    product: 'core',
    readKey: () => Promise.resolve(platform.key),
  });
  const pages = await Pages.start();
  try {
    return [await measureDrawing(pages, platform, client)];
  } finally {
    await pages.stop();
  }
}

/** Chains of ten; the first of each has a cron schedule that is not due during the measurement. */
async function makeSchedules({ baseUrl, key }: RunningPlatform): Promise<void> {
  let before = '';
  for (let index = 0; index < schedules; index++) {
    const trigger =
      index % chainLength === 0
        ? { trigger_type: 'cron', cron_schedule: `${index % 60} 3 1 1 *` }
        : { trigger_type: 'workflow', preceding_guid: before, preceding_action: 'succeeded' };
    const form = { name: `Schedule ${index}`, query: 'json "{}"', enabled: 'true', ...trigger };
    const { body } = await call(baseUrl, 'POST /api/core/scheduled-queries', { key, form });
    before = (body as { readonly guid: string }).guid;
  }
}

async function measureDrawing(
  pages: Pages,
  { baseUrl, key }: RunningPlatform,
  client: PlatformClient,
): Promise<Measurement> {
  let model: OverviewModel | undefined;
  const page: PageUnderTest = await pages.open('overview', {
    response: (message) => {
      const parsed = overviewPage.fromPage.parse(message);
      if (parsed.kind !== 'needRows') return [];
      const { resultId, offset, limit } = parsed;
      const rows = model?.rows(resultId, offset, limit);
      return rows === undefined ? [] : [{ kind: 'rows', resultId, offset, rows }];
    },
  });
  let round = 0;
  const drawing = await compare({
    name: `overview: ${schedules} schedules and ${tables.toLocaleString('en')} tables, asked to drawn in Chromium`,
    against: 'its requests alone',
    bar: { atMost: 1.5 },
    repetitions: 40,
    theirs: async () => {
      await Promise.all(requestPaths().map(async (path) => readJson(`${baseUrl}${path}`, key)));
    },
    ours: async () => {
      round += 1;
      const name = `Round ${round} `;
      const drawn = page.page.evaluate(whenDrawn(name));
      // Like its panel, it posts each response to the page; the last one is complete.
      const reader = overviewReader(
        () => Promise.resolve(client),
        () => {
          void page.send(updatesOf(reader, shown, reader.responded === 'all' ? name : `${name}, in part`));
        },
      );
      const shown = new OverviewModel(reader, () => triggers);
      model = shown;
      await reader.poll(new AbortController().signal);
      await drawn;
    },
  });
  await page.close();
  return drawing;
}

/** The minimum requests of the overview. */
function requestPaths(): readonly string[] {
  const from = formatWireTime(new Date(Date.now() - 86_400_000));
  return [
    '/api/core/scheduled-queries',
    '/api/core/tables?offset=0&limit=20000',
    `/api/core/query?q=${encodeURIComponent('system queries')}`,
    `/api/core/audit-logs?limit=500&locale=en&from=${encodeURIComponent(from)}`,
  ];
}

async function readJson(url: string, key: string): Promise<void> {
  const { body } = await request(url, { headers: { authorization: `Bearer ${key}` } });
  const text = await body.text();
  // The rows of a query are one document per line.
  for (const line of url.includes('/query?') ? text.trim().split('\n') : [text]) JSON.parse(line);
}

function updatesOf(reader: OverviewReader, model: OverviewModel, name: string): OverviewUpdate {
  const shown = model.changes(view);
  return {
    kind: 'state',
    connection: { name, environment: 'local', readOnly: false, serverOffset: model.serverOffset(view) },
    asOf: reader.asOf,
    watching: 'active',
    ...shown,
    // Changes each time, so that the chains are laid out as at first.
    ...(shown.chains && {
      chains: {
        ...shown.chains,
        nodes: [...shown.chains.nodes, { ...shown.chains.nodes[0]!, guid: name, preceding: null }],
      },
    }),
    schedules: model.counts(),
    schedulesFailure: reader.schedules.failure,
    tablesFailure: reader.tables.failure,
    view,
  };
}

/** The script of the page that waits for this round's name, chains and tables. */
function whenDrawn(name: string): string {
  return untilPainted(`
    document.querySelector('.connection-name')?.textContent === ${JSON.stringify(name)} &&
    document.querySelector('.chain-node') !== null &&
    document.querySelector('[data-row="0"]:not([aria-busy])') !== null`);
}
