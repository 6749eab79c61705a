import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as vscode from 'vscode';
import { cellOutput, cellOutputType } from '../../src/shared/protocol/notebook';
import type { CellOutput } from '../../src/shared/protocol/notebook';
import { eventually } from '../support/eventually';
import { closeAllTabs } from './support/closeAllTabs';
import { sharedPlatform } from './support/connected';

describe('Notebooks', () => {
  const shared = sharedPlatform();
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'logbench-notebook-'));
  });
  afterEach(async () => {
    await vscode.workspace.saveAll(false);
    await closeAllTabs();
    await rm(folder, { recursive: true, force: true });
  });

  async function opened(text: string): Promise<vscode.NotebookDocument> {
    const file = path.join(folder, 'case.lq.md');
    await writeFile(file, text);
    const notebook = await vscode.workspace.openNotebookDocument(vscode.Uri.file(file));
    await vscode.window.showNotebookDocument(notebook);
    return notebook;
  }

  const withConnection = (text: string): string =>
    `---\nconnection: ${shared.connected.connection.name}\nparameters:\n  least: 2\n---\n\n${text}`;

  function outputOf(cell: vscode.NotebookCell): CellOutput | undefined {
    const item = cell.outputs.flatMap(({ items }) => items).find(({ mime }) => mime === cellOutputType);
    return item && cellOutput.parse(JSON.parse(new TextDecoder().decode(item.data)));
  }

  async function runAll(notebook: vscode.NotebookDocument): Promise<void> {
    // The kernel is selected after the notebook was opened.
    await eventually(async () => {
      await vscode.commands.executeCommand('notebook.execute', notebook.uri);
      return notebook
        .getCells()
        .some((cell) => cell.executionSummary !== undefined || cell.outputs.length > 0);
    });
  }

  it('show why a query was not sent or failed, and run the others', async () => {
    const notebook = await opened(
      withConnection(
        '```lq\ntable nowhere\n```\n\n```lq\njson "{}" | search in(a, $("missing.a"))\n```\n\n```lq\njson "{}"\n```\n',
      ),
    );
    await runAll(notebook);
    await eventually(() => outputOf(notebook.cellAt(2)) !== undefined);
    assert.match(outputOf(notebook.cellAt(0))?.state.failure?.message ?? '', /nowhere|table/i);
    assert.match(outputOf(notebook.cellAt(1))?.state.failure?.message ?? '', /no cell “missing”/);
    assert.equal(outputOf(notebook.cellAt(2))?.total, 1);
    assert.equal(notebook.cellAt(1).executionSummary?.success, false);
  });
});
