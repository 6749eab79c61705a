import * as vscode from 'vscode';
import { registerEntryPoints } from './entryPoints';
import type { OpenFeatures } from './openFeatures';
import type { TestApi } from './testApi';

let features: Promise<OpenFeatures> | undefined;

/**
 * Registers what VS Code may call and is done. The features are loaded right after, off the time that VS Code
 * waits for all extensions; a call that comes sooner waits for them. Makes no request: nothing here may fail.
 */
export function activate(context: vscode.ExtensionContext): Promise<TestApi | undefined> | undefined {
  const opened = new Promise((nextTurn) => setImmediate(nextTurn)).then(async () => {
    const { openFeatures } = await import('./openFeatures');
    const open = openFeatures(context, entryPoints.view);
    context.subscriptions.push(open);
    return open;
  });
  const failure = opened.then(
    () => undefined,
    async (error: unknown) => new (await import('./ui/failures/loadFailure')).LoadFailure(error),
  );
  void failure.then((failed) => failed?.tell());
  const entryPoints = registerEntryPoints(context.extension.packageJSON, opened, async () =>
    (await failure)?.tell(),
  );
  context.subscriptions.push(entryPoints);
  features = opened;
  return context.extensionMode === vscode.ExtensionMode.Test
    ? opened.then(({ testApi }) => testApi)
    : undefined;
}

/** The window goes: what it holds on services is given back, as far as there is time. */
export async function deactivate(): Promise<void> {
  const open = await features?.catch(() => undefined);
  await open?.close();
}
