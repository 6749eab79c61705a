import assert from 'node:assert/strict';
import { ApiKeys } from '../../../../../src/extension/features/connections/apiKeys';
import type { SecretStore } from '../../../../../src/extension/features/connections/apiKeys';
import { UnusedKeys } from '../../../../../src/extension/features/connections/unusedKeys';
import { apiKeyVariable } from '../../../../../src/core/interface/apiKeyVariable';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { Redactor } from '../../../../../src/core/privacy/redact';
import { lab } from '../../../../support/labConnection';
import { JsonMemory } from '../../../../support/jsonMemory';

const connection = { ...lab, name: 'Plant 1', baseUrl: 'https://a.example/x', environment: 'local' } as const;
const guest = { ...connection, name: 'Guest' };

/** A keychain; a broken one takes everything and keeps nothing, as on a headless Linux. */
function keychain(keeps = true, kept = new Map<string, string>()): SecretStore {
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

interface WindowOptions {
  readonly variables?: Readonly<Record<string, string>>;
  readonly redactor?: Redactor;
  readonly memory?: JsonMemory;
  readonly inBrowser?: boolean;
  /** The connections in the settings. */
  readonly set?: readonly Connection[];
}

/** The keys of a window. */
function keysIn(
  secrets = keychain(),
  {
    variables = {},
    redactor = new Redactor(),
    memory = new JsonMemory(),
    inBrowser = false,
    set = [],
  }: WindowOptions = {},
): ApiKeys {
  return new ApiKeys(secrets, variables, redactor, memory, set, inBrowser);
}

async function keyOf(keys: ApiKeys, of: Connection): Promise<string | undefined> {
  return (await keys.read(of))?.key;
}

/** Where VS Code stores the key of a connection. */
function secretOf({ name, baseUrl }: Connection): string {
  return `logbench.connectionKey:${JSON.stringify([name, new URL(baseUrl).origin])}`;
}

const variables = { LOGBENCH_API_KEY_PLANT_1: 'from-env' };

describe('API keys', () => {
  it('belong to a connection and its origin, whatever the path', async () => {
    const keys = keysIn();

    assert.equal(await keys.set(connection, 'secret-1'), 'kept');
    assert.equal(await keyOf(keys, { ...connection, baseUrl: 'https://a.example/y' }), 'secret-1');
    assert.equal(await keyOf(keys, { ...connection, baseUrl: 'https://a.example:8443' }), undefined);
    assert.equal(await keyOf(keys, { ...connection, baseUrl: 'http://a.example' }), undefined);
  });

  it('of two connections to one platform are those of two accounts', async () => {
    const keys = keysIn();
    await keys.set(connection, 'of the administrator');
    assert.equal(await keyOf(keys, guest), undefined, 'no key is shared silently');
    await keys.set(guest, 'of the guest');
    assert.equal(await keyOf(keys, connection), 'of the administrator');
    await keys.forget(connection);
    assert.equal(await keyOf(keys, guest), 'of the guest');
  });

  it('say whether they are stored or come from the environment', async () => {
    const keys = keysIn(keychain(), { variables });
    assert.deepEqual(await keys.read(connection), { key: 'from-env', from: 'environment' });
    await keys.set(connection, 'secret-1');
    assert.deepEqual(await keys.read(connection), { key: 'secret-1', from: 'stored' });
    await keys.forget(connection);
    assert.deepEqual(await keys.read(connection), { key: 'from-env', from: 'environment' });
  });

  it('are kept for the window when the keychain forgets them', async () => {
    const keys = keysIn(keychain(false));

    assert.equal(await keys.set(connection, 'secret-1'), 'thisWindowOnly');
    assert.equal(await keyOf(keys, connection), 'secret-1');
  });

  it('of another window are used here', async () => {
    const secrets = keychain();
    const keys = keysIn(secrets);
    const name = secretOf(connection);
    assert.equal(await keyOf(keys, connection), undefined);
    await secrets.store(name, 'secret-1');
    assert.equal(await keys.secretChanged(name), true);
    assert.equal(await keyOf(keys, connection), 'secret-1');
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
    assert.equal(await keyOf(keys, connection), 'secret-1');
  });

  it('are kept for the window when there is no keychain', async () => {
    const rejects = async (): Promise<never> => Promise.reject(new Error('no keyring'));
    const keys = keysIn({ get: rejects, store: rejects, delete: rejects });

    assert.equal(await keys.set(connection, 'secret-1'), 'thisWindowOnly');
    assert.equal(await keyOf(keys, connection), 'secret-1');
    await keys.forget(connection);
    assert.equal(await keyOf(keys, connection), undefined);
  });

  it('come from the environment when none was set', async () => {
    const keys = keysIn(keychain(), { variables });

    assert.equal(await keyOf(keys, connection), 'from-env');
    keys.withhold(connection);
    assert.equal(await keyOf(keys, connection), 'from-env', 'it was used here before');
    await keys.set(connection, 'secret-1');
    assert.equal(await keyOf(keys, connection), 'secret-1');
  });

  it('do not come from a variable that is empty, and are without the blanks around them', async () => {
    const [variable = ''] = Object.keys(variables);
    const empty = keysIn(keychain(), { variables: { [variable]: ' \n' } });
    assert.deepEqual([await keyOf(empty, connection), empty.variableOf(connection)], [undefined, undefined]);
    const keys = keysIn(keychain(), { variables: { [variable]: 'from-file\n' } });
    assert.equal(await keyOf(keys, connection), 'from-file');
  });

  it('of the environment stay with the first origin that used them, over a restart too', async () => {
    const memory = new JsonMemory();
    const imported = { ...connection, baseUrl: 'https://evil.example' };
    const keys = keysIn(keychain(), { variables, memory });
    assert.equal(await keyOf(keys, connection), 'from-env');

    const later = keysIn(keychain(), { variables, memory });
    assert.equal(await keyOf(later, imported), undefined);
    assert.equal(later.withheldFrom(imported), 'https://a.example');
    assert.equal(await keyOf(later, connection), 'from-env');

    await later.useEnvironment(imported);
    assert.equal(await keyOf(later, imported), 'from-env');
    assert.equal(await keyOf(later, connection), undefined);
  });

  it('of the environment do not go to an imported connection before a user agrees', async () => {
    const keys = keysIn(keychain(), { variables });
    keys.withhold(connection);

    assert.equal(await keyOf(keys, connection), undefined);
    assert.equal(keys.withheldFrom(connection), '');
    await keys.useEnvironment(connection);
    assert.equal(await keyOf(keys, connection), 'from-env');
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

/** Before this version, all connections to an origin had one key. */
describe('Keys that were stored per origin', () => {
  const old = 'logbench.apiKey:https://a.example';

  it('are carried over once to every connection that used them, and to no later one', async () => {
    const kept = new Map([[old, 'shared']]);
    const memory = new JsonMemory();
    const set = [connection, guest, { ...lab, name: 'Elsewhere' }];
    const keys = keysIn(keychain(true, kept), { memory, set });
    assert.equal(await keyOf(keys, connection), 'shared');
    assert.equal(await keyOf(keys, guest), 'shared');
    assert.equal(await keyOf(keys, { ...lab, name: 'Elsewhere' }), undefined);
    assert.equal(kept.has(old), false);

    const late = { ...connection, name: 'Late' };
    kept.set(old, 'set by a window with the previous version');
    const next = keysIn(keychain(true, kept), { memory, set: [...set, late] });
    assert.equal(await keyOf(next, late), undefined);
    assert.equal(await keyOf(next, guest), 'shared');
  });

  it('go to nobody who is added before they are read, and never replace a key', async () => {
    const kept = new Map([
      [old, 'shared'],
      [secretOf(guest), 'own'],
    ]);
    const memory = new JsonMemory();
    keysIn(keychain(true, kept), { memory, set: [connection, guest] });
    const late = { ...connection, name: 'Late' };
    const keys = keysIn(keychain(true, kept), { memory, set: [connection, guest, late] });
    assert.equal(await keyOf(keys, late), undefined);
    assert.equal(await keyOf(keys, guest), 'own');
    assert.equal(await keyOf(keys, connection), 'shared');
  });

  for (const stop of ['before anything is copied', 'after one is copied', 'before the old one is removed'])
    it(`are carried over completely when it was interrupted ${stop}`, async () => {
      const kept = new Map([[old, 'shared']]);
      const memory = new JsonMemory();
      const set = [connection, guest];
      const works = keychain(true, kept);
      let stores = stop.startsWith('before anything') ? 0 : 1;
      const fails = async (): Promise<never> => Promise.reject(new Error('The keychain is locked.'));
      const breaking: SecretStore = {
        get: works.get,
        store: async (name, key) =>
          stop.includes('removed') || stores-- > 0 ? works.store(name, key) : fails(),
        delete: fails,
      };
      await keyOf(keysIn(breaking, { memory, set }), connection);
      assert.equal(kept.get(old), 'shared', 'it is not lost');

      const late = { ...connection, name: 'Late' };
      const next = keysIn(works, { memory, set: [...set, late] });
      assert.equal(await keyOf(next, late), undefined);
      assert.deepEqual([await keyOf(next, connection), await keyOf(next, guest)], ['shared', 'shared']);
      assert.equal(kept.has(old), false);
    });

  it('are not lost when the keychain keeps nothing', async () => {
    const kept = new Map([[old, 'shared']]);
    await keyOf(keysIn(keychain(false, kept), { set: [connection] }), connection);
    assert.equal(kept.get(old), 'shared');
  });

  it('do not undo what another window does meanwhile', async () => {
    const kept = new Map([[old, 'shared']]);
    const memory = new JsonMemory();
    const set = [connection, guest];
    const [one, two] = [
      keysIn(keychain(true, kept), { memory, set }),
      keysIn(keychain(true, kept), { memory, set }),
    ];
    await one.set(connection, 'newer');
    await Promise.all([two.read(guest), one.read(guest)]);
    await one.forget(guest);
    assert.deepEqual([await keyOf(two, connection), await keyOf(two, guest)], ['newer', undefined]);
  });
});

describe('The API key of a connection that no longer exists', () => {
  it('is offered for removal once, if it is stored, and kept when the connection is back', async () => {
    const keys = keysIn();
    const moved = { ...connection, baseUrl: 'https://b.example' };
    let all: readonly Connection[] = [connection];
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
    all = [moved];
    await unused.offer();
    await unused.offer();
    assert.deepEqual(offered, [
      'No connection “Plant 1” uses https://a.example any more, but its API key is still stored.',
    ]);
    assert.equal(await keyOf(keys, connection), undefined);

    all = [connection];
    await unused.offer();
    assert.equal(offered.length, 1, 'nothing is stored for the other');
    await keys.set(connection, 'secret-1');
    before = () => (all = [connection]);
    all = [];
    await unused.offer();
    assert.deepEqual([offered.length, await keyOf(keys, connection)], [2, 'secret-1']);

    await unused.offer();
    unused.ignore(connection);
    all = [];
    await unused.offer();
    assert.equal(offered.length, 2, 'it is removed with its connection');
  });

  it('is not offered for removal while another window renames the connection', async () => {
    const keys = keysIn();
    let all: readonly Connection[] = [connection];
    const unused = new UnusedKeys(() => all, keys, { notify: () => assert.fail('The key has moved.') });
    await keys.set(connection, 'secret-1');
    await keys.set(guest, 'secret-1');
    all = [guest];
    await unused.offer();
    assert.equal(await keyOf(keys, guest), 'secret-1');
  });
});
