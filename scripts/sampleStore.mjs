// Fills `out/sample-store` with the sample data, which suites copy, because creating it takes 12 seconds of
// CPU. It has no account with a key, as before the first start of a platform. One that the same sources made
// in the last hour is kept.
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { tsImport } from 'tsx/esm/api';
import { sampleFolder } from './copySampleStore.mjs';
import { inProject } from './project.mjs';

const sourcesFile = `${sampleFolder}.sources`;
const keptFor = 3_600_000;
const sources = hashOf('src/platform', 'src/shared', 'package-lock.json');
if (!isKept()) await fill();

async function fill() {
  const { Database } = await tsImport('../src/platform/store/database.ts', import.meta.url);
  const { migrate } = await tsImport('../src/platform/store/migrations.ts', import.meta.url);
  const { fillDemo } = await tsImport('../src/platform/demo/fillDemo.ts', import.meta.url);

  const unfinished = `${sampleFolder}-unfinished`;
  for (const old of [sampleFolder, unfinished]) await rm(old, { recursive: true, force: true });
  const database = await Database.open(unfinished);
  try {
    await migrate(database);
    await fillDemo(database, console.error);
  } finally {
    await database[Symbol.asyncDispose]();
  }
  await writeFile(sourcesFile, sources);
  await rename(unfinished, sampleFolder);
}

function isKept() {
  if (!existsSync(sampleFolder) || !existsSync(sourcesFile)) return false;
  const age = Date.now() - statSync(sampleFolder).mtimeMs;
  return age < keptFor && readFileSync(sourcesFile, 'utf8') === sources;
}

/** @param {string[]} names of files and folders */
function hashOf(...names) {
  const hash = createHash('sha256');
  for (const name of names)
    for (const file of filesOf(inProject(name))) hash.update(file).update(readFileSync(file));
  return hash.digest('hex');
}

/** @param {string} name */
function filesOf(name) {
  if (!statSync(name).isDirectory()) return [name];
  const names = readdirSync(name, { recursive: true, encoding: 'utf8' }).map((inside) =>
    path.join(name, inside),
  );
  return names.filter((inside) => statSync(inside).isFile()).sort();
}
