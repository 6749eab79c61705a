import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { outputFolder } from '../../scripts/project.mjs';
import { temporaryFolder } from './temporaryFolder';
import type { TemporaryFolder } from './temporaryFolder';

/** The sample data ends at the time it was created, and some tests read its last hours. */
const freshFor = 2 * 3_600_000;

/**
 * A store for a platform that is started with `demo`. Where the test run has filled one (`scripts/sampleStore.mjs`),
 * it is a copy; else it is empty, and the platform fills it itself.
 */
export async function sampleStore(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const filled = path.join(outputFolder, 'sample-store');
  const found = await stat(filled).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs < freshFor) await cp(filled, folder.path, { recursive: true });
  return folder;
}
