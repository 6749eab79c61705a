import assert from 'node:assert/strict';
import { countField } from '../../../../src/features/queryResults/countField';
import { eventually } from '../../../support/eventually';
import { masterClient } from '../../../support/auditEntries';
import { startApp } from '../../../support/startApp';

const { signal } = new AbortController();

describe('A field that is counted', () => {
  it('is looked at in every row of the result', async () => {
    await using app = await startApp();
    await using client = masterClient(app);
    const cursor = await client.createCursor(
      `json "[{'a':2,'b':'x'},{'a':10,'b':'x'},{'b':'y'}]" | repeat count=700 | eval b = if(isnull(a), null, b)`,
    );
    await eventually(async () => (await client.queryStatus(cursor)).finished);
    const numbers = await countField(client, cursor, 'a', () => undefined, signal);
    assert.deepEqual(numbers, {
      read: 2100,
      filled: 1400,
      distinct: 2,
      distinctCut: false,
      least: 2,
      greatest: 10,
      top: [
        { value: 2, count: 700 },
        { value: 10, count: 700 },
      ],
    });
    const none = await countField(client, cursor, 'nowhere', () => undefined, signal);
    assert.deepEqual([none.read, none.filled, none.least], [2100, 0, null]);
    await client.dropCursor(cursor);
  });
});
