import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { eventually } from '../support/eventually';
import { activeExtension, contributions } from './support/extension';
import { testApi } from './support/runCommand';

describe('The extension in VS Code', () => {
  it('activates without an error', async () => {
    assert.equal((await activeExtension()).isActive, true);
  });

  it('registers exactly the commands that its manifest contributes', async () => {
    const { commands } = contributions(await activeExtension());
    const contributed = commands.map(({ command }) => command);
    const registered = (await vscode.commands.getCommands(true)).filter((id) => id.startsWith('logbench.'));
    const ofVscode = new Set(await commandsThatVscodeMadeForViews());

    assert.deepEqual(registered.filter((id) => !ofVscode.has(id)).sort(), contributed.sort());
  });

  it('has a handler for exactly the commands that its manifest contributes', async () => {
    const { commands } = contributions(await activeExtension());
    const contributed = commands.map(({ command }) => command);

    assert.deepEqual([...(await testApi()).commands.ids].sort(), contributed.sort());
  });

  it('contributes its view container and its view', async () => {
    await activeExtension();
    await vscode.commands.executeCommand('workbench.view.extension.logbench');
    await vscode.commands.executeCommand('logbench.explorer.focus');
    // While visible it would be drawn again for each change of the tests after this one.
    await vscode.commands.executeCommand('workbench.view.explorer');
  });

  it('contributes a log channel', async () => {
    await activeExtension();
    await eventually(async () => {
      const all = await vscode.commands.getCommands(true);
      return all.some((id) => id.startsWith('workbench.action.output.show.logbench.logbench'));
    });
  });
});

/** VS Code adds commands of its own for every view, such as `logbench.explorer.focus`. */
async function commandsThatVscodeMadeForViews(): Promise<string[]> {
  const { views } = contributions(await activeExtension());
  const all = await vscode.commands.getCommands(true);
  const made = /^(focus|open|removeView|resetViewLocation|toggleVisibility)$/;
  return Object.values(views)
    .flat()
    .flatMap(({ id }) =>
      all.filter((command) => command.startsWith(`${id}.`) && made.test(command.slice(id.length + 1))),
    );
}
