import assert from 'node:assert/strict';
import { QueryHistory } from '../../../../src/features/queryResults/queryHistory';
import { ownQuery } from '../../../../src/shared/ownQueries';
import { masterClient } from '../../../support/auditEntries';
import { eventually } from '../../../support/eventually';
import { startRewritingFront } from '../../../support/rewritingFront';
import { startApp } from '../../../support/startApp';
import { createCursor, getQueryStatus, dropCursor } from '../../../../src/api/operations/queries';

describe('The query history', () => {
  const { signal } = new AbortController();

  it('has those of the window, newest first and each once, then those of the platform', async () => {
    await using app = await startApp();
    await using client = masterClient(app);
    for (const text of ['json "{}"', 'json "[]"', ownQuery('json "{}" | limit 1')]) {
      const cursor = await client.send(createCursor(text));
      await eventually(async () => (await client.send(getQueryStatus(cursor))).finished);
      await client.send(dropCursor(cursor));
    }
    const history = new QueryHistory();
    for (const text of ['json "{}"', 'table a', 'json "{}"']) history.add(text, 'Test');
    const found = async (text: string, from = client): Promise<readonly string[]> =>
      (await history.find(from, text, signal)).choices.map(({ value }) => value);

    assert.deepEqual(await found(''), ['json "{}"', 'table a', 'json "[]"']);
    assert.deepEqual(await found('TABLE'), ['table a']);
    await using front = await startRewritingFront(app.baseUrl);
    front.missing = '/query-history';
    await using withoutHistory = masterClient({ ...app, baseUrl: front.baseUrl });
    assert.deepEqual(await found('', withoutHistory), ['json "{}"', 'table a']);
    for (let index = 0; index < 99; index++) history.add(`table b${index}`, 'Test');
    const newest = await found('', withoutHistory);
    assert.deepEqual([newest.length, newest[0], newest.at(-1)], [100, 'table b98', 'json "{}"']);
  });
});
