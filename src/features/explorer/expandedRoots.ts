import * as vscode from 'vscode';
import type { Connection } from '../../ui/connections/connection';
import { ConnectionNode } from '../../ui/explorer/explorerNode';
import type { TreeNode } from '../../ui/explorer/explorerNode';

/** The connections that are expanded, even while the view is hidden. */
export class ExpandedRoots implements vscode.Disposable {
  readonly #names = new Set<string>();
  readonly #changed = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;

  set(node: TreeNode, expanded: boolean): void {
    if (!(node instanceof ConnectionNode)) return;
    const { name } = node.connection;
    const isKnown = this.#names.has(name);
    if (expanded) this.#names.add(name);
    else this.#names.delete(name);
    if (isKnown !== expanded) this.#changed.fire();
  }

  /** Those of the given ones that are expanded. */
  of(connections: readonly Connection[]): readonly Connection[] {
    return connections.filter(({ name }) => this.#names.has(name));
  }

  dispose(): void {
    this.#changed.dispose();
  }
}
