import * as vscode from 'vscode';
import { parseSettings } from './settingsValues';
import type { Settings } from './settingsValues';

let current: Settings | undefined;
let isWatching = false;

/** The one reader of the extension's settings. Only what the user set counts, never a workspace. */
export function readSettings(): Settings {
  watchSettings();
  return (current ??= parseCurrentSettings());
}

/**
 * VS Code takes a millisecond to look one setting up, and each tab and tree node asks for the connections. The
 * first listener of a change is called first, so no other one reads what was kept.
 */
function watchSettings(): void {
  if (isWatching) return;
  isWatching = true;
  onDidChangeSettings(() => {
    current = undefined;
  });
}

function parseCurrentSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration('logbench');
  return parseSettings((key) => {
    const inspected = configuration.inspect(key);
    return inspected?.globalValue ?? inspected?.defaultValue;
  });
}

export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('logbench') || event.affectsConfiguration('http')) listener();
  });
}

/** The list of connections in the user settings, including entries that are not valid. */
export function readConnectionEntries(): readonly unknown[] {
  const value: unknown = vscode.workspace.getConfiguration('logbench').inspect('connections')?.globalValue;
  return Array.isArray(value) ? value : [];
}

/** Writes the list of connections back to the user's settings. */
export async function writeConnections(connections: readonly unknown[]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('logbench');
  await configuration.update('connections', connections, vscode.ConfigurationTarget.Global);
}
