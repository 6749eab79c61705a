import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as z from 'zod/mini';
import { checkIntegrity } from '../../scripts/npm.mjs';
import { lockedBinaries, targets } from '../../scripts/package/engine.mjs';
import { inProject } from '../../scripts/project.mjs';
import { temporaryFolder } from '../support/temporaryFolder';

const Bindings = z.object({ version: z.string(), optionalDependencies: z.record(z.string(), z.string()) });

describe('The kinds of machines that are packaged for', () => {
  const file = inProject('node_modules', '@duckdb', 'node-bindings', 'package.json');
  const { version, optionalDependencies } = Bindings.parse(JSON.parse(readFileSync(file, 'utf8')));

  it('are all that the engine has binaries for, in the tested version', () => {
    // Those for Alpine are left out: VS Code's own server is rare there, and the slim package works on it.
    const offered = Object.keys(optionalDependencies).filter((name) => !name.endsWith('-musl'));

    assert.deepEqual(offered.sort(), targets.map((target) => `@duckdb/node-bindings-${target}`).sort());
    assert.deepEqual(new Set(Object.values(optionalDependencies)), new Set([version]));
  });

  it('get binaries whose version and hash are locked', () => {
    for (const target of targets) {
      const locked = lockedBinaries(`node-bindings-${target}`);
      assert.deepEqual([locked.version, locked.integrity.startsWith('sha512-')], [version, true], target);
    }
    assert.throws(() => lockedBinaries('node-bindings-none'), /no hash of @duckdb\/node-bindings-none/);
  });

  it('get no binaries that differ from those that are locked', async () => {
    await using folder = await temporaryFolder();
    const archive = path.join(folder.path, 'a.tgz');
    await writeFile(archive, 'the binaries');
    const integrity = `sha512-${createHash('sha512').update('the binaries').digest('base64')}`;
    await checkIntegrity(archive, 'a@1', integrity);
    await writeFile(archive, 'other binaries');
    await assert.rejects(checkIntegrity(archive, 'a@1', integrity), /^Error: a@1 from the registry is not/);
  });

  it('are named in the README', () => {
    const [, named = ''] =
      /The targets are ([^.]+)\./.exec(readFileSync(inProject('README.md'), 'utf8')) ?? [];

    assert.deepEqual(
      [...named.matchAll(/`([\w-]+)`/g)].map(([, target]) => target),
      targets,
    );
  });
});
