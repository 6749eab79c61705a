import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { startPlatform } from '../../src/extension/features/localPlatform/startPlatform';
import { announcementFolderVariable } from '../../src/core/interface/announcement';
import { temporaryFolder } from '../support/temporaryFolder';

const storedKey = 'stored-key-0123456789abcdef';
const environmentKey = 'environment-key-0123456789abcdef';

describe('A process that the extension starts', () => {
  it('gets no key, neither as an argument nor in its environment', async () => {
    await using folder = await temporaryFolder();
    await using _ = withEnvironment({
      LOGBENCH_API_KEY_SEOUL: environmentKey,
      [announcementFolderVariable]: path.join(folder.path, 'announcements'),
    });
    const started = await startPlatform(
      {
        program: path.resolve('test/fixtures/printEnvironment.mjs'),
        dataFolder: folder.path,
        keys: { get: () => Promise.resolve(storedKey), store: () => Promise.resolve() },
        log: () => undefined,
      },
      new AbortController().signal,
    );
    await started.stop();
    const seen = await readFile(path.join(folder.path, 'seen.json'), 'utf8');

    assert.match(seen, /--announce/, 'it has written down what it was started with');
    assert.match(seen, /"PATH"/i, 'it has the rest of the environment');
    assert.doesNotMatch(seen, new RegExp(`${storedKey}|${environmentKey}|LOGBENCH_API_KEY`));
  });
});

function withEnvironment(values: Readonly<Record<string, string>>): AsyncDisposable {
  const before = { ...process.env };
  Object.assign(process.env, values);
  return {
    [Symbol.asyncDispose]: async () => {
      for (const name of Object.keys(values)) {
        if (before[name] === undefined) Reflect.deleteProperty(process.env, name);
        else process.env[name] = before[name];
      }
      return Promise.resolve();
    },
  };
}
