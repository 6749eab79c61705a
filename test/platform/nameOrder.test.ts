import assert from 'node:assert/strict';
import { listScheduledQueries, createScheduledQuery } from '../../src/core/api/operations/scheduledQueries';
import { listRules } from '../../src/core/api/operations/rules';
import { listTables } from '../../src/core/api/operations/tables';
import { scheduledQueryFields } from '../support/scheduledQueries';
import { suiteApp, suiteClient } from '../support/startApp';
import { addTable } from '../support/tables';

interface Range {
  readonly offset: number;
  readonly limit: number;
}

describe('The lists of the local platform', () => {
  const app = suiteApp();
  const client = suiteClient(app);
  const sorted = ['Bulk_1', 'Bulk_2', 'Bulk_10', 'Bulk_10a', 'Bulk_100', 'other'];
  const created = ['Bulk_10', 'other', 'Bulk_1', 'Bulk_100', 'Bulk_2', 'Bulk_10a'];

  before(async () => {
    for (const name of created) {
      await addTable(app, name);
      await client.send(createScheduledQuery(scheduledQueryFields({ name })));
      const form = { name, query: 'table a', msg: name, priority: 'LOW' };
      await app.call('admin', 'POST /api/core/batch-rules', { form });
    }
  });

  for (const [what, list] of Object.entries({
    'scheduled queries': async (range: Range) => client.send(listScheduledQueries(range)),
    tables: async (range: Range) => client.send(listTables(range)),
    rules: async (range: Range) => client.send(listRules('batch', range)),
  })) {
    it(`have ${what} in the natural order of their names, over all pages`, async () => {
      const names: string[] = [];
      for (let offset = 0; offset < sorted.length; offset += 2) {
        const { items, total } = await list({ offset, limit: 2 });
        assert.equal(Number(total), sorted.length);
        names.push(...items.map(({ name }) => name));
      }
      assert.deepEqual(names, sorted);
    });
  }
});
