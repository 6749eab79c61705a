import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { parseDocument } from 'yaml';
import * as z from 'zod/mini';
import { hostVersions } from '../../scripts/hosts/fetchHost.mjs';
import { targets } from '../../scripts/package/engine.mjs';
import { inProject } from '../../scripts/project.mjs';

const Step = z.object({
  uses: z.optional(z.string()),
  run: z.optional(z.string()),
  'working-directory': z.optional(z.string()),
});
const Lock = z.object({
  packages: z.record(z.string(), z.looseObject({ integrity: z.optional(z.string()) })),
});
const Job = z.object({
  'runs-on': z.string(),
  'timeout-minutes': z.number(),
  needs: z.optional(z.union([z.string(), z.array(z.string())])),
  permissions: z.optional(z.record(z.string(), z.string())),
  strategy: z.optional(
    z.object({ matrix: z.record(z.string(), z.array(z.union([z.string(), z.number()]))) }),
  ),
  steps: z.array(Step),
});
const Workflow = z.object({
  name: z.string(),
  permissions: z.record(z.string(), z.string()),
  jobs: z.record(z.string(), Job),
});
const Manifest = z.object({
  engines: z.object({ node: z.string() }),
  scripts: z.record(z.string(), z.string()),
});

/** They run only on GitHub; this checks what can be checked without it. */
describe('The workflows', () => {
  const workflows = ['ci', 'release', 'weekly'].map((name) =>
    Workflow.parse(read(`.github/workflows/${name}.yml`)),
  );
  const [ci, , weekly] = workflows;
  const jobs = workflows.flatMap((workflow) => Object.values(workflow.jobs));
  const steps = jobs.flatMap((job) => job.steps);
  const manifest = Manifest.parse(JSON.parse(readFileSync(inProject('package.json'), 'utf8')));

  it('are valid files, and so are all others beside them', () => {
    for (const file of filesBelow('.github')) assert.ok(read(file), file);
  });

  it('call only npm commands that exist', () => {
    const called = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/\bnpm (?:run ([\w:]+)|(test)\b)/g)]);
    const names = called.map(([, script, short]) => script ?? short ?? '');

    assert(names.length > 5);
    assert.deepEqual(
      names.filter((name) => !(name in manifest.scripts)),
      [],
    );
  });

  it('pin what others wrote to a commit, and name its version beside it', () => {
    const pinned = /^\s*(?:- )?uses: [\w.-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/;
    const lines = filesBelow('.github/workflows').flatMap((file) =>
      readFileSync(inProject(file), 'utf8')
        .split('\n')
        .filter((line) => line.includes('uses:')),
    );

    assert.equal(lines.length, steps.filter(({ uses }) => uses !== undefined).length);
    assert.deepEqual(
      lines.filter((line) => !pinned.test(line)),
      [],
    );
  });

  it('only read, unless a job says more', () => {
    for (const { permissions } of workflows) assert.deepEqual(permissions, { contents: 'read' });
  });

  it('run no code of packages in a job that may write', () => {
    const writing = jobs.filter(({ permissions }) => permissions?.['contents'] === 'write');
    assert.equal(writing.length, 1);
    for (const { steps: own } of writing) {
      assert.doesNotMatch(own.map(({ run }) => run ?? '').join('\n'), /\b(?:npm|npx|node)\b/);
    }
  });

  it('run only packages that a lock file holds, each with its hash', () => {
    const calls = steps.filter(({ run }) => /\bnpx\b/.test(run ?? ''));
    assert.ok(calls.length > 0);
    for (const { run = '', 'working-directory': folder = '.' } of calls) {
      const [, name = ''] = /\bnpx --no ([\w-]+) /.exec(run) ?? [];
      assert.notEqual(name, '', `${run}: with --no, npx fetches nothing`);
      const { packages } = Lock.parse(
        JSON.parse(readFileSync(inProject(folder, 'package-lock.json'), 'utf8')),
      );
      const found = [name, `@vscode/${name}`].some((one) => `node_modules/${one}` in packages);
      assert.ok(found, `${name} is not in the lock file of ${folder}`);
      for (const [location, { integrity }] of Object.entries(packages)) {
        if (location !== '') assert.match(integrity ?? '', /^sha512-/, location);
      }
    }
  });

  it('test the oldest Node and the oldest VS Code that are supported, on three systems', () => {
    const matrices = Object.values(ci?.jobs ?? {}).flatMap(({ strategy }) =>
      strategy === undefined ? [] : [strategy.matrix],
    );
    const tested = (axis: string): readonly unknown[] => matrices.flatMap((matrix) => matrix[axis] ?? []);

    assert.ok(tested('node').includes(Number(/\d+/.exec(manifest.engines.node)?.[0])));
    assert.ok(tested('vscode').includes(hostVersions.oldest.vscode));
    assert.deepEqual(tested('system'), ['ubuntu-latest', 'macos-latest', 'windows-latest']);
  });

  it('mutate every folder of the sources that runs on Node', () => {
    const foldersIn = (program: string): string[] =>
      readdirSync(inProject('src', program), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map(({ name }) => `src/${program}/${name}`);

    assert.deepEqual(
      new Set(weekly?.jobs['mutation']?.strategy?.matrix['folder']),
      new Set([...foldersIn('core'), ...foldersIn('extension'), 'src/cli', 'src/platform', 'media']),
    );
  });

  it('release a package for every machine that the engine supports', () => {
    const loops = steps.flatMap(({ run }) => [...(run ?? '').matchAll(/for target in ([^;]+);/g)]);

    assert.deepEqual(
      loops.map(([, list]) => list?.split(' ')),
      [targets],
    );
  });
});

function read(file: string): unknown {
  const document = parseDocument(readFileSync(inProject(file), 'utf8'), { uniqueKeys: true });
  assert.deepEqual([...document.errors, ...document.warnings], [], file);
  return document.toJS() as unknown;
}

function filesBelow(folder: string): string[] {
  return readdirSync(inProject(folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yml'))
    .map((name) => path.join(folder, name));
}
