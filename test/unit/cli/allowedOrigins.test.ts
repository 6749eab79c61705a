import assert from 'node:assert/strict';
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { allowedOriginsVariable, requireAllowedOrigin } from '../../../src/cli/allowedOrigins';
import { folderOfEachTest } from '../../support/temporaryFolder';

const address = 'https://logs.example.org/base';

describe('The origin of a platform in logbench.yaml', () => {
  const home = folderOfEachTest();
  const allowed = (): string => path.join(home.path, '.logbench', 'allowed-origins');
  const require = (environment: Record<string, string>, ask?: (question: string) => Promise<boolean>) =>
    requireAllowedOrigin(address, ask, { environment, home: home.path });

  it('is rejected without a question when nobody can respond, with what to do', async () => {
    await assert.rejects(
      require({}),
      (error: Error) =>
        error.message.includes('https://logs.example.org,') &&
        error.message.includes(allowed()) &&
        error.message.includes(allowedOriginsVariable),
    );
  });

  it('is asked for once, and stored in a file that only its owner can read', async () => {
    const asked: string[] = [];
    const respond = (response: boolean) => async (question: string) => {
      asked.push(question);
      return Promise.resolve(response);
    };
    await assert.rejects(require({}, respond(false)), /is not allowed/);
    await assert.rejects(readFile(allowed()), { code: 'ENOENT' });
    await require({}, respond(true));
    await require({}, respond(false));
    await require({});

    assert.equal(asked.length, 2);
    assert.match(asked[0] ?? '', /https:\/\/logs\.example\.org/);
    assert.equal(await readFile(allowed(), 'utf8'), 'https://logs.example.org\n');
    if (process.platform !== 'win32') assert.equal((await stat(allowed())).mode & 0o777, 0o600);
  });

  it('is compared as an origin: scheme, host and port', async () => {
    const others = [
      'http://logs.example.org',
      'https://logs.example.org:8443',
      'https://logs.example.org.evil.example',
      'https://example.org',
      'logs.example.org',
      '*',
    ];
    await mkdir(path.dirname(allowed()));
    await writeFile(allowed(), `# notes\n${others.join('\n')}\n`);
    await assert.rejects(require({ [allowedOriginsVariable]: others.join(',') }), /is not allowed/);
    await require({ [allowedOriginsVariable]: `${others.join(',')}, HTTPS://Logs.Example.org:443/api ` });
    await writeFile(allowed(), 'https://logs.example.org/\r\n');
    await require({});
  });

  it('is stored on a line of its own when the last line of the file has no end', async () => {
    await mkdir(path.dirname(allowed()));
    await writeFile(allowed(), 'https://a.example');
    await require({}, () => Promise.resolve(true));
    assert.equal(await readFile(allowed(), 'utf8'), 'https://a.example\nhttps://logs.example.org\n');
  });
});
