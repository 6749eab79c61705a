// Builds for users and packs a VSIX: everything inside, nothing fetched after installation.
// node scripts/package.mjs                       logbench-<version>.vsix, without the local platform
// node scripts/package.mjs --target linux-x64    logbench-<target>-<version>.vsix, with it and its engine
// --bundles FOLDER takes the bundles that `esbuild.mjs --production` has written there, for several packages.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { createVSIX } from '@vscode/vsce';
import { copyEngine, targets } from './package/engine.mjs';
import './plainErrors.mjs';
import { inProject, projectFolder } from './project.mjs';

const { values } = parseArgs({
  options: { target: { type: 'string' }, out: { type: 'string' }, bundles: { type: 'string' } },
});
const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const target = values.target;
if (target !== undefined && !targets.includes(target)) {
  console.error(`There is no engine for ${target}. Use one of ${targets.join(', ')}.`);
  process.exit(1);
}
const packagePath = path.resolve(
  values.out ?? projectFolder,
  `${name}-${target === undefined ? '' : `${target}-`}${version}.vsix`,
);

const temporaryFolder = await mkdtemp(path.join(tmpdir(), 'logbench-package-'));
try {
  await fill(temporaryFolder);
  await mkdir(path.dirname(packagePath), { recursive: true });
  // The bundles contain their dependencies, so node_modules is excluded.
  await createVSIX({ cwd: temporaryFolder, packagePath, dependencies: false, ...(target && { target }) });
} finally {
  await rm(temporaryFolder, { recursive: true, force: true });
}
console.log(`${path.basename(packagePath)}: ${(statSync(packagePath).size / 1e6).toFixed(1)} MB`);

/**
 * Fills a folder with the files to package and separate bundles, so that those of the project stay unchanged.
 * With a target, it includes the local platform.
 * @param {string} folder
 */
async function fill(folder) {
  const slim = await readFile(inProject('.vscodeignore'), 'utf8');
  const beginnings = [...slim.matchAll(/^!([^/*\n]+)/gm)].map(([, beginning = '']) => beginning);
  for (const entry of await readdir(projectFolder)) {
    if (entry === 'dist' || !beginnings.some((beginning) => entry.startsWith(beginning))) continue;
    await cp(inProject(entry), path.join(folder, entry), { recursive: true });
  }
  const bundles = path.join(folder, 'dist');
  if (values.bundles !== undefined) await cp(values.bundles, bundles, { recursive: true });
  else {
    const build = [inProject('esbuild.mjs'), '--production', '--outdir', bundles];
    execFileSync(process.execPath, build, { cwd: projectFolder, stdio: 'inherit' });
  }
  if (target !== undefined) await copyEngine(target, bundles);
  const withPlatform = '!dist/platform.js\n!dist/cli.js\n!dist/node_modules/@duckdb/**\n';
  await writeFile(path.join(folder, '.vscodeignore'), target === undefined ? slim : slim + withPlatform);
}
