import assert from 'node:assert/strict';
import type { MalformedRecord } from '../../../../../src/core/interface/records';
import type { Row } from '../../../../../src/extension/ui/explorer/explorerSection';
import { malformedRows } from '../../../../../src/extension/ui/explorer/malformedRow';

function malformedRow(malformed: MalformedRecord): Row {
  const [row] = malformedRows([malformed]);
  assert.ok(row);
  return row;
}

describe('A record that is not as documented', () => {
  it('has its name, the malformed field, and the whole record', async () => {
    const row = malformedRow({
      field: 'trigger_type',
      record: { guid: 'g', name: 'Nightly', trigger_type: null },
    });

    assert.deepEqual([row.label, row.contextValue], ['Nightly', 'malformed']);
    assert.equal(row.description, 'unexpected value in the field “trigger_type”');
    assert.match((await row.tooltip?.())?.source ?? '', /"trigger_type": null/);
  });

  it('has a label when it has no name, and keeps large integers exact', async () => {
    const row = malformedRow({ field: 'name', record: { name: 7, table_size: 9223372036854775807n } });

    assert.equal(row.label, 'Unnamed record');
    assert.match((await row.tooltip?.())?.source ?? '', /"table_size": "9223372036854775807"/);
    assert.equal(malformedRow({ field: undefined, record: 'what?' }).description, 'unexpected data');
  });

  it('has its own id, warns, and has no actions', () => {
    const record = { guid: 'g', name: '' };
    const [one, other] = malformedRows([record, record].map((each) => ({ field: undefined, record: each })));
    assert.notEqual(one?.id, other?.id);
    assert.deepEqual(
      [one?.label, one?.accessibleLabel, one?.icon, one?.value],
      ['g', 'g, unexpected data', { name: 'warning', color: 'list.warningForeground' }, undefined],
    );
  });

  it('keeps its row when it is read again, also after its state has changed', () => {
    const records = (state: string): readonly unknown[] => [
      { guid: 'g', name: 7, running_state: state },
      { name: 'Nightly', running_state: state },
      'what?',
      { name: 7, running_state: state },
    ];
    const idsOf = (state: string): readonly string[] =>
      malformedRows(records(state).map((record) => ({ field: undefined, record }))).map(({ id }) => id);
    assert.deepEqual(idsOf('running'), idsOf('stopped'));
    assert.equal(new Set(idsOf('running')).size, 4);
  });
});
