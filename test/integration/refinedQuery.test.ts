import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { QuerySource } from '../../src/extension/features/queryResults/resultsState';
import { firstView } from '../../src/core/notebook/cellOutput';
import { writeRefinement } from '../../src/extension/features/queryResults/writeRefined';
import { hideValues } from '../../src/core/privacy/hiddenValues';
import { Masker } from '../../src/core/privacy/masker';
import type { Refinement } from '../../src/core/pages/queryResults';
import type { DocumentConnections } from '../../src/extension/ui/documents/documentConnections';
import { lab } from '../support/labConnection';
import { closeAllTabs } from './support/closeAllTabs';
import { typed } from './support/queryDocuments';
import { inNewest as test } from './support/vscodes';

const before = '// kept\n';
const ran = 'table a | limit 5';
const after = '\n// kept too';
const sort: Refinement = { action: 'sort', column: 'n', descending: false, run: true };

describe('A refined query', () => {
  const remembered: string[] = [];
  const connections = {
    remember: async (uri: vscode.Uri, { name }: { readonly name: string }) =>
      Promise.resolve(void remembered.push(`${uri.toString()} on ${name}`)),
  } as unknown as DocumentConnections;

  afterEach(async () => {
    remembered.length = 0;
    await closeAllTabs();
  });

  const write = async (source: QuerySource | undefined, refinement: Refinement): Promise<QuerySource> => {
    const shown = { connection: lab, name: 'a', document: null, text: ran, view: firstView, source };
    return writeRefinement(shown, refinement, { offsetAt: () => 0, columns: [] }, connections);
  };

  test('replaces the range that was run, and nothing else', async () => {
    const { document } = await typed(before + ran + after);
    const source = { uri: document.uri.toString(), from: before.length, text: ran, settings: 'set p = 1 | ' };
    const written = await write(source, sort);
    assert.deepEqual(written, { ...source, text: `${ran} | sort n` });
    assert.equal(document.getText(), `${before}${ran} | sort n${after}`);
    const next = await write(written, { ...sort, descending: true });
    assert.equal(document.getText(), `${before}${ran} | sort n | sort -n${after}`);
    assert.deepEqual([next.from, remembered], [before.length, []]);
  });

  test('opens in a new document on the same connection if the range has changed', async () => {
    const { document } = await typed(`${before} ${ran}`);
    const source = { uri: document.uri.toString(), from: before.length, text: ran, settings: 'set p = 1 | ' };
    const written = await write(source, sort);
    assert.equal(document.getText(), `${before} ${ran}`);
    assert.notEqual(written.uri, source.uri);
    assert.deepEqual(
      { ...written, uri: '' },
      { uri: '', from: 0, text: `${ran} | sort n`, settings: source.settings },
    );
    assert.deepEqual(remembered, [`${written.uri} on Lab`]);
    const own = vscode.workspace.textDocuments.find(({ uri }) => uri.toString() === written.uri);
    assert.deepEqual([own?.getText(), own?.languageId], [written.text, 'logbench-query']);
    const elsewhere = await write(undefined, sort);
    assert.deepEqual([elsewhere.text, elsewhere.settings, remembered.length], [`${ran} | sort n`, '', 2]);
  });

  test('that is not run has the cursor at its end, in the column of its editor', async () => {
    const content = before + ran + after;
    const other = await vscode.workspace.openTextDocument({ content: '' });
    await vscode.window.showTextDocument(other, vscode.ViewColumn.One);
    const document = await vscode.workspace.openTextDocument({ language: 'logbench-query', content });
    await vscode.window.showTextDocument(document, vscode.ViewColumn.Two);
    await vscode.window.showTextDocument(other, vscode.ViewColumn.One);
    const source = { uri: document.uri.toString(), from: before.length, text: ran, settings: '' };
    const { text } = await write(source, { ...sort, run: false });
    const editor = vscode.window.activeTextEditor;
    assert.equal(editor?.document.uri.toString(), document.uri.toString());
    const cursor = document.offsetAt(editor.selection.active);
    assert.deepEqual([cursor, editor.selection.isEmpty], [before.length + text.length, true]);
    assert.equal(editor.viewColumn, vscode.ViewColumn.Two);
  });

  test('is rejected with a masked value, which would match nothing', async () => {
    const { document } = await typed(ran);
    const source = { uri: document.uri.toString(), from: 0, text: ran, settings: '' };
    const masker = new Masker();
    hideValues(masker);
    try {
      const value = masker.text('10.20.30.40');
      const keep: Refinement = { action: 'keepOnly', column: 'n', value, run: true };
      await assert.rejects(write(source, keep), /Show sensitive values first/);
      assert.equal(document.getText(), ran);
      await write(source, { ...keep, value: 'plain' });
      assert.match(document.getText(), /n == "plain"/);
    } finally {
      hideValues(undefined);
    }
  });

  test('is rejected if a value cannot be used in a condition', async () => {
    const { document } = await typed(ran);
    const source = { uri: document.uri.toString(), from: 0, text: ran, settings: '' };
    const value = { nested: 1 } as unknown as string;
    await assert.rejects(
      write(source, { action: 'keepOnly', column: 'n', value, run: true }),
      /cannot be used in a condition/,
    );
    assert.deepEqual([document.getText(), remembered], [ran, []]);
  });
});
