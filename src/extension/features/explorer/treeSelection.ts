import { setTimeout as delay } from 'node:timers/promises';
import type { Disposable, TreeView } from 'vscode';
import { t } from '../../../core/base/localize';
import type { TreeNode } from '../../ui/explorer/explorerSection';
import { ExplainedError } from '../../ui/failures/failureText';

/** In milliseconds. */
const pollDelay = 50;
const maxWait = 10_000;

/**
 * The nodes that were selected when a click or key arrived. VS Code does not know nodes while it reads their list again,
 * and omits them from its selection.
 */
export class TreeSelection implements Disposable {
  #selected: readonly TreeNode[];
  #changes = 0;
  #newest = 0;
  readonly #subscription: Disposable;

  constructor(
    private readonly view: Pick<TreeView<TreeNode>, 'selection' | 'onDidChangeSelection'>,
    private readonly isReading: () => boolean,
  ) {
    this.#selected = view.selection;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#selected = selection;
      this.#changes++;
    });
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  /** The node that was clicked; undefined if another one has been clicked or selected meanwhile. */
  async clicked(): Promise<TreeNode | undefined> {
    const isCurrent = this.#begin();
    await waitWhile(() => isCurrent() && this.view.selection.length === 0);
    const [node, ...others] = this.view.selection;
    return isCurrent() && others.length === 0 ? node : undefined;
  }

  /** All selected nodes; none if this is called again meanwhile. Rejects if the selection changes. */
  async all(): Promise<readonly TreeNode[]> {
    const [isCurrent, before, changes] = [this.#begin(), this.#selected, this.#changes];
    const areKnown = (): boolean => before.every((node) => this.view.selection.includes(node));
    await waitWhile(() => isCurrent() && (this.isReading() || !areKnown()));
    if (changes !== this.#changes) throw listChanged();
    return isCurrent() ? this.view.selection : [];
  }

  /** Whether there has been neither a newer call nor another selection since. */
  #begin(): () => boolean {
    const [call, changes] = [++this.#newest, this.#changes];
    return () => call === this.#newest && changes === this.#changes;
  }
}

async function waitWhile(condition: () => boolean): Promise<void> {
  const end = Date.now() + maxWait;
  while (condition()) {
    if (Date.now() > end) throw listChanged();
    await delay(pollDelay);
  }
}

function listChanged(): ExplainedError {
  return new ExplainedError(t('The list has changed. Select the item again.'));
}
