import * as vscode from 'vscode';

/**
 * Sets user settings for the length of a test: `await using _ = await withSettings({ 'logbench.x': 1 })`.
 * At the end of the scope each of them is what it was before.
 */
export async function withSettings(settings: Readonly<Record<string, unknown>>): Promise<AsyncDisposable> {
  const before = Object.keys(settings).map((name) => [name, userValue(name)] as const);
  for (const [name, value] of Object.entries(settings)) await setUserValue(name, value);
  return {
    async [Symbol.asyncDispose]() {
      for (const [name, value] of before) await setUserValue(name, value);
    },
  };
}

function userValue(name: string): unknown {
  return vscode.workspace.getConfiguration().inspect(name)?.globalValue;
}

async function setUserValue(name: string, value: unknown): Promise<void> {
  await vscode.workspace.getConfiguration().update(name, value, vscode.ConfigurationTarget.Global);
}
