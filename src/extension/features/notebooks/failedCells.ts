import * as vscode from 'vscode';
import { t } from '../../../core/base/localize';
import { listedNames } from '../../../core/base/listedNames';
import type { NotebookDeps } from './notebookFile';
import { metadataOf } from './notebookFile';

export type Outcome = 'done' | 'failed' | 'canceled';

/** Says that queries ran although one before them failed: their results may have been meant to build on it. */
export function tellFailed(
  { prompts }: NotebookDeps['ui'],
  cells: readonly vscode.NotebookCell[],
  outcomes: readonly Outcome[],
): void {
  const failed = cells.filter((_, index) => outcomes[index] === 'failed');
  const [first] = failed;
  if (first === undefined || !outcomes.slice(outcomes.indexOf('failed')).includes('done')) return;
  const names = listedNames(failed.map((cell) => metadataOf(cell).name || String(cell.index + 1)));
  const message =
    failed.length === 1
      ? t('1 of {0} queries failed, in the cell {1}. Those after it ran anyway.', cells.length, names)
      : t(
          '{0} of {1} queries failed, in the cells {2}. Those after them ran anyway.',
          failed.length,
          cells.length,
          names,
        );
  void prompts
    .notify({ severity: 'warning', message, buttons: [{ label: t('Show Cell'), value: true }] })
    .then(async (shows) => (shows === true ? reveal(first) : undefined));
}

async function reveal({ notebook, index }: vscode.NotebookCell): Promise<void> {
  const range = new vscode.NotebookRange(index, index + 1);
  const editor = await vscode.window.showNotebookDocument(notebook, { selections: [range] });
  editor.revealRange(range, vscode.NotebookEditorRevealType.InCenter);
}
