import assert from 'node:assert/strict';
import { buildReport } from '../../../src/notebook/report';
import type { ReportSection } from '../../../src/notebook/report';
import { readProperties } from '../../../src/notebook/notebookProperties';
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

  it('names the connection of a query that ran on another one', () => {
    assert.equal(facts('table a', 'Prod').get('Connection'), 'Lab');
    assert.equal(facts('table a', 'Lab').get('Connection'), undefined);
  });

  it('says if the text of a query was changed after it ran', () => {
    assert.equal(facts('table b', 'Lab').get('State'), 'The text was changed after this run.');
    assert.equal(facts('table a', 'Lab').get('State'), undefined);
  });
});
