import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { targets } from '../../scripts/package/engine.mjs';
import { inProject } from '../../scripts/project.mjs';

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

  it('are named in the README', () => {
    const [, named = ''] =
      /The targets are ([^.]+)\./.exec(readFileSync(inProject('README.md'), 'utf8')) ?? [];

    assert.deepEqual(
      [...named.matchAll(/`([\w-]+)`/g)].map(([, target]) => target),
      targets,
    );
  });
});
