import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import Mocha from 'mocha';
import * as z from 'zod/mini';
import { readInterfaceRows } from './interfaceRows';

/** The contract, where it lies beside the project; the rows it had are in the map in any case. */
const contract = path.resolve('..', 'shared', 'interface.md');

describe('the map from the interface to its tests', function () {
  this.timeout(120_000);

  it('has every row of the interface and no other', async () => {
    const mapped = Object.keys(await readCoverage());
    const rows = existsSync(contract) ? readInterfaceRows(await readFile(contract, 'utf8')) : undefined;
    assert.deepEqual(mapped.toSorted(), rows?.map(({ id }) => id).toSorted() ?? mapped.toSorted());
    assert.ok(mapped.length >= 144);
  });

  it('names at least one existing test for each row', async function () {
    const loaded = testsBelow(this.runnable().parent);
    const known = new Set(loaded.map(({ file }) => file));
    const others = (await testFiles()).filter((file) => !known.has(file));
    const titles = new Set([...loaded.map((test) => test.fullTitle()), ...(await collectTitles(others))]);
    const uncovered = Object.entries(await readCoverage())
      .filter(([, tests]) => tests.length === 0 || !tests.every((title) => titles.has(title)))
      .map(
        ([row, tests]) => `${row}: ${tests.filter((title) => !titles.has(title)).join('; ') || 'no test'}`,
      );
    assert.deepEqual(uncovered, []);
  });
});

async function readCoverage(): Promise<Record<string, string[]>> {
  const text = await readFile(path.resolve('test', 'platform', 'coverage.json'), 'utf8');
  return z.record(z.string(), z.array(z.string())).parse(JSON.parse(text));
}

/** All tests of the run that this one is a part of. */
function testsBelow(suite: Mocha.Suite | undefined): readonly Mocha.Test[] {
  if (suite?.parent) return testsBelow(suite.parent);
  const tests: Mocha.Test[] = [];
  suite?.eachTest((test) => tests.push(test));
  return tests;
}

async function testFiles(): Promise<readonly string[]> {
  const folder = path.resolve('test', 'platform');
  const names = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.test.ts'));
  return [...names.map((name) => path.join(folder, name)), path.resolve('test/security/access.test.ts')];
}

/** The titles of files that are not loaded, as mocha sees them, since many are made in loops. Nothing is run. */
async function collectTitles(files: readonly string[]): Promise<string[]> {
  const mocha = new Mocha();
  for (const file of files) mocha.addFile(file);
  await mocha.loadFilesAsync();
  const titles: string[] = [];
  mocha.suite.eachTest((test) => titles.push(test.fullTitle()));
  return titles;
}
