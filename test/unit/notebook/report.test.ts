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
  failure: null,
};

describe('The report of a notebook', () => {
  function facts(value: string, connection: string): ReadonlyMap<string, string> {
    const { sections } = buildReport({
      fileName: 'case.lq.md',
      properties: readProperties('').properties,
      cells: [{ kind: 'query', name: '', value, run }],
      connection,
      account: undefined,
      created: new Date(0),
      masker: undefined,
    });
    return new Map((sections[0] as Extract<ReportSection, { kind: 'query' }>).facts);
  }

  it('masks what any result or parameter shows to be sensitive in all of its texts', () => {
    const columns = [{ name: 'user', type: 'text' as const }];
    const found = { ...run, columns, rows: [['jkim'], ['mlee']], total: 2 };
    const report = buildReport({
      fileName: 'case.lq.md',
      properties: readProperties('---\ntitle: What did jkim do?\nparameters:\n  user: sooyoung\n---')
        .properties,
      cells: [
        { kind: 'text', name: '', value: 'sooyoung saw mlee.', run: undefined },
        { kind: 'query', name: '', value: 'table a', run: found },
      ],
      connection: 'Lab',
      account: undefined,
      created: new Date(0),
      masker: new Masker(),
    });
    assert.doesNotMatch(JSON.stringify(report), /jkim|mlee|sooyoung/);
  });

  it('names the connection of a query that ran on another one', () => {
    assert.equal(facts('table a', 'Prod').get('Connection'), 'Lab');
    assert.equal(facts('table a', 'Lab').get('Connection'), undefined);
  });

  it('says if the text of a query was changed after it ran', () => {
    assert.equal(facts('table b', 'Lab').get('State'), 'The text was changed after this run.');
    assert.equal(facts('table a', 'Lab').get('State'), undefined);
  });
});
