import * as vscode from 'vscode';
import { registerEntryPoints } from './entryPoints';
import type { OpenFeatures } from './openFeatures';
import type { TestApi } from './testing';

let features: Promise<OpenFeatures> | undefined;

/**
 * Registers the entry points. The features are loaded right after, outside of the activation time; earlier
 * calls wait for them. VS Code sends the registrations with a timer; they load after it, so that the window
 * processes the registrations meanwhile. Sends no requests, so that activation cannot fail.
 */
export function activate(context: vscode.ExtensionContext): Promise<TestApi | undefined> | undefined {
  const isTested = context.extensionMode === vscode.ExtensionMode.Test;
  const opened = new Promise((sent) => setTimeout(() => setImmediate(sent))).then(async () => {
    const { openFeatures } = await import('./openFeatures');
    const testing = isTested ? new (await import('./testing')).Testing() : undefined;
    const open = openFeatures(context, entryPoints.view, testing);
    context.subscriptions.push(open);
    return open;
  });
  const failure = opened.then(
    () => undefined,
    async (error: unknown) => new (await import('./loadFailure')).LoadFailure(error),
  );
  void failure.then((failed) => failed?.report());
  const entryPoints = registerEntryPoints(context.extension.packageJSON, opened, async () =>
    (await failure)?.report(),
  );
  context.subscriptions.push(entryPoints);
  features = opened;
  return isTested ? opened.then(({ testApi }) => testApi) : undefined;
}

/** Drops results on the platforms before the window closes, if there is time. */
export async function deactivate(): Promise<void> {
  const open = await features?.catch(() => undefined);
  await open?.close();
}
