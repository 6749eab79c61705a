import assert from 'node:assert/strict';
import { buildReport } from '../../../src/notebook/report';
import type { ReportSection } from '../../../src/notebook/report';
import { readProperties } from '../../../src/notebook/notebookProperties';
import { Masker } from '../../../src/shared/privacy/masker';
import type { CellRun } from '../../../src/shared/protocol/notebook';

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
