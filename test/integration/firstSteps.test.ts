import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { registerFirstSteps } from '../../src/extension/features/firstSteps';
import type { Connection, PlatformsChange } from '../../src/extension/ui/connections/connection';
import { lab } from '../support/labConnection';
import { replacing } from './support/replacing';

describe('The first steps', () => {
  it('are shown until the first connection is added', () => {
    const calls: unknown[] = [];
    using _ = replacing(vscode.commands, 'executeCommand', (...call: unknown[]) => void calls.push(call));
    const changed = new vscode.EventEmitter<PlatformsChange>();
    let connections: readonly Connection[] = [];
    const steps = registerFirstSteps({ all: () => connections, onDidChange: changed.event });
    connections = [lab];
    changed.fire('connections');
    steps.dispose();
    changed.fire('connections');
    assert.deepEqual(calls, [
      ['setContext', 'logbench.connected', false],
      ['setContext', 'logbench.unconnected', true],
      ['setContext', 'logbench.connected', true],
      ['setContext', 'logbench.unconnected', false],
    ]);
  });
});
