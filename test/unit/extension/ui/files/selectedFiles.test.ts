import assert from 'node:assert/strict';
import { access, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import type * as vscode from 'vscode';
import {
  localPath,
  maxOtherSize,
  pathToRead,
  writeTo,
} from '../../../../../src/extension/ui/files/selectedFiles';
import { temporaryFolder } from '../../../../support/temporaryFolder';

/** As much of a URI as is needed here; its path on this machine must not be used. */
function uri(scheme: string, location: string): vscode.Uri {
  const value = {
    scheme,
    path: location,
    with: (change: { readonly path: string }) => uri(scheme, change.path),
    toString: () => `${scheme}:${location}`,
    get fsPath(): string {
      assert.equal(scheme, 'file', 'a path of another machine');
      return location;
    },
  };
  return value as unknown as vscode.Uri;
}

/** Another file system. */
class ModelFiles {
  readonly contents = new Map<string, Uint8Array>();
  sizes = new Map<string, number>();

  readonly fs = {
    stat: (file: vscode.Uri) =>
      Promise.resolve({ size: this.sizes.get(file.path) ?? this.#read(file).length }),
    readFile: (file: vscode.Uri) => Promise.resolve(this.#read(file)),
    writeFile: (file: vscode.Uri, bytes: Uint8Array) =>
      Promise.resolve(void this.contents.set(file.path, bytes)),
  } as unknown as vscode.FileSystem;

  #read(file: vscode.Uri): Uint8Array {
    const bytes = this.contents.get(file.path);
    assert.ok(bytes, file.path);
    return bytes;
  }
}

describe('A file that the user selects', () => {
  it('is read and written on its own file system, byte for byte', async () => {
    const name = fc.stringMatching(/^[a-z0-9 ._-]{1,12}$/).filter((text) => !/^\.*$/.test(text));
    await fc.assert(
      fc.asyncProperty(name, fc.uint8Array({ maxLength: 200 }), async (file, bytes) => {
        const other = new ModelFiles();
        const target = uri('memory', `/folder/${file}`);
        await writeTo(other.fs, target, async (location) => {
          await writeFile(location, bytes);
          await writeFile(`${location}.manifest.json`, '{}');
        });
        assert.deepEqual(
          [...other.contents.keys()].sort(),
          [target.path, `${target.path}.manifest.json`].sort(),
        );
        const copy = await pathToRead(other.fs, target);
        assert.equal(path.basename(copy), file);
        assert.deepEqual(new Uint8Array(await readFile(copy)), bytes);
      }),
      { seed: 36, numRuns: 50 },
    );
  });

  it('is copied under its own name, which is never a path of any machine', async () => {
    for (const [name, copied] of [
      ['..\\..\\evil.log', 'evil.log'],
      ['C:\\a.log', 'a.log'],
      ['..\\..', 'file'],
      ['..', 'file'],
      [`${'한'.repeat(200)}.log`, `${'한'.repeat(46)}.log`],
    ] as const) {
      const other = new ModelFiles();
      other.contents.set(`/folder/${name}`, new Uint8Array([1]));
      const copy = await pathToRead(other.fs, uri('vscode-vfs', `/folder/${name}`));
      assert.equal(path.basename(copy), copied);
      assert.match(path.basename(path.dirname(copy)), /^logbench-/);
    }
  });

  it('is not copied if it is on this machine', async () => {
    await using folder = await temporaryFolder();
    const file = uri('file', path.join(folder.path, 'a.json'));
    const none = {} as vscode.FileSystem;
    assert.equal(await pathToRead(none, file), file.fsPath);
    assert.equal(
      await writeTo(none, file, (location) => writeFile(location, 'x').then(() => location)),
      file.fsPath,
    );
    assert.equal(localPath(file), file.fsPath);
  });

  it('is not written at all if writing fails, and leaves nothing on this machine', async () => {
    const other = new ModelFiles();
    let location = '';
    const failing = writeTo(other.fs, uri('memory', '/a.csv'), async (file) => {
      location = file;
      await writeFile(file, 'half');
      throw new Error('canceled');
    });
    await assert.rejects(failing, /canceled/);
    assert.equal(other.contents.size, 0);
    await assert.rejects(access(path.dirname(location)));
  });

  it('is rejected with its size if it is too large for another file system, before it is read', async () => {
    const other = new ModelFiles();
    other.sizes.set('/big.json', maxOtherSize + 1);
    await assert.rejects(
      pathToRead(other.fs, uri('memory', '/big.json')),
      /at most 100 MB, and big\.json has/,
    );
  });

  it('is rejected when only a file of this machine can be used', () => {
    assert.throws(() => localPath(uri('memory', '/ca.pem')), /memory:\/ca\.pem is not on the machine/);
  });
});
