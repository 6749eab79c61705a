import assert from 'node:assert/strict';
import {
  assistantAccessOf,
  connectionLabel,
  currentConnection,
  isSamePlatform,
  minutesLeft,
  minutesOf,
  originOf,
  platformOf,
  startsLocked,
} from '../../../../../src/extension/ui/connections/connection';
import { environments } from '../../../../../src/core/base/environment';

const seoul = { baseUrl: 'https://logs.example.com/gateway/', product: 'core' };

describe('The platform behind a connection', () => {
  it('is identified by address and product', () => {
    assert.deepEqual(platformOf(seoul), { address: 'https://logs.example.com/gateway', product: 'core' });
    for (const baseUrl of ['HTTPS://Logs.Example.com/gateway', 'https://logs.example.com/gateway//'])
      assert.equal(isSamePlatform(platformOf(seoul), platformOf({ ...seoul, baseUrl })), true);
  });

  it('is another one at another port, path or product', () => {
    for (const other of [
      { ...seoul, baseUrl: 'https://logs.example.com:8443/gateway' },
      { ...seoul, baseUrl: 'https://logs.example.com' },
      { ...seoul, product: 'other' },
    ]) {
      assert.equal(isSamePlatform(platformOf(seoul), platformOf(other)), false);
    }
  });

  it('stays the same for a local platform that was started again on another port', () => {
    const local = { baseUrl: 'http://127.0.0.1:40001', product: 'core', found: true } as const;
    const again = { ...local, baseUrl: 'http://127.0.0.1:40002' };
    assert.equal(isSamePlatform(platformOf(local), platformOf(again)), true);
  });
});

describe('A connection', () => {
  it('has its key for its origin, whatever the path', () => {
    assert.equal(originOf(seoul), 'https://logs.example.com');
  });

  it('starts locked when it is read-only or a production system', () => {
    const locked = (readOnly: boolean): readonly boolean[] =>
      environments.map((environment) => startsLocked({ ...seoul, name: 'A', environment, readOnly }));
    assert.deepEqual(locked(false), [true, false, false, false]);
    assert.deepEqual(locked(true), [true, true, true, true]);
  });

  it('has the assistant access of its environment or of the user', () => {
    const connection = { ...seoul, name: 'A', readOnly: false } as const;
    assert.deepEqual(
      [
        assistantAccessOf({ ...connection, environment: 'production' }),
        assistantAccessOf({ ...connection, environment: 'staging' }),
        assistantAccessOf({ ...connection, environment: 'production', assistant: 'read' }),
      ],
      ['off', 'metadata', 'read'],
    );
  });

  it('is named with its environment, and with the minutes it stays unlocked', () => {
    assert.deepEqual(
      environments.map((environment) => connectionLabel({ name: 'A', environment })),
      ['A (Production)', 'A (Staging)', 'A (Development)', 'A (Local)'],
    );
    assert.deepEqual([0, 1, 60_000, 60_001].map(minutesOf), [0, 1, 1, 2]);
    assert.deepEqual([1, 2].map(minutesLeft), ['unlocked, 1 minute left', 'unlocked, 2 minutes left']);
  });
});

describe('A connection that was edited', () => {
  const before = { ...seoul, name: 'Seoul', environment: 'staging', readOnly: false } as const;

  it('is the one with its platform, first the one with its name', () => {
    const edited = { ...before, environment: 'production' } as const;
    const twin = { ...before, name: 'Twin' };
    assert.equal(currentConnection(before, [twin, edited]), edited);
    assert.equal(currentConnection(before, [twin]), twin);
  });

  it('is undefined when its name has another address or product', () => {
    const others = [{ baseUrl: 'https://other.example' }, { product: 'other' }];
    for (const other of others) assert.equal(currentConnection(before, [{ ...before, ...other }]), undefined);
    assert.equal(currentConnection(before, []), undefined);
  });
});
