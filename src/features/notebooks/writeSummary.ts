import * as vscode from 'vscode';
import { readProperties } from '../../notebook/notebookProperties';
import type { CellRun } from '../../shared/protocol/notebook';
import { frontMatterOf } from './notebookFile';

/** With `outputs: summary`, the count of rows and the time of the run are written into the file; otherwise removed. */
export async function writeSummary(cell: vscode.NotebookCell, run: CellRun): Promise<void> {
  const { summary: before, summarized: _, ...others } = cell.metadata;
  const writes = readProperties(frontMatterOf(cell.notebook)).properties.outputs === 'summary';
  if (cell.index === -1 || (!writes && before === undefined)) return;
  const edit = new vscode.WorkspaceEdit();
  const metadata = writes ? { ...others, summary: summaryOf(run), summarized: run.text } : others;
  edit.set(cell.notebook.uri, [vscode.NotebookEdit.updateCellMetadata(cell.index, metadata)]);
  await vscode.workspace.applyEdit(edit);
}

/** For reviewers in any language and time zone: no value of a log, no sentence of the product. */
function summaryOf({ started, total, failure }: CellRun): string {
  const time = new Date(started).toISOString().replace(/\.\d+Z$/, 'Z');
  return failure === null ? `${total} rows, ${time}` : `failed, ${time}`;
}
