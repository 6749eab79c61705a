// Fills `out/sample-store` with the sample data, which suites copy, because creating it takes 12 seconds of
// CPU. It has no account with a key, as before the first start of a platform. One that the same sources made
// in the last hour is kept.
import { existsSync, readFileSync, statSync } from 'node:fs';
import { rename, rm, writeFile } from 'node:fs/promises';
import { tsImport } from 'tsx/esm/api';
import { sampleFolder } from './copySampleStore.mjs';
import { hashOf } from './sources.mjs';

const sourcesFile = `${sampleFolder}.sources`;
const keptFor = 3_600_000;
const sources = hashOf(['src/platform', 'src/shared', 'package-lock.json']);
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
