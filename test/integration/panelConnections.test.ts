import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { PanelConnections } from '../../src/ui/panels/panelConnections';
import { PersonZone } from '../../src/ui/panels/personZone';
import { machineZone, offsetAt, setZone } from '../../src/ui/format/zone';
import { eventually } from '../support/eventually';
import { closeAllTabs } from './support/closeAllTabs';
import { inNewest as test } from './support/vscodes';

describe('The connection of the panel in front', () => {
  afterEach(closeAllTabs);

  const open = (
    connections: PanelConnections,
    name: string,
    column: vscode.ViewColumn,
  ): vscode.WebviewPanel => {
    const panel = vscode.window.createWebviewPanel('logbench.test', name, column);
    connections.add(panel);
    connections.set(panel, name);
    return panel;
  };

  test('is that of the active tab alone: not of a hidden one, of another column, or of a text', async () => {
    const connections = new PanelConnections();
    let changes = 0;
    connections.onDidChange(() => (changes += 1));
    const first = open(connections, 'A', vscode.ViewColumn.One);
    assert.equal(changes, 1);
    await eventually(() => connections.inFront() === 'A');
    const second = open(connections, 'B', vscode.ViewColumn.One);
    await eventually(() => connections.inFront() === 'B' && !first.visible);
    open(connections, 'C', vscode.ViewColumn.Two);
    await eventually(() => connections.inFront() === 'C');
    assert.equal(second.visible, true);
    second.reveal();
    await eventually(() => connections.inFront() === 'B');
    connections.set(second, 'D');
    assert.equal(connections.inFront(), 'D');

    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ content: '' }), {
      viewColumn: vscode.ViewColumn.Two,
    });
    await eventually(() => connections.inFront() === undefined);
    first.dispose();
    second.reveal();
    changes = 0;
    await eventually(() => connections.inFront() === 'D');
    assert.ok(changes > 0);
    connections.dispose();
  });
});

describe('The time zone of the user', () => {
  const here = machineZone();
  const elsewhere = here === 'Pacific/Kiritimati' ? 'UTC' : 'Pacific/Kiritimati';
  const timestamp = new Date();
  const offsetHere = offsetAt(timestamp);
  const isHere = (): boolean => offsetAt(timestamp) === offsetHere;

  afterEach(() => {
    setZone(undefined);
  });

  class Memory {
    stored: unknown;
    writes = 0;
    readonly memento = {
      get: () => this.stored,
      update: (_key: string, value: unknown) => {
        this.writes += 1;
        this.stored = value;
        return Promise.resolve();
      },
    } as unknown as vscode.Memento;
  }

  it('is told by a page if the extension runs elsewhere, and stored once', () => {
    const memory = new Memory();
    const zone = new PersonZone(memory.memento, true);
    zone.tell(here);
    zone.tell('Nowhere/Atlantis');
    assert.deepEqual([memory.writes, isHere()], [0, true]);
    zone.tell(elsewhere);
    zone.tell(elsewhere);
    assert.deepEqual([memory.writes, memory.stored, isHere()], [1, elsewhere, false]);
    zone.tell(here);
    assert.deepEqual([memory.writes, memory.stored], [2, here]);
  });

  it('is known in the next window, unless it is no zone', () => {
    const memory = new Memory();
    memory.stored = elsewhere;
    const next = new PersonZone(memory.memento, true);
    next.tell(elsewhere);
    assert.deepEqual([memory.writes, isHere()], [0, false]);
    setZone(undefined);
    for (const stored of ['Nowhere/Atlantis', 5]) {
      memory.stored = stored;
      new PersonZone(memory.memento, true).tell(here);
      assert.deepEqual([memory.writes, isHere()], [0, true]);
    }
  });

  it('is that of the machine if the extension runs on it', () => {
    const memory = new Memory();
    memory.stored = elsewhere;
    const zone = new PersonZone(memory.memento, false);
    zone.tell(elsewhere);
    assert.deepEqual([memory.writes, isHere()], [0, true]);
  });
});
