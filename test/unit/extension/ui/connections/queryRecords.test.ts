import assert from 'node:assert/strict';
import type { ListQuery } from '../../../../../src/core/api/operations/scheduledQueries';
import { QueryRecords } from '../../../../../src/extension/ui/connections/queryRecords';
import { scheduledQueryRecord } from '../../../../support/scheduledQueryRecord';

const { signal } = new AbortController();
const first = '00000000-0000-4000-8000-00000000000a';

function guidOf(index: number): string {
  return `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
}

/** The last of so many queries runs after the first; a platform may ignore the filter. */
function recordsOf(count: number, filters: boolean): { records: QueryRecords; requests: ListQuery[] } {
  const all = Array.from({ length: count }, (_, index) =>
    scheduledQueryRecord({
      guid: guidOf(index),
      name: `q${index}`,
      precedingGuid: index === count - 1 ? first.toUpperCase() : undefined,
    }),
  );
  const requests: ListQuery[] = [];
  const records = new QueryRecords(async (query) => {
    requests.push(query);
    const { offset = 0, limit = Infinity, precedingGuid } = query;
    const isFiltered = filters && precedingGuid !== undefined;
    const found = isFiltered ? all.filter((one) => one.precedingGuid !== undefined) : all;
    const items = found.slice(offset, offset + limit);
    return Promise.resolve({ total: found.length, items, malformed: [] });
  });
  return { records, requests };
}

describe('The queries that run after a query', () => {
  it('are found with one request, although thousands of records were not read yet', async () => {
    const { records, requests } = recordsOf(2000, true);
    await records.pages.read({ offset: 0, limit: 200 });
    assert.equal(await records.readDependents(first, signal), true);
    const [dependent, ...others] = records.dependentsOf(first);
    assert.deepEqual([dependent?.name, others, records.pages.total], ['q1999', [], 2000]);
    assert.deepEqual(requests[1], { offset: 0, limit: 200, precedingGuid: first });
    // Once is enough: later changes are found when the pages are read in turn.
    assert.equal(await records.readDependents(first, signal), false);
    assert.equal(requests.length, 2);
  });

  it('are left to the reading of pages by a platform that ignores the filter', async () => {
    const { records, requests } = recordsOf(2000, false);
    await records.pages.read({ offset: 0, limit: 200 });
    assert.equal(await records.readDependents(first, signal), false);
    assert.deepEqual([records.dependentsOf(first), records.pages.total], [[], 2000]);
    await records.readDependents(guidOf(1), signal);
    assert.equal(requests.length, 2, 'it is not asked again');
  });
});
