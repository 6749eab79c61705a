import { createVSIX } from '@vscode/vsce';
import { stat } from 'node:fs/promises';
import path from 'node:path';
import { projectFolder } from '../scripts/project.mjs';
import { temporaryFolder } from '../test/support/temporaryFolder';
import type { Measurement } from './measurement';

const maxSize = 1024;

/** The download size. */
export async function measure(): Promise<Measurement[]> {
  const value = await packageSize();
  return [
    { name: 'size of the package', value, unit: 'KB', bar: `≤ ${maxSize} KB`, passed: value <= maxSize },
  ];
}

async function packageSize(): Promise<number> {
  await using temporary = await temporaryFolder();
  const folder = temporary.path;
  const packagePath = path.join(folder, 'logbench.vsix');
  await createVSIX({ cwd: projectFolder, packagePath, dependencies: false });
  return (await stat(packagePath)).size / 1024;
}
