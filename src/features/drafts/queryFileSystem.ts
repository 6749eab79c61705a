import * as vscode from 'vscode';
import { t } from '../../shared/localize';
import { plainText } from '../../shared/plainText';
import { parsePath } from '../../shared/queryAddress';
import type { QueryAddress } from '../../shared/queryAddress';
import { bytesOf, needsMark, textOfBytes, currentText } from './storedQuery';
import type { StoredQuery } from './storedQuery';
import type { WorkingCopies } from './workingCopies';

/**
 * Scheduled queries as files. Reads come from the platform, or from the store if it cannot be reached; writes
 * store a draft and send nothing, so a lock does not prevent them.
 */
export class QueryFileSystem implements vscode.FileSystemProvider {
  readonly #changed = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
  readonly onDidChangeFile = this.#changed.event;

  constructor(private readonly copies: WorkingCopies) {}

  dispose(): void {
    this.#changed.dispose();
  }

  /** Makes editors reload these files. */
  announce(files: readonly vscode.Uri[]): void {
    this.#changed.fire(files.map((uri) => ({ type: vscode.FileChangeType.Changed, uri })));
  }

  /** Changes are announced for every open file, so there is nothing to watch. */
  watch(): vscode.Disposable {
    return new vscode.Disposable(() => undefined);
  }

  async stat(uri: vscode.Uri): Promise<vscode.FileStat> {
    const address = parsePath(uri.path);
    if (address === undefined) return folderStat;
    const query = await this.#read(uri, address);
    const size = bytes(uri, query).length;
    return { type: vscode.FileType.File, ctime: 0, mtime: query.changedAt, size };
  }

  async readFile(uri: vscode.Uri): Promise<Uint8Array> {
    return bytes(uri, await this.#read(uri, this.#addressOf(uri)));
  }

  async writeFile(uri: vscode.Uri, content: Uint8Array): Promise<void> {
    const address = this.#addressOf(uri);
    const text = textOfBytes(content);
    if (text === undefined) {
      const message = t('Queries can be saved only as UTF-8. Select "Save with Encoding", then UTF-8.');
      throw vscode.FileSystemError.NoPermissions(plainText(message));
    }
    await this.copies.save(address, text);
  }

  readDirectory(): [string, vscode.FileType][] {
    return [];
  }

  createDirectory(uri: vscode.Uri): void {
    throw vscode.FileSystemError.NoPermissions(uri);
  }

  delete(uri: vscode.Uri): void {
    const message = t('Use "Logbench: Delete Scheduled Queries…" to delete {0}.', uri.path);
    throw vscode.FileSystemError.NoPermissions(plainText(message));
  }

  rename(uri: vscode.Uri): void {
    const message = t('Use "Logbench: Edit Schedule and Properties…" to rename {0}.', uri.path);
    throw vscode.FileSystemError.NoPermissions(plainText(message));
  }

  async #read(uri: vscode.Uri, address: QueryAddress): Promise<StoredQuery> {
    const stored = await this.copies.open(address).catch((error: unknown) => {
      throw vscode.FileSystemError.Unavailable(error instanceof Error ? plainText(error.message) : uri);
    });
    if (stored === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return stored;
  }

  #addressOf(uri: vscode.Uri): QueryAddress {
    const address = parsePath(uri.path);
    if (address === undefined) throw vscode.FileSystemError.FileNotFound(uri);
    return address;
  }
}

function bytes(uri: vscode.Uri, query: StoredQuery): Uint8Array {
  const files = vscode.workspace.getConfiguration('files', { uri, languageId: 'logbench-query' });
  return bytesOf(currentText(query), needsMark(files.get('encoding'), files.get('autoGuessEncoding')));
}

const folderStat: vscode.FileStat = {
  type: vscode.FileType.Directory,
  ctime: 0,
  mtime: 0,
  size: 0,
  permissions: vscode.FilePermission.Readonly,
};
