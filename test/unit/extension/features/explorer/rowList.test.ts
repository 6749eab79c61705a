import assert from 'node:assert/strict';
import { once } from 'node:events';
import { RowList } from '../../../../../src/extension/features/explorer/rowList';
import type {
  Row,
  RowPage,
  RowRequest,
  RowSource,
} from '../../../../../src/extension/ui/explorer/explorerSection';
import { each } from '../../../../support/each';

function row(number: number): Row {
  return { id: String(number), label: `Row ${number}`, contextValue: 'row', value: number };
}

/** A list of so many rows, served in pages; it notes what it was asked for. */
function numbers(total: number): RowSource & { readonly requests: RowRequest[] } {
  const requests: RowRequest[] = [];
  return {
    requests,
    load: async (request) => {
      requests.push(request);
      const { offset, limit } = request;
      const size = Math.max(0, Math.min(limit, total - offset));
      return Promise.resolve({
        total,
        rows: Array.from({ length: size }, (_, index) => row(offset + index)),
      });
    },
  };
}

const ten = (): number => 10;

describe('A list of the explorer', () => {
  it('loads as many rows again after a refresh', async () => {
    const source = numbers(40);
    const list = new RowList(source, ten);
    await list.loadFirst();
    await list.loadMore();
    list.reset();
    list.reset();
    await list.loadFirst();

    assert.equal(list.rows.length, 20);
    assert.deepEqual(source.requests.at(-1), { offset: 0, limit: 20, filter: undefined });
    list.restart(undefined);
    await list.loadFirst();
    assert.equal(list.rows.length, 10, 'another filter begins with a page');
  });

  it('returns what has changed when a part of it is read again', async () => {
    const list = new RowList(numbers(2), ten);
    assert.equal(list.takePage(0, { total: 2, rows: [row(0)] }), undefined, 'nothing is loaded');
    await list.loadFirst();
    const page = (...rows: readonly Row[]): RowPage => ({ total: rows.length, rows });

    const failed = { ...row(1), icon: { name: 'error' } };
    assert.deepEqual(list.takePage(0, page(row(0), failed)), { rows: [failed], moved: false });
    assert.deepEqual(list.takePage(0, page(row(0), failed)), { rows: [], moved: false });
    assert.deepEqual(list.takePage(0, page(row(3), row(0))), { rows: [row(3)], moved: true });
    assert.deepEqual(list.rows, [row(3), row(0)]);
    assert.deepEqual(list.takePage(0, page(row(3))), { rows: [], moved: true });
    assert.deepEqual([list.rows, list.total, list.hasMore], [[row(3)], 1, false]);
  });

  it('keeps the rows before and after the part that is read again', async () => {
    const list = new RowList(numbers(100), ten);
    await list.loadFirst();
    for (let pages = 1; pages < 3; pages++) await list.loadMore();
    const ids = (): readonly string[] => list.rows.map(({ id }) => id);
    const changed = Array.from({ length: 10 }, (_, index) => row(index === 4 ? 50 : 10 + index));
    assert.deepEqual(list.takePage(10, { total: 100, rows: changed }), { rows: [row(50)], moved: true });
    assert.deepEqual([ids().length, ids().slice(10, 20)], [30, changed.map(({ id }) => id)]);
    // One was inserted before: the last one of the first part is now the first of the next.
    const shifted = [row(99), ...Array.from({ length: 9 }, (_, index) => row(index))];
    list.takePage(0, { total: 101, rows: shifted });
    assert.deepEqual([ids().slice(0, 3), ids().includes('9'), list.total], [['99', '0', '1'], false, 101]);
    list.takePage(10, { total: 101, rows: [row(9), ...changed.slice(0, 9)] });
    assert.deepEqual(ids().slice(9, 12), ['8', '9', '10']);
    assert.equal(list.takePage(40, { total: 101, rows: [row(40)] }), undefined, 'it is not loaded');
    await list.loadMore();
    assert.equal(new Set(ids()).size, ids().length);
  });

  it('aborts the request when it is canceled, and can be loaded again', async () => {
    let aborted = false;
    let slow = true;
    const list = new RowList(
      {
        load: async (_request, signal) => {
          if (!slow) return { total: 1, rows: [row(1)] };
          await once(signal, 'abort');
          aborted = true;
          throw new Error('aborted');
        },
      },
      ten,
    );
    const loading = list.loadFirst();
    assert.equal(list.cancel(), true);
    await loading;
    slow = false;
    await list.loadFirst();

    assert.equal(aborted, true);
    assert.equal(list.failure, undefined);
    assert.equal(list.rows.length, 1);
  });

  it('ends when the platform runs out of records before its own total', async () => {
    const list = new RowList({ load: async () => Promise.resolve({ total: 99, rows: [] }) }, ten);
    await list.loadFirst();

    assert.equal(list.hasMore, false);
    const scanned = { total: 99, rows: [], consumed: 50 };
    const searching = new RowList({ load: async () => Promise.resolve(scanned) }, ten);
    await searching.loadFirst();
    assert.equal(searching.hasMore, true, 'records were read, but none is shown');
  });

  it('is patched without a request', async () => {
    const source = numbers(3);
    const list = new RowList(source, ten);
    await list.loadFirst();
    list.replace([{ ...row(1), label: 'Changed' }, row(99)]);
    list.remove(['0']);
    list.add([row(7)]);

    assert.deepEqual(each(list.rows, 'label'), ['Row 7', 'Changed', 'Row 2']);
    assert.equal(list.total, 3);
    assert.equal(source.requests.length, 1);
  });

  it('gives rows with the same id different ids, which VS Code requires', async () => {
    const rows = [row(1), row(2), row(1), { ...row(1), id: '1:2' }, row(1)];
    const list = new RowList({ load: async () => Promise.resolve({ total: 5, rows }) }, ten);
    await list.loadFirst();
    const ids = list.rows.map(({ id }) => id);
    assert.equal(new Set(ids).size, 5);
    assert.deepEqual(list.takePage(0, { total: 5, rows }), { rows: [], moved: false });
    assert.deepEqual(each(list.rows, 'id'), ids);
  });

  it('skips none and shows none twice when one was created between two pages', async () => {
    for (const position of [0, 5, 15, 24]) {
      // The platform has inserted the new one somewhere in its own order.
      const order = Array.from({ length: 25 }, (_, index) => row(index));
      const source: RowSource = {
        load: async ({ offset, limit }) =>
          Promise.resolve({ total: order.length, rows: order.slice(offset, offset + limit) }),
      };
      const list = new RowList(source, ten);
      await list.loadFirst();
      order.splice(position, 0, row(99));
      list.add([row(99)]);
      while (list.hasMore) await list.loadMore();

      const ids = list.rows.map(({ id }) => id);
      assert.equal(new Set(ids).size, ids.length, `one is there twice: ${ids.join(' ')}`);
      assert.equal(ids.length, 26, `one was left out: ${ids.join(' ')}`);
      assert.equal(list.total, 26);
    }
  });

  it('keeps the rows that it has when a later page fails', async () => {
    let fails = false;
    const source = numbers(20);
    const list = new RowList(
      {
        load: async (request, signal) =>
          fails ? Promise.reject(new Error('deleted')) : source.load(request, signal),
      },
      ten,
    );
    await list.loadFirst();
    fails = true;
    await list.loadMore();

    assert.equal(list.rows.length, 10);
    assert.ok(list.failure instanceof Error);
  });
});
