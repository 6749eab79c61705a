import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import { disposedAfter } from '../support/ofSuite';
import { eventually } from '../support/eventually';
import { HttpServer } from '../support/httpServer';
import { temporaryFolder } from '../support/temporaryFolder';
import { closeAllTabs } from './support/closeAllTabs';
import { connectTo } from './support/connected';
import type { Connected } from './support/connected';
import { typeInto } from './support/queryDocuments';
import { inOldest as test } from './support/vscodes';

const link = '[free](command:workbench.action.closeAllEditors) <img src=x onerror=alert(1)>';
/** Deeper than any stack. */
const depth = 5000;

/** A hostile file of a repository, and what opening it must not do. */
const hostileTexts = {
  'links and markup': `table web | search path == "${link}" | eval \`${link}\` = 1`,
  'a query that sends rows elsewhere': 'table web | import copied',
  'brackets without end': `table web | search ${'('.repeat(depth)}a`,
  'subqueries without end': `table web | join user ${'[ table web | join user '.repeat(depth)}`,
  'one line of a megabyte': `table web | search a == "${'x'.repeat(1_048_576)}"`,
  'text that runs backwards': 'table web | search user == "\u202Enimda\u202C" \uFEFF',
};

describe('A hostile query file', function () {
  this.timeout(120_000);

  let server: HttpServer;
  let connected: Connected;

  before(async () => {
    server = await HttpServer.start((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ total_count: 0, tables: [], scheduled_queries: [] }));
    });
    // A name of its own: documents of other connections, open still, have no business here.
    connected = await connectTo({ baseUrl: server.origin, key: 'k3y' }, { name: 'Stranger' });
  });

  disposedAfter(() => [connected, server]);

  afterEach(closeAllTabs);

  for (const [what, text] of Object.entries(hostileTexts)) {
    test(`sends no query, runs no command and renders no markup when it is opened: ${what}`, async () => {
      await using folder = await temporaryFolder();
      const file = vscode.Uri.file(path.join(folder.path, 'hostile.lq'));
      await writeFile(file.fsPath, text);
      // Those of the test of the key came before.
      const { length } = server.seen;

      const document = await vscode.workspace.openTextDocument(file);
      await vscode.window.showTextDocument(document);
      const lenses = await ask<vscode.CodeLens>('vscode.executeCodeLensProvider', file, 10);
      const hovers = await hoversAlong(document);
      const links = await ask<vscode.DocumentLink>('vscode.executeLinkProvider', file);
      // The language has looked at the text when its outline is there.
      await eventually(async () =>
        vscode.commands.executeCommand('vscode.executeFoldingRangeProvider', file),
      );

      const seen = server.seen.slice(length);
      const written = seen.filter(({ method }) => method !== 'GET');
      assert.deepEqual(written, []);
      assert.deepEqual(
        seen.filter(({ url }) => /\/(cursors|queries|query)\b/.test(url)),
        [],
      );
      const commands = lenses.flatMap(({ command }) => command?.command ?? []);
      assert.deepEqual(
        commands.filter((id) => !id.startsWith('logbench.query.')),
        [],
      );
      for (const content of hovers) {
        assert.ok(content.isTrusted !== true && content.supportHtml !== true, content.value);
      }
      assert.deepEqual(
        links.filter(({ target }) => target?.scheme === 'command'),
        [],
      );
      // VS Code keeps it for minutes after its tab was closed, and every change of a connection checks it again.
      await typeInto(file, '');
      await document.save();
    });
  }
});

async function ask<Found>(command: string, ...args: readonly unknown[]): Promise<readonly Found[]> {
  return (await vscode.commands.executeCommand<Found[] | undefined>(command, ...args)) ?? [];
}

/** What is said about the words of the first line, those of our extension and of all others. */
async function hoversAlong(document: vscode.TextDocument): Promise<readonly vscode.MarkdownString[]> {
  const contents: vscode.MarkdownString[] = [];
  for (const character of [0, 8, 14, 20, 30]) {
    const position = new vscode.Position(0, character);
    const hovers = await ask<vscode.Hover>('vscode.executeHoverProvider', document.uri, position);
    for (const { contents: parts } of hovers) {
      for (const part of parts) if (part instanceof vscode.MarkdownString) contents.push(part);
    }
  }
  return contents;
}
