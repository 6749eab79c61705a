import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { build, formatMessages } from 'esbuild';
import * as z from 'zod/mini';
import { inProject } from '../../../scripts/project.mjs';

const Matcher = z.object({
  pattern: z.array(z.object({ regexp: z.string() })),
  background: z.object({ beginsPattern: z.string(), endsPattern: z.string() }),
});
const Tasks = z.object({
  tasks: z.array(
    z.object({
      label: z.string(),
      script: z.optional(z.string()),
      command: z.optional(z.string()),
      problemMatcher: z.union([z.string(), z.tuple([]), Matcher]),
    }),
  ),
});
const Launch = z.object({
  configurations: z.array(
    z.object({ program: z.optional(z.string()), preLaunchTask: z.optional(z.string()) }),
  ),
});
const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

const read = (file: string): unknown => JSON.parse(readFileSync(inProject(file), 'utf8'));

/** VS Code says nothing about a name that does not exist until a user presses F5. */
describe('The launch configurations', () => {
  const { tasks } = Tasks.parse(read('.vscode/tasks.json'));
  const { configurations } = Launch.parse(read('.vscode/launch.json'));
  const watchMatcher = (): z.infer<typeof Matcher> =>
    Matcher.parse(tasks.find(({ label }) => label === 'Watch')?.problemMatcher);

  it('use npm scripts and files that exist', () => {
    const { scripts } = Manifest.parse(read('package.json'));
    const files = [
      ...tasks.flatMap(({ command }) => /^node (\S+)/.exec(command ?? '')?.[1] ?? []),
      ...configurations.flatMap(({ program }) => program?.replace('${workspaceFolder}/', '') ?? []),
    ];

    assert.deepEqual(
      tasks.flatMap(({ script }) => script ?? []).filter((script) => !(script in scripts)),
      [],
    );
    assert.deepEqual(files.length, 2);
    assert.deepEqual(
      files.filter((file) => !existsSync(inProject(file))),
      [],
    );
  });

  it('start with tasks that exist', () => {
    const labels = tasks.map(({ label }) => label);

    assert.deepEqual(
      configurations.flatMap(({ preLaunchTask }) => preLaunchTask ?? []).filter((x) => !labels.includes(x)),
      [],
    );
  });

  it('need no problem matcher of another extension', () => {
    assert.deepEqual(
      tasks.map(({ problemMatcher }) => problemMatcher).filter((matcher) => typeof matcher === 'string'),
      [],
    );
  });

  it('match the message and the position in an error of the build', async () => {
    const { warnings } = await build({
      stdin: { contents: '\nif (-0 === x) {}' },
      logLevel: 'silent',
      write: false,
    });
    const [text = ''] = await formatMessages(warnings, { kind: 'error' });
    const lines = text.split('\n');

    for (const [index, { regexp }] of watchMatcher().pattern.entries())
      assert.match(lines[index] ?? '', new RegExp(regexp));
  });

  it('continue when the first build of the watch task is complete', async () => {
    const { beginsPattern, endsPattern } = watchMatcher().background;
    const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-watch-'));
    const watch = spawn(process.execPath, ['esbuild.mjs', '--watch', '--outdir', folder], {
      cwd: inProject(),
    });
    try {
      const seen: string[] = [];
      for await (const line of createInterface({ input: watch.stdout })) {
        if (new RegExp(beginsPattern).test(line)) seen.push('begins');
        if (new RegExp(endsPattern).test(line)) seen.push('ends');
        if (seen.includes('ends')) break;
      }

      assert.deepEqual(seen, ['begins', 'ends']);
      for (const file of ['extension.js', 'platform.js', 'cli.js'])
        assert(existsSync(path.join(folder, file)), file);
    } finally {
      watch.kill();
      // No process that it started still has its output.
      await once(watch, 'close');
      await rm(folder, { recursive: true, force: true });
    }
  });
});
