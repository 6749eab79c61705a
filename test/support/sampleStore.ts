import { cp, stat } from 'node:fs/promises';
import path from 'node:path';
import { outputFolder } from '../../scripts/project.mjs';
import { temporaryFolder } from './temporaryFolder';
import type { TemporaryFolder } from './temporaryFolder';

/** The sample data ends at the time it was created, and some tests read its last hours. */
const freshFor = 2 * 3_600_000;

/**
 * A store for a platform that is started with `demo`: a copy if the test run has filled one
 * (`scripts/sampleStore.mjs`); otherwise it is empty, and the platform fills it.
 */
export async function sampleStore(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  const filled = path.join(outputFolder, 'sample-store');
  const found = await stat(filled).catch(() => undefined);
  if (found && Date.now() - found.mtimeMs < freshFor) await cp(filled, folder.path, { recursive: true });
  return folder;
}
