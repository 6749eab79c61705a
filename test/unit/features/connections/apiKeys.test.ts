import assert from 'node:assert/strict';
import { ApiKeys, KeyBindings, UnusedKeys } from '../../../../src/features/connections/apiKeys';
import type { SecretStore } from '../../../../src/features/connections/apiKeys';
import { apiKeyVariable } from '../../../../src/shared/apiKeyVariable';
import type { Connection } from '../../../../src/ui/connections/connection';
import { Redactor } from '../../../../src/shared/redact';
import { lab } from '../../../support/labConnection';
import { JsonMemory } from '../../../support/jsonMemory';

const connection = { ...lab, name: 'Plant 1', baseUrl: 'https://a.example/x', environment: 'local' } as const;

/** A keychain; a broken one takes everything and keeps nothing, as on a headless Linux. */
function keychain(keeps = true): SecretStore {
  const kept = new Map<string, string>();
  return {
    get: async (name) => Promise.resolve(kept.get(name)),
    store: async (name, value) => {
      if (keeps) kept.set(name, value);
      return Promise.resolve();
    },
    delete: async (name) => {
      kept.delete(name);
      return Promise.resolve();
    },
  };
}

/** The keys of a window. */
function keysIn(
  secrets = keychain(),
  { variables = {}, redactor = new Redactor(), memory = new JsonMemory(), inBrowser = false } = {},
): ApiKeys {
  return new ApiKeys(secrets, variables, redactor, new KeyBindings(memory), inBrowser);
}

const variables = { LOGBENCH_API_KEY_PLANT_1: 'from-env' };

describe('API keys', () => {
  it('belong to an origin, whatever the path', async () => {
    const keys = keysIn();

    assert.equal(await keys.set(connection, 'secret-1'), 'kept');
    assert.equal(await keys.read({ ...connection, baseUrl: 'https://a.example/y' }), 'secret-1');
    assert.equal(await keys.read({ ...connection, baseUrl: 'https://a.example:8443' }), undefined);
    assert.equal(await keys.read({ ...connection, baseUrl: 'http://a.example' }), undefined);
  });

  it('are kept for the window when the keychain forgets them', async () => {
    const keys = keysIn(keychain(false));

    assert.equal(await keys.set(connection, 'secret-1'), 'thisWindowOnly');
    assert.equal(await keys.read(connection), 'secret-1');
  });

  it('of another window are used here', async () => {
    const secrets = keychain();
    const keys = keysIn(secrets);
    const name = 'logbench.apiKey:https://a.example';
    assert.equal(await keys.read(connection), undefined);
    await secrets.store(name, 'secret-1');
    assert.equal(await keys.secretChanged(name), true);
    assert.equal(await keys.read(connection), 'secret-1');
    assert.equal(await keys.secretChanged(name), false, 'it is known');
    await keys.set(connection, 'secret-2');
    assert.equal(await keys.secretChanged(name), false, 'this window has set it');
    await secrets.delete(name);
    assert.equal(await keys.secretChanged(name), true);
    assert.equal(await keys.secretChanged('another.secret'), false);
  });

  it('are reported as possibly not kept when VS Code runs in a browser', async () => {
    const keys = keysIn(keychain(), { inBrowser: true });

    assert.equal(await keys.set(connection, 'secret-1'), 'perhaps');
    assert.equal(await keys.read(connection), 'secret-1');
  });

  it('are kept for the window when there is no keychain', async () => {
    const rejects = async (): Promise<never> => Promise.reject(new Error('no keyring'));
    const keys = keysIn({ get: rejects, store: rejects, delete: rejects });

    assert.equal(await keys.set(connection, 'secret-1'), 'thisWindowOnly');
    assert.equal(await keys.read(connection), 'secret-1');
    await keys.forget(connection);
    assert.equal(await keys.read(connection), undefined);
  });

  it('come from the environment when none was set', async () => {
    const keys = keysIn(keychain(), { variables });

    assert.equal(await keys.read(connection), 'from-env');
    keys.withhold(connection);
    assert.equal(await keys.read(connection), 'from-env', 'it was used here before');
    await keys.set(connection, 'secret-1');
    assert.equal(await keys.read(connection), 'secret-1');
  });

  it('of the environment stay with the first origin that used them, over a restart too', async () => {
    const memory = new JsonMemory();
    const imported = { ...connection, baseUrl: 'https://evil.example' };
    const keys = keysIn(keychain(), { variables, memory });
    assert.equal(await keys.read(connection), 'from-env');

    const later = keysIn(keychain(), { variables, memory });
    assert.equal(await later.read(imported), undefined);
    assert.deepEqual(later.withheld(imported), {
      variable: 'LOGBENCH_API_KEY_PLANT_1',
      origin: 'https://a.example',
    });
    assert.equal(await later.read(connection), 'from-env');

    later.useEnvironment(imported);
    assert.equal(await later.read(imported), 'from-env');
    assert.equal(await later.read(connection), undefined);
  });

  it('of the environment do not go to an imported connection before a user agrees', async () => {
    const keys = keysIn(keychain(), { variables });
    keys.withhold(connection);

    assert.equal(await keys.read(connection), undefined);
    assert.equal(keys.withheld(connection)?.origin, '');
    keys.useEnvironment(connection);
    assert.equal(await keys.read(connection), 'from-env');
  });

  it('are redacted once they were set or read', async () => {
    const redactor = new Redactor();
    const other = { ...connection, name: 'Other', baseUrl: 'https://b.example' };
    const keys = keysIn(keychain(), { variables: { LOGBENCH_API_KEY_OTHER: 'from-env' }, redactor });
    await keys.set(connection, 'secret-1');
    await keys.read(other);

    assert.equal(redactor.clean('it was secret-1 or from-env'), 'it was ••• or •••');
  });

  it('have a variable that can be written in any shell', () => {
    assert.equal(apiKeyVariable('Plant (north) 1'), 'LOGBENCH_API_KEY_PLANT_NORTH_1');
  });
});

describe('The API key of an origin that no connection uses any more', () => {
  it('is offered for removal once, if it is stored, and kept when a connection uses it again', async () => {
    const keys = keysIn();
    const moved = { ...connection, baseUrl: 'https://b.example' };
    let all: readonly Connection[] = [connection, moved];
    const offered: string[] = [];
    let before = (): void => undefined;
    const unused = new UnusedKeys(() => all, keys, {
      notify: async ({ message, buttons = [] }) => {
        offered.push(message);
        before();
        return Promise.resolve(buttons[0]?.value);
      },
    });
    await keys.set(connection, 'secret-1');
    all = [{ ...moved, name: 'Plant 1' }];
    await unused.offer();
    await unused.offer();
    assert.deepEqual(offered, [
      'No connection uses https://a.example any more, but its API key is still stored.',
    ]);
    assert.equal(await keys.isStored('https://a.example'), false);

    all = [connection];
    await unused.offer();
    assert.equal(offered.length, 1, 'nothing is stored for the other');
    await keys.set(connection, 'secret-1');
    before = () => (all = [connection]);
    all = [];
    await unused.offer();
    assert.deepEqual([offered.length, await keys.isStored('https://a.example')], [2, true]);

    await unused.offer();
    unused.ignore(connection);
    all = [];
    await unused.offer();
    assert.equal(offered.length, 2, 'it is removed with its connection');
  });
});
