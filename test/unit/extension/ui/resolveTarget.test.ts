import assert from 'node:assert/strict';
import type { Connection } from '../../../../src/extension/ui/connections/connection';
import { ConnectionNode, RowNode, SectionNode } from '../../../../src/extension/ui/explorer/explorerSection';
import type { Row } from '../../../../src/extension/ui/explorer/explorerSection';
import { resolveConnection, resolveTarget, resolveTargets } from '../../../../src/extension/ui/resolveTarget';
import { ScriptedPrompts } from '../../../integration/support/scriptedPrompts';
import { lab } from '../../../support/labConnection';

const plant = { ...lab, name: 'Plant', environment: 'production' } as const;
const platforms = {
  find: (name: string) => [lab, plant].find((one) => one.name === name),
  pick: () => Promise.resolve(lab),
};

function row(connection: Connection, value: unknown): RowNode {
  return new RowNode(connection, 'texts', { value } as Row, new SectionNode(connection, 'texts'));
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

describe('The target of a command', () => {
  const resolve = async (...args: readonly unknown[]): Promise<unknown> => {
    const ask = (connection: Connection, title: string) => Promise.resolve(`${connection.name}: ${title}`);
    const question = { args, title: 'Show', ofRow: asString, ofId: asString, ask };
    const { connection, value } = await resolveTarget<string>(platforms, question);
    const prompts = new ScriptedPrompts([]);
    const many = { ...question, ask: async (...asked: Parameters<typeof ask>) => [await ask(...asked)] };
    const all = await resolveTargets<string>(platforms, prompts, many).catch(() => prompts.notices);
    return [connection.name, value, 'value' in all ? all.value : all];
  };

  it('is the clicked row, and the whole selection if a command takes several', async () => {
    const [one, two, other] = [row(plant, 'one'), row(plant, 'two'), row(plant, 5)];
    assert.deepEqual(await resolve(two, [one, two, other]), ['Plant', 'two', ['one', 'two']]);
    assert.deepEqual(await resolve(two, [one]), ['Plant', 'two', ['two']]);
  });

  it('is rejected when several rows are of several connections', async () => {
    const [one, two] = [row(plant, 'one'), row(lab, 'two')];
    const notice = 'The selection spans several connections. Select items of one connection only.';
    assert.deepEqual(await resolve(one, [one, two]), ['Plant', 'one', [notice]]);
  });

  it('is named by a connection and an ID', async () => {
    assert.deepEqual(await resolve('Plant', 'x'), ['Plant', 'x', ['x']]);
  });

  it('is asked for with a title that names the connection and its environment', async () => {
    const [onPlant, onLab] = ['Plant: Show · Plant (Production)', 'Lab: Show · Lab (Staging)'];
    for (const args of [['Plant'], ['Plant', 5], [row(plant, 5)], [new ConnectionNode(plant)]])
      assert.deepEqual(await resolve(...args), ['Plant', onPlant, [onPlant]]);
    for (const args of [[], ['Deleted', 'x']])
      assert.deepEqual(await resolve(...args), ['Lab', onLab, [onLab]]);
    assert.equal(await resolveConnection(platforms, ['Plant'], 'Show'), plant);
  });
});
