import assert from 'node:assert/strict';
import path from 'node:path';
import * as vscode from 'vscode';
import { registerDrafts } from '../../src/extension/features/drafts';
import type { Drafts } from '../../src/extension/features/drafts';
import { DraftStore } from '../../src/extension/features/drafts/draftStore';
import { withDraft, withRecord } from '../../src/extension/features/drafts/storedQuery';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { platformOf } from '../../src/extension/ui/connections/connection';
import type { Connection, PlatformsChange } from '../../src/extension/ui/connections/connection';
import { queryUri } from '../../src/extension/ui/documents/queryUri';
import { setZone } from '../../src/extension/ui/format/timeZones';
import { eventually } from '../support/eventually';
import { lab } from '../support/labConnection';
import { scheduledQueryFields, someGuid } from '../support/scheduledQueries';
import { temporaryFolder } from '../support/temporaryFolder';
import { closeAllTabs } from './support/closeAllTabs';
import { replacing, together } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const address = { connection: lab.name, guid: someGuid };
const uri = queryUri({ address, name: 'q' });

/** The drafts of a window, with stubs for VS Code and the other features. */
class TestedDrafts implements Disposable {
  connections: readonly Connection[] = [];
  readonly platformsChanged = new vscode.EventEmitter<PlatformsChange>();
  readonly moved = new vscode.EventEmitter<void>();
  /** How often lenses were compared with those that are shown, and VS Code was asked to request decorations again. */
  readonly drawn = { lenses: 0, decorations: 0 };
  decorationOf: (file: vscode.Uri) => unknown = () => undefined;
  readonly drafts: Drafts;

  constructor(storage: string) {
    const nothing = (): vscode.Disposable => new vscode.Disposable(() => undefined);
    using _ = together(
      replacing(vscode.workspace, 'registerTextDocumentContentProvider', nothing),
      replacing(
        vscode.languages,
        'registerCodeLensProvider',
        (_: unknown, lenses: vscode.CodeLensProvider) => {
          const read = (): vscode.Uri => {
            this.drawn.lenses += 1;
            return vscode.Uri.parse('untitled:none');
          };
          const document = Object.defineProperty({ isClosed: false }, 'uri', { get: read });
          void lenses.provideCodeLenses(document as never, new vscode.CancellationTokenSource().token);
          this.drawn.lenses = 0;
          return nothing();
        },
      ),
      replacing(vscode.window, 'registerFileDecorationProvider', (marks: vscode.FileDecorationProvider) => {
        this.decorationOf = (file) =>
          marks.provideFileDecoration(file, new vscode.CancellationTokenSource().token);
        return marks.onDidChangeFileDecorations?.(() => (this.drawn.decorations += 1));
      }),
    );
    const find = (name: string): Connection | undefined =>
      this.connections.find((connection) => connection.name === name);
    const platforms = {
      onDidChange: this.platformsChanged.event,
      all: () => this.connections,
      find,
      platformOf: (name: string) => {
        const found = find(name);
        return found && platformOf(found);
      },
    };
    this.drafts = registerDrafts(
      { commands: { registerAll: nothing } } as never,
      platforms as never,
      vscode.Uri.file(storage),
      { onDidChange: nothing } as never,
      { onDidMoveFiles: this.moved.event } as never,
      { onDidChange: nothing } as never,
    );
  }

  isMarked(): boolean {
    return this.drafts.marks.markOf(uri.path) !== undefined;
  }

  [Symbol.dispose](): void {
    this.drafts.dispose();
  }
}

describe('The drafts of a window', () => {
  before(closeAllTabs);

  test('are marked if they were saved before the window was opened, also when their connection is added later', async () => {
    await using folder = await temporaryFolder();
    const origin = { service: platformOf(lab), connection: lab.name };
    const draft = withDraft(withRecord(undefined, scheduledQueryFields(), origin), 'table mine');
    await new DraftStore(path.join(folder.path, 'drafts')).write(someGuid, draft);

    using tested = new TestedDrafts(folder.path);
    await eventually(() => tested.isMarked());
    assert.ok(tested.decorationOf(uri));
    assert.equal(tested.decorationOf(uri.with({ scheme: 'file' })), undefined);
    assert.deepEqual(tested.drawn, { lenses: 1, decorations: 1 });

    tested.connections = [lab];
    assert.equal(tested.isMarked(), false);
    tested.platformsChanged.fire('connections');
    await eventually(() => tested.isMarked());
    assert.deepEqual(tested.drawn, { lenses: 2, decorations: 2 });
  });

  test('have their CodeLenses updated after a change of anything that they show, until the window is closed', async () => {
    await using folder = await temporaryFolder();
    using tested = new TestedDrafts(folder.path);
    const changes = {
      locks: () => tested.platformsChanged.fire('locks'),
      files: () => tested.moved.fire(),
      zone: () => setZone(undefined),
      hiding: () => hideValues(undefined),
    };
    for (const [name, change] of Object.entries(changes)) {
      tested.drawn.lenses = 0;
      change();
      assert.equal(tested.drawn.lenses, 1, name);
    }
    tested.drafts.dispose();
    for (const change of Object.values(changes)) change();
    assert.equal(tested.drawn.lenses, 1);
  });
});
