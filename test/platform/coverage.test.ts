import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
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

  it('names at least one existing test for each row', async () => {
    const titles = await titlesOfTests();
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

/** As mocha sees them, since many are made in loops. Another process loads them: here they would count as run. */
async function titlesOfTests(): Promise<ReadonlySet<string>> {
  const mocha = path.resolve('node_modules', 'mocha', 'bin', 'mocha.js');
  const files = ['test/{platform,stress}/**/*.test.ts', 'test/security/access.test.ts'];
  const args = ['--require', 'tsx', '--dry-run', '--reporter', 'json', ...files];
  const { stdout } = await promisify(execFile)(process.execPath, [mocha, ...args], { maxBuffer: 1e8 });
  const { tests } = z
    .object({ tests: z.array(z.object({ fullTitle: z.string() })) })
    .parse(JSON.parse(stdout));
  return new Set(tests.map(({ fullTitle }) => fullTitle));
}
