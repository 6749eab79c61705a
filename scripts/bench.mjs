import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { bundleBench } from './bundleBench.mjs';
import { inProject, outputFolder } from './project.mjs';

// The measurements use the built platform and pages, so these come first.
run([inProject('esbuild.mjs'), '--production']);
run(['--expose-gc', await bundleBench(path.join(outputFolder, 'bench')), ...process.argv.slice(2)]);

/** @param {readonly string[]} parameters */
function run(parameters) {
  const { status } = spawnSync(process.execPath, parameters, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
