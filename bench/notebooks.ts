import { cp, mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Page } from 'playwright-core';
import * as z from 'zod/mini';
import { findChromium } from '../scripts/browser/findChromium.mjs';
import { fetchHost } from '../scripts/hosts/fetchHost.mjs';
import { cellOutput } from '../src/core/notebook/cellOutput';
import type { CellRun } from '../src/core/pages/notebook';
import { drawing, loadRenderer } from '../test/pages/support/notebookRenderer';
import { startPageServer } from '../test/pages/support/pageServer';
import { Pages } from '../test/pages/support/pageUnderTest';
import { temporaryFolder } from '../test/support/temporaryFolder';
import { compare, judge, median, spreadOf } from './measurement';
import type { Measurement } from './measurement';
import { installExtension, measureInVscode, prepareSuite } from './support/vscodeWindow';

const cellCount = 200;
const rounds = 9;
const keys = 60;
const frame = 16.7;

/** Notebooks: opening a long one, typing in it, and drawing a result. */
export async function measure(): Promise<Measurement[]> {
  return [...(await measureEditor()), await measureResult()];
}

const Times = z.object({
  ours: z.array(z.number()),
  theirs: z.array(z.number()),
  typing: z.array(z.number()),
  theirTyping: z.array(z.number()),
});

async function measureEditor(): Promise<readonly Measurement[]> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  await prepareSuite(folder, suite);
  await writeNotebooks(path.join(folder, 'workspace'));
  const { ours, theirs, typing, theirTyping } = await timesIn(folder);
  const ratio = median(ours) / median(theirs);
  const longer = median(typing) - median(theirTyping);
  return [
    {
      name: `notebook of ${cellCount} cells: opened in VS Code`,
      ...{ value: median(ours), unit: 'ms', against: 'the same cells as .ipynb', ratio },
      ...{ spread: spreadOf(ours), ...judge(ratio, { atMost: 1.5 }) },
    },
    {
      name: `notebook of ${cellCount} cells: a key typed in a cell, longer than in .ipynb`,
      ...{ value: longer, unit: 'ms', bar: `≤ ${frame}`, passed: longer <= frame },
    },
  ];
}

/** A file for each round, because VS Code keeps a closed one in memory for a while. */
async function writeNotebooks(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const texts = Array.from({ length: cellCount }, (_, index) =>
    index % 2 === 0
      ? `## Question ${index}\n\nWhat happened in hour ${index}?`
      : `table duration=${index}h web\n| search status >= 500 and user == "user${index}"\n| stats count by user, url\n| sort -count`,
  );
  const isQuery = (index: number): boolean => index % 2 === 1;
  const markdown = texts.map((text, index) => (isQuery(index) ? `\`\`\`lq\n${text}\n\`\`\`` : text));
  const cells = texts.map((text, index) => ({
    cell_type: isQuery(index) ? 'code' : 'markdown',
    metadata: {},
    source: text.split(/(?<=\n)/),
    ...(isQuery(index) && { outputs: [], execution_count: null }),
  }));
  const ipynb = JSON.stringify({ cells, metadata: {}, nbformat: 4, nbformat_minor: 2 });
  for (let round = 0; round <= rounds; round++) {
    await writeFile(path.join(folder, `${round}.lq.md`), `---\nfrom: 1d\n---\n\n${markdown.join('\n\n')}\n`);
    await writeFile(path.join(folder, `${round}.ipynb`), ipynb);
  }
}

async function timesIn(folder: string): Promise<z.infer<typeof Times>> {
  const dataFolder = path.join(folder, 'data');
  const { serverMain } = await fetchHost('newest');
  const jupyter = path.join(path.dirname(serverMain), '..', 'extensions', 'ipynb');
  await cp(jupyter, path.join(dataFolder, 'extensions', 'vscode.ipynb'), { recursive: true });
  await installExtension(dataFolder, 'vscode.ipynb');
  return measureInVscode('newest', folder, Times, {
    ...{ dataFolder, deadline: 300_000 },
    settings: { 'notebook.confirmDeleteRunningCell': false },
    env: { LOGBENCH_BENCH_FOLDER: path.join(folder, 'workspace') },
  });
}

/** Runs in the extension host. The first round loads the code of both. */
const suite = `
const path = require('node:path');
const folder = process.env.LOGBENCH_BENCH_FOLDER;
async function open(file) {
  const uri = vscode.Uri.file(path.join(folder, file));
  const start = performance.now();
  await run('vscode.open', uri);
  for (;;) {
    const editor = vscode.window.activeNotebookEditor;
    if (editor?.notebook.uri.fsPath === uri.fsPath && editor.visibleRanges.length > 0) break;
    if (performance.now() - start > 60_000) throw new Error(file + ' was not opened');
    await wait(2);
  }
  return performance.now() - start;
}
async function type(times) {
  await run('notebook.focusTop');
  await run('list.focusDown');
  await run('notebook.cell.edit');
  for (let key = 0; key < ${keys}; key++) {
    const start = performance.now();
    await run('type', { text: 'abc |'[key % 5] });
    times.push(performance.now() - start);
  }
  if (!vscode.window.activeNotebookEditor.notebook.isDirty) throw new Error('nothing was typed');
  await run('workbench.action.files.revert');
}
async function measure() {
  const times = { ours: [], theirs: [], typing: [], theirTyping: [] };
  for (let round = 0; round <= ${rounds}; round++) {
    for (const [kind, file] of [['theirs', round + '.ipynb'], ['ours', round + '.lq.md']]) {
      const time = await open(file);
      if (round > 0) times[kind].push(time);
      await wait(500);
      if (round % 3 === 1) await type(kind === 'ours' ? times.typing : times.theirTyping);
      await run('workbench.action.closeActiveEditor');
    }
  }
  return times;
}
`;

const rowCount = 1000;

/** From the data to the rows on the screen, by the clock of the page: in a cell and on the results page. */
async function measureResult(): Promise<Measurement> {
  const server = await startPageServer();
  const pages = await Pages.start();
  const browser = await chromium.launch(await findChromium());
  try {
    const { page: theirs } = await pages.open('queryResults');
    const ours = await browser.newPage();
    await loadRenderer(ours, server.origin);
    let round = 0;
    return await compare({
      name: `result of ${rowCount.toLocaleString('en')} rows: drawn in a cell`,
      against: 'the results page',
      bar: { atMost: 1.3 },
      repetitions: 15,
      theirs: async () => {
        round += 1;
        const { state, rows } = outputOf(round);
        const shown = { ...state, resultId: round };
        const page = { kind: 'rows', resultId: round, offset: 0, rows };
        // The result of a cell is a new page, too.
        const messages = [{ kind: 'startOver', title: '' }, shown, page];
        return drawnIn(theirs, round, `${JSON.stringify(messages)}.forEach((one) => postMessage(one))`);
      },
      ours: async () => drawnIn(ours, round, drawing(outputOf(round))),
    });
  } finally {
    await browser.close();
    await pages.stop();
    await server.close();
  }
}

function outputOf(round: number): ReturnType<typeof cellOutput> {
  const names = ['user', 'host', 'url', 'status', 'bytes'];
  const run: CellRun = {
    sent: 'table web',
    connection: { name: 'Lab', environment: 'local', readOnly: false, serverOffset: null },
    ...{ queryId: 1, started: 0, elapsed: 1, total: rowCount, hash: '', hashed: 0, failure: null },
    columns: names.map((name) => ({ name, type: 'text' })),
    rows: Array.from({ length: rowCount }, (_, row) => names.map((name) => `${name} ${row} of ${round}.`)),
  };
  return cellOutput('cell', 'cell', run);
}

/** Milliseconds until the first row of this round is laid out. */
async function drawnIn(page: Page, round: number, act: string): Promise<number> {
  return page.evaluate(`new Promise((resolve) => {
    const start = performance.now();
    (() => { ${act} })();
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      const row = document.querySelector('[data-row="0"]:not([aria-busy])');
      if (!row?.textContent.includes('of ${round}.')) { channel.port2.postMessage(0); return; }
      document.body.getBoundingClientRect();
      resolve(performance.now() - start);
    };
    channel.port2.postMessage(0);
  })`);
}
