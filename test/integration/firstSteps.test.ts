import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerFirstSteps } from '../../src/features/firstSteps';
import type { Connection, PlatformsChange } from '../../src/ui/connections/connection';
import { lab } from '../support/labConnection';

describe('The first steps', () => {
  it('are shown while there is no connection, and are done with the first', () => {
    const told: unknown[] = [];
    const before = Object.getOwnPropertyDescriptor(vscode.commands, 'executeCommand');
    assert.ok(before);
    const value = async (...call: readonly unknown[]): Promise<void> => Promise.resolve(void told.push(call));
    Object.defineProperty(vscode.commands, 'executeCommand', { ...before, value });
    const changed = new vscode.EventEmitter<PlatformsChange>();
    let connections: readonly Connection[] = [];
    try {
      const steps = registerFirstSteps({ all: () => connections, onDidChange: changed.event });
      connections = [lab];
      changed.fire('connections');
      steps.dispose();
      changed.fire('connections');
    } finally {
      Object.defineProperty(vscode.commands, 'executeCommand', before);
    }
    assert.deepEqual(told, [
      ['setContext', 'logbench.connected', false],
      ['setContext', 'logbench.unconnected', true],
      ['setContext', 'logbench.connected', true],
      ['setContext', 'logbench.unconnected', false],
    ]);
  });
});
