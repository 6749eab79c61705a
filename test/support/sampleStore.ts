import { copySampleStore } from '../../scripts/sampleStore.mjs';
import { temporaryFolder } from './temporaryFolder';
import type { TemporaryFolder } from './temporaryFolder';

/** A store for a platform that is started with `demo`, filled if the test run has filled one. */
export async function sampleStore(): Promise<TemporaryFolder> {
  const folder = await temporaryFolder();
  await copySampleStore(folder.path);
  return folder;
}
