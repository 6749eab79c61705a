import { spawnSync } from 'node:child_process';
import { inProject } from './project.mjs';

// The measurements are TypeScript and use the built platform and pages, so both come first.
const steps = [
  [inProject('esbuild.mjs'), '--production'],
  ['--expose-gc', '--import', 'tsx', inProject('bench/run.ts'), ...process.argv.slice(2)],
];

for (const parameters of steps) {
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
