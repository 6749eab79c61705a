import assert from 'node:assert/strict';
import type { ProjectPlatform } from '../../../../../src/core/project/project';
import {
  selectedPlatforms,
  connectionTo,
  platformLabel,
  rememberPlatform,
} from '../../../../../src/extension/features/project/platformConnection';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { lab } from '../../../../support/labConnection';
import { JsonMemory } from '../../../../support/jsonMemory';

const platform: ProjectPlatform = {
  name: 'staging',
  baseUrl: 'https://logs.example.org/siem',
  product: 'core',
  environment: 'staging',
  caFile: undefined,
};
const baseUrl = 'https://logs.example.org/siem/';
const connection: Connection = { ...lab, baseUrl, environment: 'development' };

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
    const running: Connection = { ...connection, baseUrl: 'http://127.0.0.1:5000', found: true };
    assert.equal(connectionTo(local, [running])?.baseUrl, running.baseUrl);
    for (const other of [{ environment: 'staging' }, { baseUrl: 'http://10.0.0.1:4711' }] as const)
      assert.equal(connectionTo({ ...local, ...other }, [running]), undefined);
    for (const other of [{ product: 'other' }, { found: undefined }])
      assert.equal(connectionTo(local, [{ ...running, ...other }]), undefined);
  });

  it('is remembered for each folder', async () => {
    const memory = new JsonMemory();
    assert.equal(selectedPlatforms(memory)['/a'], undefined);
    await rememberPlatform(memory, '/a', 'staging');
    await rememberPlatform(memory, '/b', 'lab');
    await rememberPlatform(memory, '/b', 'production');
    const selected = ['/a', '/b', '/c'].map((root) => selectedPlatforms(memory)[root]);
    assert.deepEqual(selected, ['staging', 'production', undefined]);
  });
});
