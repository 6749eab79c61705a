import { createVSIX } from '@vscode/vsce';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import os from 'node:os';
import path from 'node:path';
import * as z from 'zod/mini';
import { inProject, projectFolder } from '../scripts/project.mjs';
import type { Measurement } from './measurement';

const packageBar = 1024;
const activationBar = 60;
/** Without the parser of queries and the YAML library, which are read on first use. */
const featuresBar = 330;

/** The download size, and what VS Code reads before the extension is active. */
export async function measure(): Promise<Measurement[]> {
  const loaded = filesLoadedAtActivation();
  const size = loaded.reduce((sum, file) => sum + statSync(file).size, 0) / 1024;
  return [
    within('size of the package', await packageSize(), packageBar),
    within(`code loaded at activation, ${loaded.length} files`, size, activationBar),
    within(
      'code read before a feature responds',
      statSync(inProject('dist', 'openFeatures.js')).size / 1024,
      featuresBar,
    ),
  ];
}

function within(name: string, value: number, bar: number): Measurement {
  return { name, value, unit: 'KB', bar: `≤ ${bar} KB`, passed: value <= bar };
}

async function packageSize(): Promise<number> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-size-'));
  try {
    const packagePath = path.join(folder, 'logbench.vsix');
    await createVSIX({ cwd: projectFolder, packagePath, dependencies: false });
    return (await stat(packagePath)).size / 1024;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** The files that `require` has read once the main file is loaded, from a separate Node process. */
function filesLoadedAtActivation(): readonly string[] {
  const { stdout, stderr } = spawnSync(
    process.execPath,
    ['-e', loadExtension, inProject('dist', 'extension.js')],
    {
      encoding: 'utf8',
    },
  );
  if (stdout === '') throw new Error(stderr);
  return z.array(z.string()).parse(JSON.parse(stdout));
}

const loadExtension = `
const Module = require('node:module');
const anything = new Proxy(class {}, { get: (target, name) => (name === 'prototype' ? target.prototype : anything) });
// The bundler copies a module's own names and keeps its prototype, so the prototype answers for all names.
const names = new Proxy({}, { get: (_, name) => (name === '__esModule' ? undefined : anything) });
const vscode = Object.create(names);
const load = Module._load;
Module._load = (request, ...rest) => (request === 'vscode' ? vscode : load(request, ...rest));
const main = process.argv[1];
require(main);
const folder = require('node:path').dirname(main);
console.log(JSON.stringify(Object.keys(require.cache).filter((file) => file.startsWith(folder))));
`;
