import assert from 'node:assert/strict';
import { readMapping } from '../../src/core/sigma/mapping';
import { emptyMapping } from '../../src/core/sigma/mappingFile';
import type { Row } from '../support/queryClient';
import { convertText, importEvents, queryOf } from '../support/sigmaRules';
import type { EventRecord } from '../support/sigmaRules';
import { suiteApp } from '../support/startApp';

const failed = `
title: Failed logon
name: failed
logsource: {product: test}
detection:
  selection: {id: 4625}
  condition: selection
`;

function correlation(text: string): string {
  return `title: A correlation\ncorrelation:\n  ${text.trim().replaceAll('\n', '\n  ')}\n`;
}

/** An event so many seconds after the beginning. */
function at(seconds: number, event: EventRecord): EventRecord {
  return { _time: new Date(Date.UTC(2025, 0, 1, 0, 0, seconds)).toISOString(), ...event };
}

describe('Sigma rules that build on others', () => {
  const app = suiteApp();
  let count = 0;

  async function run(text: string, events: readonly EventRecord[]): Promise<readonly Row[]> {
    const table = `t_${(count += 1)}`;
    const client = await importEvents(app, table, events);
    return client.rows(queryOf(text, { table }));
  }

  async function usersOf(text: string, events: readonly EventRecord[]): Promise<readonly unknown[]> {
    const rows = await run(text, events);
    return [...new Set(rows.map((row) => String(row['user'])))].sort();
  }

  const many = (user: string, times: readonly number[], id = 4625): readonly EventRecord[] =>
    times.map((seconds) => at(seconds, { id, user, port: seconds % 7 }));

  it('counts events of a group within any window', async () => {
    const text = [
      failed,
      correlation('type: event_count\nrules: [failed]\ngroup-by: [user]\ntimespan: 1m\ncondition: {gte: 3}'),
    ].join('---\n');

    const users = await usersOf(text, [
      ...many('over the minute', [50, 65, 110]),
      ...many('too slow', [0, 40, 80, 120, 160]),
      ...many('too few', [1, 2]),
      ...many('another event', [1, 2, 3], 4624),
      ...many('at the same time', [7, 7, 7]),
    ]);

    assert.deepEqual(users, ['at the same time', 'over the minute']);
  });

  it('counts with the syntax of Sigma version 1, by groups, with a field and with a mapping', async () => {
    const counting = (condition: string): string =>
      `title: x\nlogsource: {product: test}\ndetection:\n  s: {id: 4625}\n  timeframe: 1m\n  condition: s | ${condition}\n`;
    const events = [
      ...many('over the minute', [50, 65, 110]),
      ...many('too slow', [0, 40, 80, 120, 160]),
      ...many('the same port', [7, 14, 21]),
    ];

    assert.deepEqual(await usersOf(counting('count() by user >= 3'), events), [
      'over the minute',
      'the same port',
    ]);
    assert.deepEqual(await usersOf(counting('count(port) by user > 2'), events), ['over the minute']);
    assert.deepEqual(await usersOf(counting('sum(port) by user = 0'), events), ['the same port']);
    const mapping = { ...emptyMapping, fields: { User: 'user' } };
    assert.match(queryOf(counting('count() by User > 2'), { mapping }), /eval User = user\n/);
  });

  it('sums, averages and sorts the values of a field', async () => {
    const value = (type: string, limit: string): string =>
      [
        failed,
        correlation(
          `type: ${type}\nrules: [failed]\ngroup-by: [user]\ntimespan: 1h\ncondition: {field: port, ${limit}}`,
        ),
      ].join('---\n');
    const events = [...many('low', [1, 8, 15]), ...many('high', [5, 12, 20])];

    assert.deepEqual(await usersOf(value('value_sum', 'gt: 10'), events), ['high']);
    assert.deepEqual(await usersOf(value('value_avg', 'gte: 5'), events), ['high']);
    assert.deepEqual(await usersOf(value('value_median', 'lte: 1'), events), ['low']);
    assert.deepEqual(await usersOf(value('value_percentile', 'percentile: 90, lt: 2'), events), ['low']);
  });

  it('excludes the events of a filter, with and without not', async () => {
    for (const condition of ['selection', 'not selection']) {
      const filter = `
title: Known machines
logsource: {product: test}
filter:
  rules: [failed]
  selection: {user|startswith: 'svc_'}
  condition: ${condition}
`;
      const rows = await run([filter, failed].join('---\n'), [
        { id: 4625, user: 'ann' },
        { id: 4625, user: 'svc_backup' },
      ]);

      assert.deepEqual(
        rows.map((row) => row['user']),
        ['ann'],
        condition,
      );
    }
  });

  it('applies action global to the following documents, and action repeat to the one before', async () => {
    const text = `
action: global
title: Shared
logsource: {product: test}
detection:
  selection: {id: 1}
---
detection:
  other: {user: x}
  condition: selection and other
---
action: repeat
detection:
  other: {user: y}
`;
    const table = `t_${(count += 1)}`;
    const client = await importEvents(app, table, [
      { id: 1, user: 'x' },
      { id: 1, user: 'y' },
      { id: 2, user: 'x' },
    ]);
    const rules = convertText(text, { table });

    const users: unknown[] = [];
    for (const rule of rules) {
      assert('query' in rule);
      assert.equal(rule.information.title, 'Shared');
      users.push((await client.rows(rule.query)).map((row) => row['user']));
    }
    assert.deepEqual(users, [['x'], ['y']]);
  });

  it('takes tables, conditions and names from the mapping', async () => {
    const table = `t_${(count += 1)}`;
    const mapping = readMapping(`
version: 1
sources:
  - product: test
    tables: ${table}
    condition: channel == "Security"
    fields: {user: account name, id: event_id}
    keywords: line
`);
    const client = await importEvents(app, table, [
      { channel: 'Security', event_id: 4625, 'account name': 'Ann', line: 'the WORD' },
      { channel: 'System', event_id: 4625, 'account name': 'Ann', line: 'the word' },
      { channel: 'Security', event_id: 4625, 'account name': 'Ann', line: 'nothing', other: 'word' },
    ]);
    const text = `title: T\nlogsource: {product: test, service: any}\ndetection:\n  s: {id: 4625, user: ann}\n  keywords: [word]\n  condition: s and keywords\n`;

    const rows = await client.rows(queryOf(text, { mapping, table: undefined }));

    assert.deepEqual(
      rows.map((row) => row['line']),
      ['the WORD'],
    );
  });
});
