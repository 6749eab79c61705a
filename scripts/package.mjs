// Builds for users and packs a VSIX: everything inside, nothing fetched after installation.
// node scripts/package.mjs                       logbench-<version>.vsix, without the local platform
// node scripts/package.mjs --target linux-x64    logbench-<target>-<version>.vsix, with it and its engine
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { placeEngine, targets } from './package/engine.mjs';
import { inProject, projectFolder } from './project.mjs';

const { values } = parseArgs({ options: { target: { type: 'string' }, out: { type: 'string' } } });
const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const target = values.target;
if (target !== undefined && !targets.includes(target)) {
  console.error(`There is no engine for ${target}. Choose one of ${targets.join(', ')}.`);
  process.exit(1);
}
const packagePath = path.resolve(
  values.out ?? projectFolder,
  `${name}-${target === undefined ? '' : `${target}-`}${version}.vsix`,
);

execFileSync(process.execPath, [inProject('esbuild.mjs'), '--production'], {
  cwd: projectFolder,
  stdio: 'inherit',
});
await mkdir(path.dirname(packagePath), { recursive: true });
if (target === undefined) {
  // The bundles hold what they need, so the folder node_modules stays out.
  await createVSIX({ cwd: projectFolder, packagePath, dependencies: false });
} else {
  await packWithPlatform(target);
}
console.log(`${path.basename(packagePath)}: ${(statSync(packagePath).size / 1e6).toFixed(1)} MB`);

/**
 * The allow-list of the slim package, and what the local platform needs on top.
 * @param {string} chosen
 */
async function packWithPlatform(chosen) {
  const workshop = await mkdtemp(path.join(tmpdir(), 'logbench-package-'));
  const engine = await placeEngine(chosen);
  try {
    const ignoreFile = path.join(workshop, 'vscodeignore');
    const slim = await readFile(inProject('.vscodeignore'), 'utf8');
    await writeFile(ignoreFile, `${slim}!dist/platform.js\n!dist/node_modules/@duckdb/**\n`);
    await createVSIX({ cwd: projectFolder, packagePath, dependencies: false, target: chosen, ignoreFile });
  } finally {
    await rm(engine, { recursive: true, force: true });
    await rm(workshop, { recursive: true, force: true });
  }
}
