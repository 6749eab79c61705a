import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable, TreeView } from 'vscode';
import { t } from '../../shared/localize';
import type { TreeNode } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';

/** In milliseconds. */
const pollDelay = 50;
const maxWait = 10_000;

/** The selection of the tree. VS Code does not know selected nodes while it reads their list again, and omits them. */
export class TreeSelection implements Disposable {
  #clicks = 0;
  readonly #subscription: Disposable;

  constructor(
    private readonly view: Pick<TreeView<TreeNode>, 'selection' | 'onDidChangeSelection'>,
    private readonly isReading: () => boolean,
  ) {
    this.#subscription = view.onDidChangeSelection(() => this.#clicks++);
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The node that was clicked; undefined if another one has been clicked or selected meanwhile. */
  async clicked(): Promise<TreeNode | undefined> {
    const click = ++this.#clicks;
    await waitWhile(() => click === this.#clicks && this.view.selection.length === 0);
    if (click !== this.#clicks) return undefined;
    const [node, ...others] = this.view.selection;
    return others.length === 0 ? node : undefined;
  }

  async all(): Promise<readonly TreeNode[]> {
    await waitWhile(this.isReading);
    return this.view.selection;
  }
}

async function waitWhile(condition: () => boolean): Promise<void> {
  const end = Date.now() + maxWait;
  while (condition()) {
    if (Date.now() > end) throw new ExplainedError(t('The list has changed. Select the item again.'));
    await delay(pollDelay);
  }
}
