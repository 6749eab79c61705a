import assert from 'node:assert/strict';
import { mock } from 'node:test';
import * as vscode from 'vscode';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import type { Connection } from '../../src/extension/ui/connections/connection';
import type { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import { eventually } from '../support/eventually';
import { lab } from '../support/labConnection';
import { closeAllTabs } from './support/closeAllTabs';
import { TestedConnections } from './support/connectionParts';
import { withSettings } from './support/settings';
import { replacing } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const live = { ...lab, name: 'Live', environment: 'production' } as const;

class Item {
  text = '';
  draws = 0;
  visible = false;
  disposed = false;
  backgroundColor: vscode.ThemeColor | undefined;
  command: vscode.Command | undefined;

  show(): void {
    this.visible = true;
    this.draws += 1;
  }

  hide(): void {
    this.visible = false;
  }

  dispose(): void {
    this.disposed = true;
  }

  get shown(): readonly unknown[] {
    if (!this.visible) return [];
    const { command } = this.command ?? {};
    return [this.text.replace(/\d+:\d+$/, 'time'), command?.split('.').at(-1), this.backgroundColor?.id];
  }
}

describe('The status bar', () => {
  let items: Item[];
  let replaced: Disposable;
  let tested: TestedConnections;
  let status: vscode.Disposable;
  let ofDocument: Connection | undefined;
  const documentsChanged = new vscode.EventEmitter<void>();

  beforeEach(async () => {
    await closeAllTabs();
    [items, ofDocument] = [[], undefined];
    replaced = replacing(vscode.window, 'createStatusBarItem', () => {
      const item = new Item();
      items.push(item);
      return item;
    });
    tested = new TestedConnections();
    const documents = { onDidChange: documentsChanged.event, of: () => ofDocument };
    status = tested.open.showStatus(documents as unknown as DocumentConnections);
  });

  afterEach(async () => {
    status.dispose();
    tested[Symbol.dispose]();
    replaced[Symbol.dispose]();
    await closeAllTabs();
  });

  const shown = (): readonly unknown[] => items.map((item) => item.shown);

  test('shows the only connection with its lock, and runs the matching command on a click', async () => {
    await using _ = await withSettings({ 'logbench.connections': [lab] });
    assert.deepEqual(shown(), [['$(plug) Lab · Staging', 'test', undefined], []]);
    await withSettings({ 'logbench.connections': [live] });
    assert.deepEqual(shown(), [['$(lock) Live · Production', 'unlockWrites', undefined], []]);
    await withSettings({ 'logbench.connections': [lab, live] });
    assert.deepEqual(shown(), [[], []]);
  });

  test('warns of an unlocked connection, even if another is active, and counts down once a second', async () => {
    await using _ = await withSettings({ 'logbench.connections': [lab, live] });
    tested.panelInFront = 'Lab';
    tested.panelsChanged.fire();
    const front = ['$(plug) Lab · Staging', 'test', undefined];
    assert.deepEqual(shown(), [front, []]);
    await tested.run('unlockWrites', [{ pick: '5 minutes' }], live);
    const warning = ['$(unlock) Live · Production · time', 'unlockWrites', 'statusBarItem.warningBackground'];
    assert.deepEqual(shown(), [front, warning]);
    tested.panelInFront = 'Live';
    tested.panelsChanged.fire();
    assert.deepEqual(shown(), [warning, []]);

    mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.now() });
    try {
      const [item] = items;
      assert.ok(item);
      for (let times = 0; times < 3; times++) tested.panelsChanged.fire();
      item.draws = 0;
      mock.timers.tick(1000);
      assert.equal(item.draws, 1);
      status.dispose();
      mock.timers.tick(5000);
      tested.panelsChanged.fire();
      documentsChanged.fire();
      assert.deepEqual([item.draws, items.map(({ disposed }) => disposed)], [1, [true, true]]);
    } finally {
      mock.timers.reset();
    }
    await tested.run('unlockWrites', [{ pick: 'Lock now' }], live);
  });

  test('shows the connection of the active query or page, and none for other documents', async () => {
    await using _ = await withSettings({ 'logbench.connections': [lab, live] });
    ofDocument = live;
    const show = async (language: string): Promise<void> => {
      const document = await vscode.workspace.openTextDocument({ language, content: 'table a' });
      await vscode.window.showTextDocument(document, { preview: false });
    };
    await show('logbench-query');
    await eventually(() => items[0]?.text.includes('Live') && items[0].visible);
    ofDocument = lab;
    documentsChanged.fire();
    assert.deepEqual(items[0]?.shown, ['$(plug) Lab · Staging', 'test', undefined]);
    items[0].draws = 0;
    hideValues(undefined);
    assert.equal(items[0].draws, 1);
    await show('plaintext');
    await eventually(() => items[0]?.visible === false);
    tested.panelInFront = 'Live';
    const showPage = (): unknown =>
      vscode.window.createWebviewPanel('logbench.test', 'A page', vscode.ViewColumn.Active);
    showPage();
    await eventually(() => items[0]?.text.includes('Live') && items[0].visible);
    tested.panelInFront = 'Lab';
    showPage();
    await eventually(() => items[0]?.text.includes('Lab'));
  });
});
