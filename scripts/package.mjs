// Builds for users and packs `logbench-<version>.vsix`: everything inside, nothing fetched after installation.
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { createVSIX } from '@vscode/vsce';
import { inProject, projectFolder } from './project.mjs';

const { name, version } = JSON.parse(readFileSync(inProject('package.json'), 'utf8'));
const packagePath = inProject(`${name}-${version}.vsix`);

execFileSync(process.execPath, [inProject('esbuild.mjs'), '--production'], {
  cwd: projectFolder,
  stdio: 'inherit',
});
// The bundles hold what they need, so the folder node_modules stays out.
await createVSIX({ cwd: projectFolder, packagePath, dependencies: false });
console.log(`${path.basename(packagePath)}: ${(statSync(packagePath).size / 1e6).toFixed(1)} MB`);
