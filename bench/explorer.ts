import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { request } from 'undici';
import { PlatformClient } from '../src/api/client';
import { ExplorerModel } from '../src/features/explorer/explorerModel';
import { tablesSource } from '../src/features/tables/tablesSource';
import type { Connection, Platforms } from '../src/ui/connections/connection';
import type { SectionNode } from '../src/ui/explorer/explorerSection';
import { HttpServer } from '../test/support/httpServer';
import { makeTables } from '../test/support/makeTables';
import { startPlatform } from '../test/support/platform';
import { compare, growthOf, timeOf } from './measurement';
import type { Measurement } from './measurement';
import { tableRecord } from './support/tableRecord';

const tableCount = 100_000;
const pageSize = 200;
const moreItems = 1000;
const megabyte = 1_048_576;
const heapBar = 5;

export async function measure(): Promise<Measurement[]> {
  return [await firstRows(), await heapOfMore(), await growthOfMore()];
}

/**
 * From the click on *Tables* to the rows, compared with the request for the same page alone, on the real
 * platform.
 */
async function firstRows(): Promise<Measurement> {
  const dataFolder = await mkdtemp(path.join(os.tmpdir(), 'logbench-bench-'));
  try {
    await makeTables(dataFolder, tableCount);
    // In a separate process, like a real platform, so that both sides do not share CPU time.
    await using platform = await startPlatform({ data: dataFolder });
    const { baseUrl, key } = platform;
    await using client = new PlatformClient({ baseUrl, readKey: () => Promise.resolve(key) });
    const page = `${baseUrl}/api/core/tables?offset=0&limit=${pageSize}`;
    let opened = openTables(baseUrl, client);
    return await compare({
      name: 'explorer: first rows of 100,000 tables',
      against: 'the raw page request',
      theirs: async () => {
        const { body } = await request(page, { headers: { authorization: `Bearer ${key}` } });
        JSON.parse(await body.text());
      },
      // Sections are already counted when they can be clicked.
      prepare: async () => {
        opened = openTables(baseUrl, client);
        await opened.model.listOf(opened.heading)?.count(new AbortController().signal);
      },
      ours: async () => {
        assert.equal((await opened.model.children(opened.heading)).length, pageSize + 1);
      },
      bar: { atMost: 1.5 },
      repetitions: 101,
    });
  } finally {
    await rm(dataFolder, { recursive: true, force: true });
  }
}

/** The memory of a thousand more rows, including nodes. */
async function heapOfMore(): Promise<Measurement> {
  await using server = await servingTablePages();
  await using client = server.client();
  const { model, heading } = openTables(server.origin, client);
  await model.children(heading);
  const list = model.listOf(heading);
  assert.ok(list);
  await list.loadMore();
  model.shown(heading, list);
  const before = heapUsed();
  const loaded = list.rows.length;
  while (list.rows.length < loaded + moreItems) await list.loadMore();
  const shown = model.shown(heading, list).length;
  const value = (heapUsed() - before) / megabyte;
  assert.equal(shown, loaded + moreItems + 1);
  return {
    name: 'explorer: heap of 1,000 more items',
    value,
    unit: 'MB',
    bar: `< ${heapBar} MB`,
    passed: value < heapBar,
  };
}

/** The time to load more and more rows and create their nodes. */
async function growthOfMore(): Promise<Measurement> {
  await using server = await servingTablePages();
  await using client = server.client();
  return await growthOf('explorer: rows loaded page by page', async (times) => {
    const { model, heading } = openTables(server.origin, client);
    return await timeOf(async () => {
      await model.children(heading);
      const list = model.listOf(heading);
      assert.ok(list);
      while (list.rows.length < times * pageSize) await list.loadMore();
      model.shown(heading, list);
    });
  });
}

function heapUsed(): number {
  assert.ok(globalThis.gc, 'run with --expose-gc');
  for (let round = 0; round < 3; round++) globalThis.gc();
  return process.memoryUsage().heapUsed;
}

/** A model that has not been shown yet. */
function openTables(baseUrl: string, client: PlatformClient): { model: ExplorerModel; heading: SectionNode } {
  const connection: Connection = {
    name: 'Bench',
    baseUrl,
    product: 'core',
    environment: 'local',
    readOnly: false,
  };
  const platforms: Platforms = {
    onDidChange: () => ({ dispose: () => undefined }),
    all: () => [connection],
    platformOf: () => undefined,
    accountOf: () => Promise.resolve(undefined),
    find: () => connection,
    current: () => connection,
    clientFor: async () => Promise.resolve(client),
    forgetMissingOperations: () => undefined,
    ensureWritable: async () => Promise.resolve(),
    isLocked: () => false,
    unlockedFor: () => 0,
    pick: async () => Promise.resolve(connection),
  };
  // Without the events of the real section, which need VS Code.
  const section = {
    id: 'tables',
    label: 'Tables',
    icon: 'database',
    source: (of: Connection) => tablesSource(of, platforms),
  };
  const model = new ExplorerModel([section], () => pageSize);
  const [heading] = model.roots([connection]).flatMap((root) => model.headings(root));
  assert.ok(heading);
  return { model, heading };
}

async function servingTablePages(): Promise<HttpServer> {
  return HttpServer.start(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost');
    const offset = Number(searchParams.get('offset') ?? 0);
    const limit = Number(searchParams.get('limit') ?? tableCount);
    const tables = Array.from({ length: Math.min(limit, tableCount - offset) }, (_, index) =>
      tableRecord(offset + index),
    );
    const groups = { total_count: 0, table_groups: [] };
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(
      JSON.stringify(pathname.endsWith('table-groups') ? groups : { total_count: tableCount, tables }),
    );
  });
}
