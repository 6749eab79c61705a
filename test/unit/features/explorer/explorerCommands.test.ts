import assert from 'node:assert/strict';
import { explorerCommands } from '../../../../src/features/explorer/explorerCommands';
import type { ExplorerDeps } from '../../../../src/features/explorer/explorerCommands';
import { ExplorerModel } from '../../../../src/features/explorer/explorerModel';
import { ConnectionNode } from '../../../../src/ui/explorer/explorerSection';
import type { ExplorerSection, RowFilter } from '../../../../src/ui/explorer/explorerSection';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import { lab } from '../../../support/labConnection';

describe('A command of the explorer', () => {
  it('asks only for the list when it is called on a connection', async () => {
    const filter: RowFilter = { label: '"x"', fields: { keywords: 'x' } };
    const section: ExplorerSection = {
      id: 'queries',
      label: 'Queries',
      icon: 'clock',
      source: () => ({ load: () => Promise.resolve({ total: 0, rows: [] }) }),
      askFilter: () => Promise.resolve(filter),
    };
    const model = new ExplorerModel([section], () => 50);
    const prompts = new ScriptedPrompts([{ pick: 'Queries' }]);
    const refreshed: unknown[] = [];
    const commands = explorerCommands({
      ui: { prompts },
      platforms: { all: () => [lab], pick: () => assert.fail('it asked for the connection') },
      sections: [section],
      model,
      tree: { refresh: (node: unknown) => refreshed.push(node) },
      view: { selection: [] },
    } as unknown as ExplorerDeps);

    await commands['logbench.explorer.filter']?.(new ConnectionNode(lab));

    const [root] = model.roots([lab]);
    const [heading] = root === undefined ? [] : model.headings(root);
    assert.deepEqual(refreshed, [heading]);
    assert.equal(heading && model.listOf(heading)?.filter, filter);
  });
});
