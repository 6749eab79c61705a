import * as vscode from 'vscode';
import { readProperties } from '../../notebook/notebookProperties';
import type { CellRun } from '../../shared/protocol/notebook';
import { frontMatterOf } from './notebookFile';

/** With `outputs: summary`, the count of rows and the time of the run are written into the file. */
export async function writeSummary(cell: vscode.NotebookCell, run: CellRun): Promise<void> {
  const { properties } = readProperties(frontMatterOf(cell.notebook));
  if (properties.outputs !== 'summary' || cell.index === -1) return;
  const edit = new vscode.WorkspaceEdit();
  const metadata = { ...cell.metadata, summary: summaryOf(run) };
  edit.set(cell.notebook.uri, [vscode.NotebookEdit.updateCellMetadata(cell.index, metadata)]);
  await vscode.workspace.applyEdit(edit);
}

/** For reviewers in any language and time zone: no value of a log, no sentence of the product. */
function summaryOf({ started, total, failure }: CellRun): string {
  const time = new Date(started).toISOString().replace(/\.\d+Z$/, 'Z');
  return failure === null ? `${total} rows, ${time}` : `failed, ${time}`;
}
