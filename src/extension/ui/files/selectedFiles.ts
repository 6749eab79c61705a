import { rmSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type * as vscode from 'vscode';
import { formatBytes } from '../../../core/base/formatBytes';
import { t } from '../../../core/base/localize';
import { ExplainedError } from '../failures/failureText';

type OtherFiles = Pick<vscode.FileSystem, 'stat' | 'readFile' | 'writeFile'>;

/** The limit for a file of another file system than that of this machine: VS Code reads and writes it at once. */
export const maxOtherSize = 100 * 1_048_576;

/** The path of a file or folder that must be on the machine where the extension runs. */
export function localPath(uri: vscode.Uri): string {
  if (uri.scheme === 'file') return uri.fsPath;
  throw new ExplainedError(
    t('{0} is not on the machine where the extension runs. Select one that is.', uri.toString()),
  );
}

/** A path with the content of a file. A file of another file system is copied to a temporary folder. */
export async function pathToRead(files: OtherFiles, uri: vscode.Uri): Promise<string> {
  if (uri.scheme === 'file') return uri.fsPath;
  const bytes = await explained(uri, async () => {
    checkSize(uri, (await files.stat(uri)).size);
    const read = await files.readFile(uri);
    // Some file systems do not know the size before.
    checkSize(uri, read.length);
    return read;
  });
  const folder = await temporaryFolder();
  removeAtExit(folder);
  const copy = path.join(folder, nameOfCopy(uri));
  await writeFile(copy, bytes, { mode: 0o600 });
  return copy;
}

/**
 * Lets `write` create a file, and others beside it. Those of another file system are written to a temporary folder
 * first and copied when all of them are complete.
 */
export async function writeTo<Result>(
  files: OtherFiles,
  uri: vscode.Uri,
  write: (file: string) => Promise<Result>,
): Promise<Result> {
  if (uri.scheme === 'file') return write(uri.fsPath);
  const folder = await temporaryFolder();
  try {
    const result = await write(path.join(folder, nameOf(uri)));
    const names = await readdir(folder);
    for (const name of names) checkSize(uri, (await stat(path.join(folder, name))).size);
    for (const name of names) {
      const target = uri.with({ path: path.posix.join(path.posix.dirname(uri.path), name) });
      const bytes = await readFile(path.join(folder, name));
      await explained(target, async () => files.writeFile(target, bytes));
    }
    return result;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Names the file: the errors of file systems do not, or name something internal. */
async function explained<Result>(uri: vscode.Uri, work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ExplainedError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new ExplainedError(t('VS Code cannot access {0}: {1}', uri.toString(), reason), { cause: error });
  }
}

function checkSize(uri: vscode.Uri, size: number): void {
  if (size <= maxOtherSize) return;
  throw new ExplainedError(
    t(
      'Files that are not on the machine where the extension runs can have at most {0}, and {1} has {2}. Use a local file instead.',
      formatBytes(maxOtherSize),
      nameOf(uri),
      formatBytes(size),
    ),
  );
}

function nameOf(uri: vscode.Uri): string {
  const name = path.posix.basename(uri.path);
  return /^\.*$/.test(name) ? 'file' : name;
}

/** A name on another file system may be a path on Windows, or too long for a file of this machine. */
function nameOfCopy(uri: vscode.Uri): string {
  const name = path.win32.basename(nameOf(uri));
  if (/^\.*$/.test(name)) return 'file';
  return Buffer.byteLength(name) <= maxNameBytes ? name : name.slice(-maxNameBytes / 5);
}

const maxNameBytes = 250;

const copies = new Set<string>();

/** A copy may be needed until the window closes, for example by an upload. */
function removeAtExit(folder: string): void {
  if (copies.size === 0) {
    process.once('exit', () => {
      for (const copy of copies) rmSync(copy, { recursive: true, force: true });
    });
  }
  copies.add(folder);
}

/** Readable by this user only. */
async function temporaryFolder(): Promise<string> {
  return mkdtemp(path.join(tmpdir(), 'logbench-'));
}
