// Fills `out/sample-store` with the sample data, which suites copy, because creating it takes 12 seconds of
// CPU. It has no account with a key, as before the first start of a platform.
import { rename, rm } from 'node:fs/promises';
import { tsImport } from 'tsx/esm/api';
import { sampleFolder } from './copySampleStore.mjs';

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
await rename(unfinished, sampleFolder);
