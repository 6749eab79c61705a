import * as vscode from 'vscode';
import { parseSettings } from './settingsValues';
import type { Settings } from './settingsValues';

let current: Settings | undefined;
let isWatching = false;

/** Reads the extension's settings. Only user settings count, not workspace settings. */
export function readSettings(): Settings {
  watchSettings();
  return (current ??= parseCurrentSettings());
}

/**
 * VS Code takes a millisecond per setting, and every tab and tree node reads the connections, so settings are
 * cached. The first listener of a change runs first, so the others never read old values.
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

/** The connections in the user settings, including invalid entries. */
export function readConnectionEntries(): readonly unknown[] {
  const value: unknown = vscode.workspace.getConfiguration('logbench').inspect('connections')?.globalValue;
  return Array.isArray(value) ? value : [];
}

export async function writeConnections(connections: readonly unknown[]): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('logbench');
  await configuration.update('connections', connections, vscode.ConfigurationTarget.Global);
}
