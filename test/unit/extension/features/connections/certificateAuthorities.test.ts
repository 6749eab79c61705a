import assert from 'node:assert/strict';
import { utimes, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { rootCertificates } from 'node:tls';
import { UnreachableError } from '../../../../../src/core/api/errors';
import {
  authoritiesFor,
  readAuthorities,
  systemAuthorities,
} from '../../../../../src/extension/features/connections/certificates';
import { temporaryFolder } from '../../../../support/temporaryFolder';

describe('Certificates', () => {
  const [one = '', two = ''] = rootCertificates;

  it('are those of the file and of the system, and none without HTTPS', async () => {
    await using folder = await temporaryFolder();
    const caFile = path.join(folder.path, 'own.pem');
    await writeFile(caFile, one);
    const to = 'HTTPS://a.example';
    const system = systemAuthorities(process.platform, process.env);
    assert.deepEqual(authoritiesFor({ baseUrl: to, caFile }, false), [one]);
    assert.deepEqual(authoritiesFor({ baseUrl: to, caFile }, true), [...system, one]);
    assert.deepEqual(authoritiesFor({ baseUrl: to }, false), []);
    const missing = { caFile: path.join(folder.path, 'missing.pem') };
    assert.deepEqual(authoritiesFor({ baseUrl: 'http://a.example', ...missing }, true), []);
    assert.throws(() => authoritiesFor({ baseUrl: to, ...missing }, false), UnreachableError);
  });

  it('are read from their file again after it has changed', async () => {
    await using folder = await temporaryFolder();
    const file = path.join(folder.path, 'ca.pem');
    await writeFile(file, `${one}\ntext between\n${two}\n`);
    const first = readAuthorities(file);
    assert.deepEqual(first, [one, two]);
    assert.equal(readAuthorities(file), first);
    await writeFile(file, two);
    await utimes(file, 1, 1);
    assert.deepEqual(readAuthorities(file), [two]);
  });

  it('may be in the home folder, and are named when they cannot be read', () => {
    const missing = path.join('~', 'no such folder', 'ca.pem');
    assert.throws(
      () => readAuthorities(missing),
      (error) =>
        error instanceof UnreachableError &&
        String(error.cause).includes(path.join(homedir(), 'no such folder')),
    );
  });

  it('on Linux are those of the variables before those of the system', async () => {
    await using folder = await temporaryFolder();
    const [all, more] = ['all.pem', 'more.pem'].map((name) => path.join(folder.path, name));
    await writeFile(all ?? '', one);
    await writeFile(more ?? '', two);
    const variables = { SSL_CERT_FILE: all, NODE_EXTRA_CA_CERTS: more };
    assert.deepEqual(systemAuthorities('linux', variables), [one, two]);
    assert.deepEqual(
      systemAuthorities('linux', { ...variables, NODE_EXTRA_CA_CERTS: path.join(folder.path, 'none') }),
      [one],
    );
  });
});
