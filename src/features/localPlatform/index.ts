import * as vscode from 'vscode';
import type { ConnectionSource } from '../../ui/connectionSource';

/** Local platforms of this user that are running: connections that need no set-up. */
export interface LocalPlatforms extends ConnectionSource, vscode.Disposable {}

export function findLocalPlatforms(): LocalPlatforms {
  const changed = new vscode.EventEmitter<void>();
  return {
    onDidChange: changed.event,
    all: () => [],
    keyOf: () => undefined,
    dispose: () => {
      changed.dispose();
    },
  };
}
