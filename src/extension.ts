import * as vscode from 'vscode';
import { registerEntryPoints } from './entryPoints';
import type { OpenFeatures } from './openFeatures';
import type { TestApi } from './testing/testApi';

let features: Promise<OpenFeatures> | undefined;

/**
 * Registers what VS Code may call and is done. The features are loaded right after, off the time that VS Code
 * waits for all extensions; a call that comes sooner waits for them. Makes no request: nothing here may fail.
 */
export function activate(context: vscode.ExtensionContext): Promise<TestApi | undefined> | undefined {
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  const opened = new Promise((nextTurn) => setImmediate(nextTurn)).then(async () => {
    const { openFeatures } = await import('./openFeatures');
    const testing = isTested ? new (await import('./testing')).Testing() : undefined;
    const open = openFeatures(context, entryPoints.view, testing);
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
  return isTested ? opened.then(({ testApi }) => testApi) : undefined;
}

/** Releases cursors and queries on the services before the window closes, as far as there is time. */
export async function deactivate(): Promise<void> {
  const open = await features?.catch(() => undefined);
  await open?.close();
}
