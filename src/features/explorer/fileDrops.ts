import * as vscode from 'vscode';
import type { ExplorerNode } from '../../ui/explorer/explorerNode';

/** Handles files that are dropped on a node. */
export type FilesDropped = (node: ExplorerNode, files: readonly vscode.Uri[]) => Promise<void>;

/** Accepts files from VS Code's file explorer, and from the desktop if VS Code passes them on. */
export class FileDrops {
  constructor(private readonly dropped: FilesDropped) {}

  async handleDrop(node: ExplorerNode | undefined, transfer: vscode.DataTransfer): Promise<void> {
    const files = await droppedFiles(transfer);
    if (node !== undefined && files.length > 0) await this.dropped(node, files);
  }
}

async function droppedFiles(transfer: vscode.DataTransfer): Promise<readonly vscode.Uri[]> {
  const list = await transfer.get('text/uri-list')?.asString();
  const listed = (list ?? '').split(/\r?\n/).filter((line) => line !== '' && !line.startsWith('#'));
  if (listed.length > 0) return listed.map((line) => vscode.Uri.parse(line, true));
  return [...transfer].flatMap(([, item]) => item.asFile()?.uri ?? []);
}
