import assert from 'node:assert/strict';
import {
  resultsOfRemoval,
  resultsOfStop,
} from '../../../../../src/extension/features/scheduledQueries/bulkResponses';
import type { Records } from '../../../../../src/extension/features/scheduledQueries/bulkResponses';
import { reportCsv, reportRows, reportSentence } from '../../../../../src/extension/ui/writes/bulkResults';
import { reportText } from '../../../../../src/extension/ui/writes/writeReport';
import type { ItemResult } from '../../../../../src/extension/ui/writes/bulkResults';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import type { ScheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';
import { lab } from '../../../../support/labConnection';

const target = (guid: string): { guid: string; name: string } => ({ guid, name: `Query ${guid}` });
const outcomes = (results: readonly ItemResult[]): string =>
  results.map(({ item: { guid }, outcome, cause }) => `${guid} ${cause ?? outcome}`).join(', ');

function records(...queries: readonly Partial<ScheduledQuery>[]): Records {
  return new Map(queries.map((query) => [query.guid ?? '', scheduledQueryRecord(query)]));
}

describe('The results of a bulk write', () => {
  const notFound = { id: 'c', reason: 'scheduled-query-not-found' };
  const response = { succeeded: 1, skipped: 1, failures: [notFound] };
  const targets = ['a', 'b', 'c'].map(target);

  it('distinguish deleted queries from those that remain', () => {
    const remaining = records({ guid: 'b', runningState: 'running' });
    assert.equal(outcomes(resultsOfRemoval(targets, response, remaining)), 'a done, b skipped, c deleted');
  });

  it('are unknown when they cannot be read afterwards', () => {
    const expected = 'a unknown, b unknown, c deleted';
    assert.equal(outcomes(resultsOfRemoval(targets, response, undefined)), expected);
    assert.equal(outcomes(resultsOfStop(targets, response, new Map(), undefined)), expected);
    const [first] = resultsOfRemoval(targets, response, undefined);
    assert.match(first?.reason ?? '', /individual results could not be read/);
  });

  it('are done without a read when none was skipped', () => {
    const response = { succeeded: 1, skipped: 0, failures: [] };
    assert.equal(outcomes(resultsOfStop([target('a')], response, new Map(), undefined)), 'a done');
    assert.equal(outcomes(resultsOfRemoval([target('a')], response, undefined)), 'a done');
  });

  it('keep the reason of another failure', () => {
    const response = { succeeded: 0, skipped: 0, failures: [{ id: 'A', reason: 'in-use' }] };
    assert.deepEqual(resultsOfRemoval([target('a')], response, new Map()), [
      { item: target('a'), outcome: 'rejected', reason: 'in-use' },
    ]);
  });

  it('distinguish stopped queries from those that were not running', () => {
    const before = records({ guid: 'a', runningState: 'running' }, { guid: 'b' });
    const after = records({ guid: 'a' }, { guid: 'b' }, { guid: 'd' });
    const results = resultsOfStop([...targets, target('d')], response, before, after);
    assert.equal(outcomes(results), 'a done, b unchanged, c deleted, d unchanged');
  });

  it('are running when the query still runs', () => {
    const response = { succeeded: 0, skipped: 1, failures: [] };
    const running = records({ guid: 'a', runningState: 'running' });
    assert.equal(outcomes(resultsOfStop([target('a')], response, running, running)), 'a skipped');
  });

  it('are done for a run that began after the first read and was stopped', () => {
    const before = records({ guid: 'a' }, { guid: 'b' });
    const after = records({ guid: 'a', lastRunTime: '2026-01-01 00:00:01+0000' }, { guid: 'b' });
    const results = resultsOfStop(targets, response, before, after);
    assert.equal(outcomes(results), 'a done, b unchanged, c deleted');
  });
});

describe('The report on many scheduled queries', () => {
  const connection: Connection = { ...lab, name: 'Main', environment: 'production' };
  const results: readonly ItemResult[] = [
    { item: target('a'), outcome: 'done' },
    { item: target('b'), outcome: 'skipped' },
    { item: { guid: 'c', name: '=HYPERLINK("http://x")' }, outcome: 'rejected', reason: 'no\nluck' },
  ];

  it('counts in one sentence', () => {
    assert.equal(
      reportSentence({ action: 'delete', connection, results }),
      'Main: 1 deleted, 1 skipped because running, 1 failed.',
    );
  });

  it('names the one query and the reason', () => {
    const sentence = (reason: string): string => {
      const failed: ItemResult = { item: target('a'), outcome: 'rejected', reason };
      return reportSentence({ action: 'delete', connection, results: [failed] });
    };
    assert.equal(sentence('no\nluck'), 'Main: “Query a” failed: no\nluck.');
    assert.equal(sentence('It is in use.'), 'Main: “Query a” failed: It is in use.');
  });

  it('has one line for each query', () => {
    const report = { action: 'delete', connection, results } as const;
    const shown = { connection, sentence: reportSentence(report), rows: reportRows(report) };
    const lines = reportText(shown, new Date()).split('\n');
    assert.match(lines[0] ?? '', /^Main \(Production\)/);
    const cells = lines.slice(5, 8).map((line) => line.split(/ {2,}/));
    assert.deepEqual(cells, [
      ['deleted', 'Query a', 'a'],
      ['skipped because running', 'Query b', 'b'],
      ['failed', '=HYPERLINK("http://x")', 'c', 'no luck'],
    ]);
  });

  it('gives a spreadsheet no formula', () => {
    const rows = reportCsv({ action: 'delete', connection, results }).split('\r\n');
    assert.equal(rows[0], 'connection,environment,action,result,name,guid,reason');
    assert.ok(rows[3]?.includes(`"'=HYPERLINK(""http://x"")"`), rows[3]);
  });
});
