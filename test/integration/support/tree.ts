import assert from 'node:assert/strict';
import type * as vscode from 'vscode';
import { eventually } from '../../support/eventually';
import { slowLoadDelay } from '../../../src/extension/features/explorer/lateChildren';
import { testApi } from './runCommand';

/** One line of the explorer as a user sees it, with the node that commands get as their argument. */
export interface Line {
  readonly label: string;
  readonly description: string;
  readonly contextValue: string;
  readonly icon: string;
  readonly item: vscode.TreeItem;
  readonly node: unknown;
}

/** The lines below a path of labels, for example `linesBelow('Test', 'Tables')`; without one, the roots. */
export async function linesBelow(...path: readonly string[]): Promise<readonly Line[]> {
  let lines = await childrenOf(undefined);
  for (const label of path) lines = await childrenOf(lineIn(lines, label).node);
  return lines;
}

export async function lineAt(...path: readonly string[]): Promise<Line> {
  const label = path.at(-1);
  assert.ok(label !== undefined);
  return lineIn(await linesBelow(...path.slice(0, -1)), label);
}

/** What the pointer shows when it rests on a line. */
export async function tooltipOf(line: Line): Promise<string> {
  const { explorer } = await testApi();
  const resolved = await explorer.resolveTreeItem?.(line.item, line.node, {
    isCancellationRequested: false,
    onCancellationRequested: () => ({ dispose: () => undefined }),
  });
  const { tooltip } = resolved ?? line.item;
  return typeof tooltip === 'string' || tooltip === undefined ? (tooltip ?? '') : tooltip.value;
}

async function childrenOf(node: unknown): Promise<readonly Line[]> {
  return eventually(
    async () => {
      const start = Date.now();
      const lines = await linesNow(node);
      // After this time, what is shown is not what the platform has returned.
      return Date.now() - start < slowLoadDelay && !lines.some(isPlaceholder) ? lines : undefined;
    },
    { within: 30_000 },
  );
}

/** What is shown below a node at once, or as soon as its platform responds, if that is quick. */
export async function linesNow(node: unknown): Promise<readonly Line[]> {
  const { explorer } = await testApi();
  const children = (await explorer.getChildren(node)) ?? [];
  return Promise.all(children.map(toLine));
}

function isPlaceholder({ contextValue }: Line): boolean {
  return contextValue === 'loading';
}

async function toLine(node: unknown): Promise<Line> {
  const { explorer } = await testApi();
  const item = await explorer.getTreeItem(node);
  const { label, description, contextValue = '', iconPath } = item;
  return {
    label: typeof label === 'string' ? label : (label?.label ?? ''),
    description: typeof description === 'string' ? description : '',
    contextValue,
    icon: iconPath !== undefined && typeof iconPath === 'object' && 'id' in iconPath ? iconPath.id : '',
    item,
    node,
  };
}

function lineIn(lines: readonly Line[], label: string): Line {
  const found = lines.find((line) => line.label === label);
  assert.ok(found, `'${label}' is not among: ${lines.map((line) => line.label).join(', ')}`);
  return found;
}
