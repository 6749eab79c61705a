import assert from 'node:assert/strict';
import type { ProjectPlatform } from '../../../../src/code/project';
import {
  selectedPlatform,
  connectionTo,
  platformLabel,
  rememberPlatform,
} from '../../../../src/features/code/platformConnection';
import type { Connection } from '../../../../src/ui/connections/connection';
import { lab } from '../../../support/labConnection';

const platform: ProjectPlatform = {
  name: 'staging',
  baseUrl: 'https://logs.example.org/siem',
  product: 'core',
  environment: 'staging',
  caFile: undefined,
};
const connection: Connection = {
  ...lab,
  name: 'Lab',
  baseUrl: 'https://logs.example.org/siem/',
  environment: 'development',
};

describe('The connection to a platform of a project', () => {
  it('is the one with the same address and product, whatever its name', () => {
    assert.equal(connectionTo(platform, [{ ...connection, product: 'other' }, connection])?.name, 'Lab');
  });

  it('is none when the address differs, although the name is the same', () => {
    for (const baseUrl of [
      'https://logs.example.com/siem',
      'http://logs.example.org/siem',
      'https://logs.example.org',
    ]) {
      assert.equal(connectionTo(platform, [{ ...connection, name: 'staging', baseUrl }]), undefined, baseUrl);
    }
  });

  it('counts as production when the project or the connection says so', () => {
    const production = { ...platform, environment: 'production' } as const;
    assert.equal(connectionTo(production, [connection])?.environment, 'production');
    const locked = connectionTo(platform, [{ ...connection, environment: 'production' }]);
    assert.equal(locked?.environment, 'production');
    assert.equal(platformLabel(platform, locked), 'staging (Production)');
  });

  it('is the running local platform, whatever its port, when the project means a local one', () => {
    const local = { ...platform, baseUrl: 'http://127.0.0.1:4711', environment: 'local' } as const;
    const running: Connection = {
      ...connection,
      name: 'Local',
      baseUrl: 'http://127.0.0.1:5000',
      found: true,
    };
    assert.equal(connectionTo(local, [running])?.name, 'Local');
    assert.equal(connectionTo({ ...local, environment: 'staging' }, [running]), undefined);
    assert.equal(connectionTo({ ...local, baseUrl: 'http://10.0.0.1:4711' }, [running]), undefined);
    assert.equal(connectionTo(local, [{ ...running, product: 'other' }]), undefined);
    assert.equal(connectionTo(local, [{ ...running, found: undefined }]), undefined);
  });

  it('is remembered for each folder', async () => {
    const kept = new Map<string, unknown>();
    const memory = {
      keys: () => [...kept.keys()],
      get: (key: string) => kept.get(key) as never,
      update: (key: string, value: unknown): Promise<void> => Promise.resolve(void kept.set(key, value)),
    };
    assert.equal(selectedPlatform(memory, '/a'), undefined);
    await rememberPlatform(memory, '/a', 'staging');
    await rememberPlatform(memory, '/b', 'lab');
    await rememberPlatform(memory, '/b', 'production');
    assert.deepEqual(
      ['/a', '/b', '/c'].map((root) => selectedPlatform(memory, root)),
      ['staging', 'production', undefined],
    );
  });
});
