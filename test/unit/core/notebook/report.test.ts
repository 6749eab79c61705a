import assert from 'node:assert/strict';
import { buildReport } from '../../../../src/core/notebook/report';
import type { ReportSection } from '../../../../src/core/notebook/report';
import { prepareQuery } from '../../../../src/core/notebook/prepareQuery';
import { readProperties } from '../../../../src/core/notebook/notebookProperties';
import { Masker } from '../../../../src/core/privacy/masker';
import type { CellRun } from '../../../../src/core/pages/notebook';

const run: CellRun = {
  text: 'table a',
  sent: 'table a',
  connection: { name: 'Lab', environment: 'staging', readOnly: false, serverOffset: 0 },
  queryId: 7,
  started: 0,
  elapsed: 5,
  total: 0,
  columns: [],
  rows: [],
  hash: 'abc',
  hashed: 0,
  failure: null,
};

describe('The report of a notebook', () => {
  const notebook = {
    fileName: 'case.lq.md',
    properties: readProperties('').properties,
    connection: 'Lab',
    account: undefined,
    created: new Date(0),
    masker: undefined,
  };

  function facts(
    value: string,
    connection: string,
    changes: Partial<CellRun> = {},
  ): ReadonlyMap<string, string> {
    const cells = [{ kind: 'query', name: '', value, run: { ...run, ...changes } }] as const;
    const { sections } = buildReport({ ...notebook, cells, connection });
    return new Map((sections[0] as Extract<ReportSection, { kind: 'query' }>).facts);
  }

  it('masks what any result or parameter shows to be sensitive in all of its texts', () => {
    const columns = [{ name: 'user', type: 'text' as const }];
    const found = { ...run, columns, rows: [['jkim'], ['mlee']], total: 2 };
    const frontMatter = '---\ntitle: What did jkim do?\nparameters:\n  user: sooyoung\n---';
    const report = buildReport({
      ...{ ...notebook, ...readProperties(frontMatter), masker: new Masker() },
      cells: [
        { kind: 'text', name: '', value: 'sooyoung saw mlee.', run: undefined },
        { kind: 'query', name: '', value: 'table a', run: found },
      ],
    });
    assert.doesNotMatch(JSON.stringify(report), /jkim|mlee|sooyoung/);
  });

  it('has the two instants of a time range, by the clock of the platform when each query ran', () => {
    const asked = (from: string, to: string, changes: Partial<CellRun>): CellRun => ({
      ...{ ...run, ...changes },
      sent: prepareQuery(text, { from, to, parameters: new Map() }, () => 'missing'),
    });
    const text = 'table from=$("from") to=$("to") a';
    const connection = { ...run.connection, serverOffset: 540 };
    const noon = Date.UTC(2026, 2, 31, 12);
    const rangesOf = (...runs: readonly CellRun[]): readonly (string | undefined)[] => {
      const cells = runs.map((one) => ({ kind: 'query', name: '', value: text, run: one }) as const);
      const { facts: own, sections } = buildReport({ ...notebook, cells });
      const lists = [own, ...sections.map((one) => (one.kind === 'query' ? one.facts : []))];
      return lists.map((list) => new Map(list).get('Time range'));
    };
    const day = asked('1d', 'now', { started: noon + 5000, platformStarted: noon });
    const later = asked('1mon', '2026-03-01', { started: noon + 60_000, connection });
    assert.deepEqual(rangesOf(day), [
      '2026-03-30 12:00:00 UTC to 2026-03-31 12:00:00 UTC',
      '2026-03-30 12:00:00 UTC to 2026-03-31 12:00:00 UTC',
    ]);
    assert.deepEqual(rangesOf(day, later), [
      '2026-02-28 12:01:00 UTC to 2026-03-31 12:00:00 UTC',
      '2026-03-30 12:00:00 UTC to 2026-03-31 12:00:00 UTC',
      '2026-02-28 12:01:00 UTC to 2026-02-28 15:00:00 UTC',
    ]);
    const unknown = { ...run.connection, serverOffset: null };
    assert.deepEqual(rangesOf(asked('2026-03-01 09:30', 'now', { started: noon, connection: unknown })), [
      '2026-03-01 09:30:00 in the time of the platform to 2026-03-31 12:00:00 UTC',
      '2026-03-01 09:30:00 in the time of the platform to 2026-03-31 12:00:00 UTC',
    ]);
    assert.deepEqual(rangesOf(run), [undefined, undefined]);
    const { properties } = readProperties('---\nfrom: 1h\n---');
    const { facts: own } = buildReport({ ...notebook, properties, cells: [] });
    assert.equal(new Map(own).get('Time range'), '1969-12-31 23:00:00 UTC to 1970-01-01 00:00:00 UTC');
  });

  it('names the connection of a query that ran on another one', () => {
    assert.equal(facts('table a', 'Prod').get('Connection'), 'Lab');
    assert.equal(facts('table a', 'Lab').get('Connection'), undefined);
  });

  it('says how many rows the hash covers if it does not cover all of them', () => {
    const hashes = (changes: Partial<CellRun>): readonly string[] =>
      [...facts('table a', 'Lab', changes)].flatMap((fact) => (fact[0].startsWith('SHA') ? fact : []));
    assert.deepEqual(hashes({ total: 5, hashed: 5 }), ['SHA-256', 'abc']);
    assert.deepEqual(hashes({ total: 123_456, hashed: 100_000 }), [
      'SHA-256 of the first 100000 of 123456 rows',
      'abc',
    ]);
    assert.deepEqual(hashes({ total: 1, hashed: 0 }), [
      'SHA-256',
      'not available, because the rows could not be read again',
    ]);
  });

  it('says if the text of a query was changed after it ran', () => {
    assert.equal(facts('table b', 'Lab').get('State'), 'The text was changed after this run.');
    assert.equal(facts('table a', 'Lab').get('State'), undefined);
  });
});
