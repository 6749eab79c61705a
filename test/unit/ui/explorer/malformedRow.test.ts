import assert from 'node:assert/strict';
import { malformedRow } from '../../../../src/ui/explorer/malformedRow';

describe('A record that is not as documented', () => {
  it('has its name, the malformed field, and all of it as it came', async () => {
    const row = malformedRow({
      field: 'trigger_type',
      record: { guid: 'g', name: 'Nightly', trigger_type: null },
    });

    assert.deepEqual([row.label, row.contextValue], ['Nightly', 'malformed']);
    assert.equal(row.description, 'unexpected value in the field “trigger_type”');
    assert.match((await row.tooltip?.())?.source ?? '', /"trigger_type": null/);
  });

  it('has words where it has no name, and keeps large integers exact', async () => {
    const row = malformedRow({ field: 'name', record: { name: 7, table_size: 9223372036854775807n } });

    assert.equal(row.label, 'Unnamed record');
    assert.match((await row.tooltip?.())?.source ?? '', /"table_size": "9223372036854775807"/);
    assert.equal(malformedRow({ field: undefined, record: 'what?' }).description, 'unexpected data');
  });
});
