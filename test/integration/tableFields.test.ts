import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { QuickInputPrompts } from '../../src/ui/prompts/quickInputPrompts';
import { eventually } from '../support/eventually';
import { sharedPlatform } from './support/connected';
import { runCommand } from './support/runCommand';
import { lineAt, linesBelow } from './support/tree';
import { inNewest as test } from './support/vscodes';

describe('A table in the explorer', () => {
  const shared = sharedPlatform(async (connected) => {
    await connected.call('POST /api/core/tables', { form: { table: 'shop' } });
    const q = `json "{'_time':'2026-01-05 10:00:00+0000','who':'ann','n':3}" | import shop`;
    await connected.call(`GET /api/core/query?q=${encodeURIComponent(q)}`);
  });

  test('shows its fields below it', async () => {
    const fields = await linesBelow('Test', 'Tables', 'shop');

    const shown = new Map(fields.map(({ label, description }) => [label, description]));
    assert.equal(shown.get('who'), 'text');
    assert.equal(shown.get('n'), 'number');
  });

  test('is queried over a day that has rows, although it has been silent since', async () => {
    const { connected } = shared;
    const { node } = await lineAt('Test', 'Tables', 'shop');

    await runCommand('logbench.table.query', [], node);

    const text = vscode.window.activeTextEditor?.document.getText() ?? '';
    const { body } = await connected.call(
      `GET /api/core/query?q=${encodeURIComponent(text)}&format=json-single`,
    );
    assert.equal((body as { rows: unknown[] }).rows.length, 1, text);
  });
});

describe('A question with a choice that stands for nothing, such as all groups', () => {
  it('is answered by it, not canceled', async () => {
    const choices = [
      { label: 'All groups', value: undefined },
      { label: 'One group', value: 1 },
    ];
    let response: unknown = 'open';
    const asking = new QuickInputPrompts().pick({ title: 'Filter Tables', choices }).then(
      (value) => (response = { value }),
      (error: unknown) => (response = error),
    );

    await eventually(async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return response !== 'open';
    });
    await asking;

    assert.deepEqual(response, { value: undefined });
  });
});
