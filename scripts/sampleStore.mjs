// Fills `out/sample-store` with the sample data, which suites copy, because creating it takes 12 seconds of
// CPU.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { inProject, outputFolder } from './project.mjs';

const folder = path.join(outputFolder, 'sample-store');
const unfinished = `${folder}-unfinished`;
for (const old of [folder, unfinished]) await rm(old, { recursive: true, force: true });
const words = ['--demo', '--data', unfinished, '--port', '0', '--time-zone', 'UTC'];
const platform = spawn(process.execPath, [inProject('dist', 'platform.js'), ...words], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const ended = once(platform, 'exit');
// It reports its address once the data is complete.
await Promise.race([once(platform.stdout, 'data'), ended]);
platform.kill();
const [code] = await ended;
if (code !== 0) throw new Error(`The platform ended with code ${code}.`);
await rename(unfinished, folder);
