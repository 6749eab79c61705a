// Takes the screenshots of the documentation during the newcomer tests.
import { spawnSync } from 'node:child_process';
import { inProject, projectFolder } from './project.mjs';

const steps = [
  [inProject('esbuild.mjs')],
  [inProject('scripts', 'package.mjs')],
  [
    inProject('node_modules', 'mocha', 'bin', 'mocha.js'),
    ...['--config', inProject('test', 'mocharc.cjs'), 'test/e2e/main/newcomer.test.ts'],
  ],
];
for (const step of steps) {
  const { status } = spawnSync(process.execPath, step, {
    cwd: projectFolder,
    env: { ...process.env, LOGBENCH_PICTURES: inProject('docs', 'images') },
    stdio: 'inherit',
  });
  if (status !== 0) process.exit(status ?? 1);
}
