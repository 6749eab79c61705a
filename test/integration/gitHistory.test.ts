import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { openCommit, readCommits } from '../../src/extension/features/scheduledRuns/runsPanel';
import { replacing, together } from './support/replacing';
import { inNewest as test } from './support/vscodes';

const file = vscode.Uri.file('/project/scheduled-queries/Logins.lq');
const failedAt = Date.UTC(2026, 10, 16, 3);
const before = new Date(failedAt - 60_000);
const after = new Date(failedAt + 60_000);
const shown = { hash: 'b'.repeat(40), parents: ['a'.repeat(40)], authorName: 'Kim' };

/** A stub of VS Code's Git extension, as far as its API is documented in its git.d.ts; windows of tests do not have it. */
class GitExtension implements Disposable {
  readonly #changed = new vscode.EventEmitter<'initialized'>();
  readonly asked: unknown[] = [];
  enabled = true;
  state = 'initialized';
  hasRepository = true;
  readonly #replaced = replacing(vscode.extensions, 'getExtension', (id: string) =>
    id === 'vscode.git' ? { activate: async () => Promise.resolve(this) } : undefined,
  );

  getAPI(version: number): object {
    assert.equal(version, 1);
    // It throws if Git is disabled.
    if (!this.enabled) throw new Error('Git model not found');
    return {
      state: this.state,
      onDidChangeState: this.#changed.event,
      toGitUri: (uri: vscode.Uri, ref: string) => uri.with({ scheme: 'git', query: ref }),
      getRepository: () => (this.hasRepository ? this : null),
    };
  }

  log(options: unknown): Promise<readonly object[]> {
    this.asked.push(options);
    return Promise.resolve([
      { hash: 'c'.repeat(40), parents: [shown.hash], message: 'Repair it', commitDate: after },
      // Written long before it was committed.
      { ...shown, message: 'Read another table\n\nBecause.', commitDate: before, authorDate: new Date(0) },
    ]);
  }

  initialize(): void {
    this.#changed.fire('initialized');
  }

  [Symbol.dispose](): void {
    this.#replaced[Symbol.dispose]();
    this.#changed.dispose();
  }
}

describe('The Git commits of the file of a query', () => {
  test('are those before the failure, once the Git extension is initialized', async () => {
    using git = new GitExtension();
    git.state = 'uninitialized';
    const reading = readCommits(file, failedAt);
    await Promise.resolve();
    setImmediate(() => git.initialize());

    assert.deepEqual(await reading, [
      {
        ...{ hash: shown.hash, parent: shown.parents[0], time: before.getTime(), author: 'Kim' },
        message: 'Read another table\n\nBecause.',
      },
    ]);
    assert.deepEqual(git.asked, [{ path: file.fsPath, maxEntries: 100 }]);
  });

  test('are unknown without Git, outside of a repository, and without a file', async () => {
    using git = new GitExtension();
    assert.equal(await readCommits(undefined, failedAt), undefined);
    git.hasRepository = false;
    assert.equal(await readCommits(file, failedAt), undefined);
    git.enabled = false;
    assert.equal(await readCommits(file, failedAt), undefined);
    using _ = replacing(vscode.extensions, 'getExtension', () => undefined);
    assert.equal(await readCommits(file, failedAt), undefined);
  });

  test('are compared with their parent, in a tab whose title shows no icon of the message', async () => {
    const ran: unknown[] = [];
    using _ = together(
      new GitExtension(),
      replacing(vscode.commands, 'executeCommand', (...run: unknown[]) => {
        ran.push(...run);
        return Promise.resolve();
      }),
    );
    const [hash, parent] = [shown.hash, shown.parents[0]];
    await openCommit(file, { hash, parent, time: 0, author: '', message: '$(trash) Read\nBecause' });

    const at = (ref: string): vscode.Uri => file.with({ scheme: 'git', query: ref });
    assert.deepEqual(ran.slice(0, 3), ['vscode.diff', at(parent ?? ''), at(hash)]);
    assert.doesNotMatch(String(ran[3]), /\$\(trash\)|Because/);
    assert.match(String(ran[3]), /Read \(bbbbbbbb\)$/);
  });
});
