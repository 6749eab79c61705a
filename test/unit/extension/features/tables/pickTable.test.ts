import assert from 'node:assert/strict';
import type { TableDeps } from '../../../../../src/extension/features/tables/tableReader';
import { pickTable } from '../../../../../src/extension/features/tables/tableReader';
import { byLastDay, bySize, TableItem } from '../../../../../src/extension/features/tables/tableItem';
import type { Table } from '../../../../../src/core/interface/table';
import type { Row } from '../../../../../src/extension/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import type { PromptResponse } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';
import { clientStub } from '../../../../support/clientStub';

const plant = { ...lab, name: 'Plant' };
const web = {
  name: 'web',
  tableSize: 1024,
  indexSize: 0,
  lastDay: '2026-11-14',
  group: { name: 'Network' },
} as Table;

function rowOf(table: Partial<Table> | undefined, label = table?.name ?? ''): Row {
  const value = table && new TableItem(table as Table);
  return { id: label, label, contextValue: 'table', value };
}

describe('The table of a command', () => {
  async function pick(args: readonly unknown[], ...responses: readonly PromptResponse[]) {
    const prompts = new ScriptedPrompts(responses);
    const asked: unknown[] = [];
    const client = clientStub({
      'GET tables': ({ query }) => {
        asked.push(query);
        return { total: 1, items: [web], malformed: [] };
      },
    });
    const platforms = {
      find: (name: string) => [lab, plant].find((one) => one.name === name),
      pick: () => Promise.resolve(lab),
      clientFor: () => Promise.resolve(client),
    };
    const deps = { ui: { prompts }, platforms } as unknown as TableDeps;
    const { connection, value } = await pickTable(deps, args, 'Show');
    prompts.assertFinished();
    return { connection: connection.name, table: value.name, asked, seen: prompts.seen };
  }

  it('is searched for on the named connection, or on one that the user selects', async () => {
    for (const [args, connection] of [
      [['Plant'], 'Plant'],
      [['Plant', 5], 'Plant'],
      [['Removed', 'idle'], 'Lab'],
      [[], 'Lab'],
    ] as const) {
      const selected = await pick(args, { search: ' we ', select: 'web' });
      assert.deepEqual([selected.connection, selected.table], [connection, 'web']);
      assert.deepEqual(selected.asked, [{ limit: 100, keywords: 'we' }]);
      assert.ok(selected.seen.join().includes(`"title":"Show · ${connection} (Staging)"`));
      assert.match(selected.seen.join(), /\["web","Network · 1 KB · no logs"/);
    }
  });
});

describe('Tables in the explorer', () => {
  const group = rowOf(undefined, 'group');
  const rows = [
    rowOf({ name: 'old', tableSize: 30n, indexSize: 0, lastDay: '2026-01-01' }),
    rowOf({ name: 'empty', tableSize: 0, indexSize: 0 }),
    rowOf({ name: 'new', tableSize: 5, indexSize: 0, lastDay: '2026-11-14' }),
    group,
    rowOf(undefined, 'other group'),
  ];
  const sorted = (compare: typeof bySize): string =>
    rows
      .toSorted(compare)
      .map(({ label }) => label)
      .join();

  it('are sorted by size, the largest first and groups before all', () => {
    assert.equal(sorted(bySize), 'group,other group,old,new,empty');
    assert.equal(bySize(group, group), 0);
  });

  it('are sorted by their last day, the newest first, those without logs last and groups before all', () => {
    assert.equal(sorted(byLastDay), 'group,other group,new,old,empty');
  });
});
