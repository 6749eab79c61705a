import assert from 'node:assert/strict';
import { notSearched, tablesToSearch } from '../../../../../src/extension/features/notebooks/tablesToSearch';
import { clientStub } from '../../../../support/clientStub';
import type { Handler } from '../../../../support/clientStub';

const { signal } = new AbortController();

describe('The tables that Pivot searches', () => {
  const found = async (tables: object, query: Handler): ReturnType<typeof tablesToSearch> =>
    tablesToSearch(
      clientStub({ 'GET tables': () => tables, 'GET query': query }),
      (field) => field === 'user',
      signal,
    );
  const named = (count: number): readonly { readonly name: string }[] =>
    Array.from({ length: count }, (_, index) => ({ name: `t${index}` }));

  it('are those with the field; those that could not be read are named', async () => {
    const malformed = [{ field: 'ratio', record: { table_name: 'odd' } }];
    const tables = await found({ total: 4, items: named(3), malformed }, ({ query }) => {
      const text = JSON.stringify(query);
      if (text.includes('t1')) throw new Error('busy');
      return [{ [text.includes('t0') ? 'user' : 'host']: 'x' }];
    });
    assert.deepEqual([...tables.fields], [['t0', ['user']]]);
    assert.equal(notSearched(tables), 'Not searched, because they could not be read: “odd”, “t1”.');
  });

  it('are at most 200; the others are named', async () => {
    const tables = await found({ total: 212, items: named(212), malformed: [] }, () => [{ user: 'x' }]);
    assert.equal(tables.fields.size, 200);
    const text = notSearched(tables, Infinity);
    assert.match(text, /only the first 200 tables are checked: “t200”, .*“t211”\.$/);
    assert.equal(text.match(/“/g)?.length, 12);
  });

  it('leave nothing to say if all were read, and count those that the platform did not list', async () => {
    const all = { total: 2, items: named(2), malformed: [] };
    assert.equal(notSearched(await found(all, () => [])), '');
    assert.match(notSearched(await found({ ...all, total: 7 }, () => [])), /did not list them: 5/);
  });

  it('are not taken for unreadable when the search is canceled', async () => {
    const abort = new AbortController();
    const client = clientStub({
      'GET tables': () => ({ total: 1, items: named(1), malformed: [] }),
      'GET query': () => {
        abort.abort();
        throw abort.signal.reason;
      },
    });
    await assert.rejects(
      tablesToSearch(client, () => true, abort.signal),
      { name: 'AbortError' },
    );
  });
});
