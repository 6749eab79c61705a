import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { askTableFilter } from '../../../../../src/extension/features/tables/tableFilter';
import { tableOf } from '../../../../../src/extension/features/tables/tableItem';
import { readRecord, readTableParts } from '../../../../../src/extension/features/tables/tableReader';
import { TableUsers } from '../../../../../src/extension/features/tables/tableUsers';
import { QueryRecords } from '../../../../../src/extension/ui/connections/queryRecords';
import {
  tableDocument,
  tableFacts,
  tableTooltip,
} from '../../../../../src/extension/features/tables/tableText';
import { tablesSource } from '../../../../../src/extension/features/tables/tablesSource';
import { tableDetails } from '../../../../../src/core/interface/table';
import type { PlatformClient } from '../../../../../src/core/api/client';
import type { Platforms } from '../../../../../src/extension/ui/connections/connection';
import type { Failure } from '../../../../../src/core/pages/common';
import { ExplainedError } from '../../../../../src/extension/ui/failures/failureText';
import type { Row, RowPage, RowSource } from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { suiteServer } from '../../../../support/httpServer';
import { lab } from '../../../../support/labConnection';
import { listScheduledQueries } from '../../../../../src/core/api/operations/scheduledQueries';

const [network, systems] = [1, 2].map((number) => `00000000-0000-4000-8000-00000000000${number}`) as [
  string,
  string,
];
const { signal } = new AbortController();

function record(name: string, fields: object = {}): object {
  const sizes = { table_size: 1024, index_size: 0, ratio: 0.25 };
  return { table_name: name, layout: 'columnar', compression: 'snappy', retention: 0, ...sizes, ...fields };
}

function tooltipOf({ tooltip }: Row): unknown {
  return tooltip && Reflect.get(tooltip(), 'source');
}

const inGroup = (guid: string): object => ({ group_guid: guid, group_name: 'G' });

describe('The tables of a platform', () => {
  let tables: readonly object[];
  let groups: readonly object[];
  /** The responses that replace the default ones, by the beginning of the path. */
  let instead: Readonly<Record<string, { readonly status: number; readonly body: unknown }>>;

  const suite = suiteServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://x');
    const path = pathname.replace('/api/core', '');
    const other = Object.entries(instead).find(([beginning]) => path.startsWith(beginning))?.[1];
    response.writeHead(other?.status ?? 200, { 'content-type': 'application/json' });
    const body = other?.body ?? defaultValue(path, searchParams);
    response.end(typeof body === 'string' ? body : JSON.stringify(body));
  });

  beforeEach(() => {
    [tables, groups, instead] = [[], [], {}];
  });

  function defaultValue(path: string, query: URLSearchParams): unknown {
    if (path === '/table-groups') return { total_count: groups.length, table_groups: groups };
    const offset = Number(query.get('offset') ?? 0);
    const found = tables.filter((table) => {
      const { table_name: name, group_guid: group } = table as Readonly<Record<string, string | undefined>>;
      const isNamed = [null, name].includes(query.get('table_name'));
      return isNamed && [null, group].includes(query.get('group_guid'));
    });
    const page = found.slice(offset, offset + Number(query.get('limit') ?? 1000));
    return { total_count: found.length, tables: page };
  }

  const asked = (): readonly string[] => suite.server.seen.map(({ url }) => url.replace('/api/core', ''));

  function source(): Required<RowSource> {
    return tablesSource(lab, { clientFor: () => Promise.resolve(suite.client) } as unknown as Platforms);
  }

  const labels = ({ rows }: RowPage): readonly string[] => rows.map(({ label }) => label);

  it('are listed as they come when there are no groups or they cannot be read, malformed records too', async () => {
    tables = [record('a'), record('b'), { table_name: 'bad' }, record('d')];

    const page = await source().load({ offset: 0, limit: 3 }, signal);
    assert.deepEqual([page.total, page.consumed, labels(page)], [4, undefined, ['a', 'b', 'bad']]);
    const known = page.rows.map(({ contextValue, value }) => [contextValue, tableOf(value)?.name]);
    assert.deepEqual(known, [
      ['table', 'a'],
      ['table', 'b'],
      ['malformed', undefined],
    ]);
    assert.deepEqual(labels(await source().load({ offset: 3, limit: 3 }, signal)), ['d']);
    assert.equal(asked().filter((path) => path === '/table-groups').length, 1);
    instead = { '/table-groups': { status: 400, body: { error_code: 'x', error_msg: 'no' } } };
    assert.equal((await source().load({ offset: 0, limit: 3 }, signal)).rows.length, 3);
    const aborted = AbortSignal.abort(new Error('not wanted'));
    await assert.rejects(source().load({ offset: 0, limit: 3 }, aborted), /not wanted/);
  });

  it('are in folders when there are groups, unless they are filtered', async () => {
    groups = [
      { guid: network, name: 'Network', description: 'Routers' },
      { guid: systems, name: 'Systems' },
    ];
    tables = [
      record('a', inGroup(network)),
      record('b'),
      record('c', inGroup(network)),
      { table_name: 'bad' },
    ];

    const page = await source().load({ offset: 0, limit: 10 }, signal);

    assert.deepEqual([page.total, page.consumed, labels(page)], [4, 4, ['Network', 'Systems', 'Ungrouped']]);
    const folders = page.rows.map(({ id, contextValue, icon, value }) => [
      id,
      contextValue,
      icon?.name,
      value,
    ]);
    assert.deepEqual(folders, [
      [`group:${network}`, 'tableGroup', 'folder', groupOf(0, 'Routers')],
      [`group:${systems}`, 'tableGroup', 'folder', groupOf(1, undefined)],
      ['group:none', 'tableGroup.none', 'folder', undefined],
    ]);
    const tooltips = page.rows.slice(0, 2).map(tooltipOf);
    assert.deepEqual(tooltips, ['Routers', 'Systems']);
    const below = async (index: number, offset: number, limit: number): Promise<RowPage> => {
      const children = page.rows[index]?.children;
      assert.ok(children);
      return children.load({ offset, limit }, signal);
    };
    const first = await below(0, 1, 1);
    assert.deepEqual([first.total, labels(first)], [2, ['c']]);
    assert.deepEqual(labels(await below(1, 0, 10)), []);
    const rest = await below(2, 0, 10);
    assert.deepEqual([rest.total, rest.consumed, labels(rest)], [4, 4, ['b', 'bad']]);
    const filter = { label: 'x', fields: { groupGuid: network } };
    assert.deepEqual(labels(await source().load({ offset: 0, limit: 10, filter }, signal)), ['a', 'c']);
  });

  function groupOf(index: number, description: string | undefined): object {
    return { ...groups[index], description, parentGuid: undefined };
  }

  it('are counted, with a filter too', async () => {
    tables = [record('a'), record('b', inGroup(network))];
    assert.equal(await source().count(undefined, signal), 2);
    assert.equal(await source().count({ label: 'x', fields: { groupGuid: network } }, signal), 1);
  });

  it('are filtered by what is entered, and by nothing when all of it is empty', async () => {
    groups = [
      { guid: network, name: 'Network' },
      { guid: systems, name: 'Systems' },
    ];
    const ask = async (responses: readonly PromptResponse[]): Promise<unknown> => {
      const prompts = new ScriptedPrompts(responses);
      const filter = await askTableFilter(suite.client, undefined, prompts);
      prompts.assertFinished();
      return [
        filter,
        prompts.seen.map((text) => /"picked":true|"value":"([^"]*)","position"/.exec(text)?.[1]),
      ];
    };

    assert.deepEqual(await ask([{ input: ' web ' }, { input: 'http' }, { pick: 'Systems' }]), [
      {
        label: '"web", schema http, group Systems',
        fields: { keywords: 'web', schemaCode: 'http', groupGuid: systems },
      },
      ['', '', undefined],
    ]);
    instead = { '/table-groups': { status: 400, body: { error_code: 'x', error_msg: 'no' } } };
    assert.deepEqual(((await ask([{ input: 'web' }, { input: '' }])) as readonly unknown[])[0], {
      label: '"web"',
      fields: { keywords: 'web' },
    });
  });

  it('have their fields below them, with the type of the value in the first row', async () => {
    tables = [record('a')];
    const row = { text: 'x'.repeat(300), number: 1, flag: true, list: [1], map: { a: 1 }, none: null };
    instead = { '/query': { status: 200, body: JSON.stringify(row) } };
    const [table] = (await source().load({ offset: 0, limit: 1 }, signal)).rows;
    const fields = await table?.children?.load({ offset: 0, limit: 9 }, signal);

    assert.equal(fields?.total, 6);
    const shown = fields.rows.map(({ id, description, icon }) => [id, description, icon?.name]);
    assert.deepEqual(shown, [
      ['text', 'text', 'symbol-string'],
      ['number', 'number', 'symbol-number'],
      ['flag', 'true or false', 'symbol-boolean'],
      ['list', 'list', 'symbol-array'],
      ['map', 'map', 'symbol-object'],
      ['none', 'empty', 'symbol-null'],
    ]);
  });

  describe('on their own pages', () => {
    const missing = { status: 404, body: '' };
    const rejected = { status: 400, body: { error_code: 'x', error_msg: 'not now' } };

    beforeEach(() => {
      tables = [record('web', { min_day: '2026-11-01 00:00:00+0000', max_day: '2026-11-14 00:00:00+0000' })];
      instead = {
        '/tables/': missing,
        '/query': { status: 200, body: '{"_time":"2026-11-14 00:00:00+0000","count":5}' },
        '/scheduled-queries': { status: 200, body: { total_count: 0, scheduled_queries: [] } },
        '/batch-rules': { status: 200, body: { total_count: 0, rules: [] } },
        '/stream-rules': missing,
      };
    });

    async function read(
      name: string,
      wanted: AbortSignal = signal,
      open = (): Promise<PlatformClient> => Promise.resolve(suite.client),
    ): Promise<Readonly<Record<string, unknown>>> {
      const received: object[] = [];
      const queries = new QueryRecords(async (query, input) =>
        suite.client.send(listScheduledQueries(query), input),
      );
      const location = { table: name, connection: lab };
      await readTableParts(
        open,
        location,
        new TableUsers(queries, open),
        (change) => received.push(change),
        wanted,
      );
      return Object.assign({}, ...received) as Readonly<Record<string, unknown>>;
    }

    it('are read from the list when the platform cannot read a single one', async () => {
      assert.equal((await readRecord(suite.client, 'web'))?.name, 'web');
      assert.match(asked().at(-1) ?? '', /table_name=web/);
      assert.equal(await readRecord(suite.client, 'none'), undefined);
    });

    it('show why there is no client, such as for a connection that was removed', async () => {
      const removed = new ExplainedError('There is no connection “lab”.');
      const { failure } = await read('web', signal, () => Promise.reject(removed));
      assert.equal((failure as Failure).message, removed.message);
    });

    it('show each part that can be read', async () => {
      mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-11-16T12:00:00Z') });
      try {
        const { failure, volume, volumeFailure, newest, sampleFailure, users } = await read('web');
        assert.deepEqual([failure, volumeFailure, sampleFailure], [null, null, null]);
        assert.deepEqual((volume as { counts: unknown }).counts, [5]);
        assert.equal((newest as unknown[]).length, 1);
        const { items, gaps } = users as { items: unknown[]; gaps: string[] };
        assert.deepEqual([items, gaps.length], [[], 1]);
        assert.match(gaps[0] ?? '', /^Stream rules could not be checked\. /);
      } finally {
        mock.timers.reset();
      }
      instead = { ...instead, '/query': rejected };
      const failed = await read('web');
      assert.equal((failed['volumeFailure'] as { message: string }).message.includes('not now'), true);
      assert.equal((failed['sampleFailure'] as { message: string }).message.includes('not now'), true);
      assert.equal(failed['failure'], null);
    });

    it('are not queried by a name that would change the query, nor for days without logs', async () => {
      tables = [record('a b', { max_day: '2026-11-14 00:00:00+0000' }), record('empty')];
      const { failure, volumeFailure, sampleFailure } = await read('a b');
      assert.equal(failure, null);
      for (const part of [volumeFailure, sampleFailure]) {
        const { message, canRetry } = part as { message: string; canRetry: boolean };
        assert.equal(message, 'Its name cannot be used in a query.');
        assert.equal(canRetry, false, 'the name stays as it is');
      }
      assert.equal(asked().filter((path) => path.startsWith('/query')).length, 0);
      const { volume } = await read('empty');
      assert.deepEqual(volume, { from: 0, to: 0, counts: [] });
      assert.equal(asked().filter((path) => path.startsWith('/query')).length, 1);
    });

    it('are reported as deleted, or with the reason why they cannot be read', async () => {
      const { failure, record: found } = await read('none');
      assert.match((failure as { message: string }).message, /The table none no longer exists on Lab\./);
      assert.equal(found, undefined);
      instead = { ...instead, '/tables': rejected };
      assert.match(((await read('web'))['failure'] as { message: string }).message, /not now/);
      assert.deepEqual(await read('web', AbortSignal.abort(new Error('left'))), {});
    });
  });

  it('are described with their nodes and whom they are shared with', () => {
    const details = tableDetails.parse(
      record('web', {
        group_guid: network,
        group_name: 'Network',
        retention: 1,
        min_day: '2020-01-01 00:00:00+0000',
        max_day: '2020-02-01 00:00:00+0000',
        shared_users: [{ guid: 'u', name: 'kim' }],
        shared_groups: [{ guid: 'g', name: 'Analysts' }],
        node_stats: [{ node: 'n1', table_size: 1024, index_size: 2048, min_day: '2020-01-01 00:00:00+0000' }],
      }),
    );
    const facts = tableFacts(details);
    assert.deepEqual([facts.sharedWith, facts.warnings.length], ['kim, Analysts', 2]);
    assert.deepEqual(facts.nodes, [
      { node: 'n1', size: 1024, indexSize: 2048, firstLog: '2020-01-01 00:00:00+0000', lastLog: null },
    ]);
    const field = (label: string): string | undefined =>
      facts.fields.find((one) => one.label === label)?.value;
    assert.deepEqual(
      ['Group', 'Data', 'Disk usage', 'Retention', 'Layout', 'Compression', 'Encrypted'].map(field),
      ['Network', '1 KB (1,024 B)', '25%', '1 day', 'columnar', 'snappy', 'no'],
    );
    const text = tableDocument(details, lab);
    assert.match(
      text,
      /\n\n⚠ has logs older than its retention\n\n⚠ no new logs for a week\n\nGroup +Network\n/,
    );
    assert.match(
      text,
      /\nShared with\nUsers +kim\nGroups +Analysts\n\nNode +Data +Index +First log +Last log *\n/,
    );
    assert.match(text, /\nn1 +1 KB +2 KB +2020-01-01 00:00:00\+0000/);
    assert.match(
      tableTooltip(details).source,
      /^\*\*web\*\*\n\n⚠ has logs.*\n\n⚠ no new logs.*\n\nGroup: Network/,
    );
  });
});
