import * as vscode from 'vscode';
import type { Connection } from '../connections/connection';
import { parseSettings, replacedEntries, userValue } from './settingsValues';
import type { Settings } from './settingsValues';

let current: Settings | undefined;
let watching: vscode.Disposable | undefined;

/**
 * Reads the extension's settings. Only user settings count, not workspace settings. Every tab and tree node reads
 * the connections, and every request its timeout, so each setting is read once until one changes.
 */
export function readSettings(): Settings {
  watching ??= onDidChangeSettings(() => undefined);
  return (current ??= parseCurrentSettings());
}

function parseCurrentSettings(): Settings {
  const configuration = vscode.workspace.getConfiguration('logbench');
  const values = new Map<string, unknown>();
  return parseSettings((key) => {
    if (!values.has(key)) values.set(key, userValue(configuration.inspect(key)));
    return values.get(key);
  });
}

/** The listener reads the new values, whichever listener VS Code calls first. */
export function onDidChangeSettings(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (!event.affectsConfiguration('logbench') && !event.affectsConfiguration('http')) return;
    current = undefined;
    listener();
  });
}

/**
 * Writes connections to the user settings, each under its previous name: replaces, appends or, if it is undefined,
 * removes it.
 */
export async function saveConnections(
  ...changes: readonly (readonly [name: string, connection: Connection | undefined])[]
): Promise<void> {
  const configuration = vscode.workspace.getConfiguration('logbench');
  const value: unknown = configuration.inspect('connections')?.globalValue;
  const entries = changes.reduce<readonly unknown[]>(
    (kept, [name, connection]) => replacedEntries(kept, name, connection),
    Array.isArray(value) ? value : [],
  );
  await configuration.update('connections', entries, vscode.ConfigurationTarget.Global);
}
