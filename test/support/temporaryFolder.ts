import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ofSuite } from './ofSuite';

export interface TemporaryFolder extends AsyncDisposable {
  readonly path: string;
}

/** An empty folder that is deleted when the test has ended. */
export async function temporaryFolder(): Promise<TemporaryFolder> {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'logbench-test-'));
  // VS Code may still be saving a file in it.
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true, maxRetries: 5 });
  return { path: folder, [Symbol.asyncDispose]: remove };
}

/** An empty folder for each test of a suite. */
export function folderOfEachTest(): { readonly path: string } {
  const folder = {} as TemporaryFolder;
  beforeEach(async () => void Object.assign(folder, await temporaryFolder()));
  afterEach(() => folder[Symbol.asyncDispose]());
  return folder;
}

/** The folder of a suite, from before its first test until after its last. */
export function suiteFolder(): { readonly path: string } {
  return ofSuite(temporaryFolder);
}
