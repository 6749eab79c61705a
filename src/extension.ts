import * as vscode from 'vscode';
import { registerEntrances } from './entrances';
import type { OpenFeatures } from './openFeatures';
import type { TestSeam } from './ui/testSeam';

let features: Promise<OpenFeatures> | undefined;

/**
 * Registers what VS Code may call and is done. The features are loaded right after, off the time that VS Code
 * waits for all extensions; a call that comes sooner waits for them. Makes no request: nothing here may fail.
 */
export function activate(context: vscode.ExtensionContext): Promise<TestSeam | undefined> | undefined {
  const opened = new Promise((nextTurn) => setImmediate(nextTurn)).then(async () => {
    const { openFeatures } = await import('./openFeatures');
    const open = openFeatures(context, entrances.view);
    context.subscriptions.push(open);
    return open;
  });
  const failure = opened.then(
    () => undefined,
    async (error: unknown) => new (await import('./ui/loadFailure')).LoadFailure(error),
  );
  void failure.then((failed) => failed?.tell());
  const entrances = registerEntrances(context.extension.packageJSON, opened, async () =>
    (await failure)?.tell(),
  );
  context.subscriptions.push(entrances);
  features = opened;
  return context.extensionMode === vscode.ExtensionMode.Test ? opened.then(({ seam }) => seam) : undefined;
}

/** The window goes: what it holds on services is given back, as far as there is time. */
export async function deactivate(): Promise<void> {
  const open = await features?.catch(() => undefined);
  await open?.close();
}
