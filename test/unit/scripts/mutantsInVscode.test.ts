import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { chooseTests } from '../../../scripts/mutation/vscode/chooseTests.mjs';
import { filesForVscode, withBlocks } from '../../../scripts/mutation/vscode/sources.mjs';
import { trialFiles } from '../../../scripts/mutation/vscode/trialFiles.mjs';
import { temporaryFolder } from '../../support/temporaryFolder';

describe('The mutants in files that need VS Code', () => {
  const panel = `import * as vscode from 'vscode';
export class Panel extends Base {
  constructor() {
    super();
    this.start();
  }
  close(): void {
    if (this.open) this.end();
  }
}
`;

  it('are in what runs more than once in a window', async () => {
    await using folder = await temporaryFolder();
    mkdirSync(path.join(folder.path, 'src/ui'), { recursive: true });
    for (const name of ['ui/panel.ts', 'ui/index.ts', 'extension.ts'])
      writeFileSync(path.join(folder.path, 'src', name), panel);
    writeFileSync(path.join(folder.path, 'src/ui/rule.ts'), 'export const one = () => { two(); };');

    assert.deepEqual(filesForVscode(folder.path), ['src/ui/panel.ts']);
  });

  it('leave out each call: it is a block of its own on the same line', () => {
    const blocks = panel.replace('this.start();', '{this.start();}').replace('this.end();', '{this.end();}');
    assert.equal(withBlocks(panel), blocks);
    assert.equal(withBlocks('run(() => { stop(); });'), '{run(() => { {stop();} });}');
  });
});

describe('The tests for a mutant in VS Code', () => {
  const place = { start: { line: 1, column: 1 }, end: { line: 1, column: 2 } };
  const mutant = (id: string, fileName: string) => ({
    id,
    fileName,
    location: place,
    mutatorName: 'x',
    replacement: '',
  });
  const mutants = [mutant('1', 'a.ts'), mutant('2', 'a.ts'), ...others()];

  function others(): ReturnType<typeof mutant>[] {
    return Array.from({ length: 100 }, (_, index) => mutant(String(index + 3), 'b.ts'));
  }

  it('are first those about its file, as many as fit, and none where no test runs it', () => {
    const everything = Object.fromEntries(mutants.map(({ id }) => [id, 1]));
    delete everything['2'];
    const coverage = {
      'runs all': everything,
      'is about it': { '1': 7, '3': 1 },
      'is long': { '1': 2, '4': 1 },
    };
    const times = { 'runs all': 10, 'is about it': 20, 'is long': 7990 };

    const trials = chooseTests(mutants, { times, coverage });

    assert.deepEqual(trials[0], { id: '1', tests: ['is about it', 'runs all'], hits: 7 });
    assert.ok(!trials.some(({ id }) => id === '2'));
    assert.deepEqual(trials.find(({ id }) => id === '4')?.tests, ['runs all', 'is long']);
  });

  it('have their last result', async () => {
    await using folder = await temporaryFolder();
    const files = trialFiles(folder.path);
    assert.equal(files.resultOf('1'), undefined);
    for (const [id, status] of [
      ['1', 'again'],
      ['2', 'survived'],
      ['1', 'killed'],
    ])
      appendFileSync(files.results, `${JSON.stringify({ id, status })}\n`);
    assert.deepEqual(['1', '2', '3'].map(files.resultOf), ['killed', 'survived', undefined]);
  });
});
