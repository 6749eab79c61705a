import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import * as z from 'zod/mini';
import { inProject } from '../../../scripts/project.mjs';

const Tasks = z.object({
  tasks: z.array(
    z.object({ label: z.string(), script: z.optional(z.string()), command: z.optional(z.string()) }),
  ),
});
const Launch = z.object({
  configurations: z.array(z.object({ program: z.optional(z.string()), preLaunchTask: z.string() })),
});
const Manifest = z.object({ scripts: z.record(z.string(), z.string()) });

const read = (file: string): unknown => JSON.parse(readFileSync(inProject(file), 'utf8'));

/** VS Code says nothing about a name that does not exist until somebody presses F5. */
describe('What F5 runs', () => {
  const { tasks } = Tasks.parse(read('.vscode/tasks.json'));
  const { configurations } = Launch.parse(read('.vscode/launch.json'));

  it('names npm scripts and files that exist', () => {
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

  it('begins with tasks that exist', () => {
    const labels = tasks.map(({ label }) => label);

    assert.deepEqual(
      configurations.map(({ preLaunchTask }) => preLaunchTask).filter((label) => !labels.includes(label)),
      [],
    );
  });
});
