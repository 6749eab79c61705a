import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';

const Manifest = z.object({
  engines: z.record(z.string(), z.string()),
  contributes: z.object({
    commands: z.array(z.object({ command: z.string() })),
    views: z.record(z.string(), z.array(z.object({ id: z.string() }))),
  }),
});

/**
 * An extension with as many commands and views as the given one and empty handlers: the minimum cost of
 * activation.
 */
export async function writeBareExtension(folder: string, manifestText: string): Promise<void> {
  const { engines, contributes } = Manifest.parse(JSON.parse(manifestText));
  const commands = contributes.commands.map((_, index) => ({
    command: `floor.command${index}`,
    title: 'Floor',
  }));
  const views = Object.values(contributes.views)
    .flat()
    .map((_, index) => ({ id: `floor.view${index}`, name: 'Floor' }));
  const manifest = {
    name: 'floor',
    publisher: 'logbench',
    version: '1.0.0',
    engines,
    main: './main.js',
    contributes: { commands, views: { explorer: views } },
  };
  const ids = (list: readonly object[]): string => JSON.stringify(list);
  const main = `
const vscode = require('vscode');
exports.activate = (context) => {
  for (const { command } of ${ids(commands)}) {
    context.subscriptions.push(vscode.commands.registerCommand(command, () => undefined));
  }
  const treeDataProvider = { getChildren: () => [], getTreeItem: (item) => item };
  for (const { id } of ${ids(views)}) {
    context.subscriptions.push(vscode.window.createTreeView(id, { treeDataProvider }));
  }
};
`;
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, 'package.json'), JSON.stringify(manifest));
  await writeFile(path.join(folder, 'main.js'), main);
}
