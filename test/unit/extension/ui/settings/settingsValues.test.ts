import assert from 'node:assert/strict';
import { assistantAccessOf } from '../../../../../src/extension/ui/connections/connection';
import {
  entryOf,
  parseConnections,
  parseSettings,
  replacedEntries,
  userValue,
} from '../../../../../src/extension/ui/settings/settingsValues';
import { lab } from '../../../../support/labConnection';

describe('Settings', () => {
  it('are those of the user, otherwise the default ones, and never those of a workspace', () => {
    const inspected = { globalValue: 'user', defaultValue: 'default', workspaceValue: 'workspace' };
    assert.equal(userValue(inspected), 'user');
    assert.equal(userValue({ ...inspected, globalValue: false }), false);
    assert.equal(userValue({ ...inspected, globalValue: undefined }), 'default');
    assert.equal(userValue(undefined), undefined);
  });

  it('fall back to their defaults when a value is of the wrong type', () => {
    const settings = parseSettings((key) => (key === 'explorer.pageSize' ? 50 : 'nonsense'));

    assert.deepEqual(settings, {
      connections: [],
      problems: ['“logbench.connections” is not a list.'],
      requestTimeout: 30_000,
      explorerPageSize: 50,
      queryStatusInterval: 1000,
      confirmation: 'typeName',
      assistantLocalPlatform: 'metadata',
      privacyColumns: [],
      resultsPlacement: 'beside',
      notifyFailures: 'badge',
    });
  });

  it('are numbers within their limits, or their defaults for anything else', () => {
    const read = (value: unknown): readonly number[] => {
      const { requestTimeout, explorerPageSize, queryStatusInterval } = parseSettings(() => value);
      return [requestTimeout, explorerPageSize, queryStatusInterval];
    };
    assert.deepEqual(read(0), [1000, 10, 200]);
    assert.deepEqual(read(1e9), [3_600_000, 5000, 60_000]);
    assert.deepEqual(read(300), [300_000, 300, 300]);
    for (const value of [undefined, NaN, Infinity, '5']) assert.deepEqual(read(value), [30_000, 200, 1000]);
  });

  it('are taken as set when they have a known value, without items of another type', () => {
    const values: Readonly<Record<string, unknown>> = {
      confirmation: 'button',
      'assistant.localPlatform': 'read',
      'privacy.columns': ['a', '', 5, 'b'],
      'results.placement': 'below',
    };
    const settings = parseSettings((key) => values[key]);
    assert.deepEqual(
      [settings.confirmation, settings.assistantLocalPlatform, settings.privacyColumns],
      ['button', 'read', ['a', 'b']],
    );
    assert.deepEqual([settings.resultsPlacement, settings.problems], ['below', []]);
  });

  it('change one connection, and keep the others, valid or not', () => {
    const a = { name: 'A', baseUrl: 'https://a.example' };
    const b = { ...lab, name: 'B' };
    const entries = [a, { name: 'B' }, { ...b, name: ' B ' }, null];
    const full = { ...b, caFile: '/ca.pem', assistant: 'off' } as const;
    assert.deepEqual(replacedEntries(entries, 'B', { ...full, found: true }), [a, { name: 'B' }, full, null]);
    assert.deepEqual(replacedEntries(entries, 'B', undefined), [a, { name: 'B' }, null]);
    assert.deepEqual(replacedEntries([a], 'B', b), [a, b]);
    assert.deepEqual(replacedEntries([a], 'B', undefined), [a]);
    assert.deepEqual(Object.keys(entryOf(b)), ['name', 'baseUrl', 'product', 'environment', 'readOnly']);
  });

  it('report invalid fields of a connection, and what is used instead', () => {
    const baseUrl = 'https://a.example';
    const { connections, problems } = parseConnections([
      { name: 'A', baseUrl, environment: 'devlopment' },
      { name: 'B', baseUrl, environment: 'local', readOnly: 'no' },
      { name: 'C', baseUrl, environment: 'local', caFile: 5 },
      { name: 'D', baseUrl, environment: 'local', product: '../core' },
      { name: 'E', baseUrl, environment: 'local', product: 'core', readOnly: true, caFile: '/ca.pem' },
      { name: 'F', baseUrl },
      { name: 'G', baseUrl, environment: 'local', assistant: 'all' },
      { name: 'H', baseUrl, environment: 'local', assistant: 'read' },
    ]);

    assert.deepEqual(
      connections.map(({ name, environment, readOnly }) => [name, environment, readOnly]),
      [
        ['A', 'production', false],
        ['B', 'local', true],
        ['C', 'local', false],
        ['E', 'local', true],
        ['F', 'production', false],
        ['G', 'local', false],
        ['H', 'local', false],
      ],
    );
    assert.deepEqual(problems, [
      'Connection “A”: “environment” is not valid, so “production” is used.',
      'Connection “B”: “readOnly” is not valid, so “true” is used.',
      'Connection “C”: “caFile” is not valid and is ignored.',
      'Connection “D”: “product” is missing or not valid.',
      'Connection “G”: “assistant” is not valid, so “off” is used.',
    ]);
    assert.deepEqual(connections.map(assistantAccessOf), [
      'off',
      'metadata',
      'metadata',
      'metadata',
      'off',
      'off',
      'read',
    ]);
  });

  it('keep valid connections and report what is wrong with the others', () => {
    const { connections, problems } = parseConnections([
      { name: 'A', baseUrl: 'https://a.example' },
      { name: 'A', baseUrl: 'https://b.example' },
      { name: 'B' },
      { name: ' ', baseUrl: 'https://b.example' },
      { name: 'with/slash', baseUrl: 'https://c.example' },
      null,
    ]);

    assert.deepEqual([connections.length, connections[0]?.name], [1, 'A']);
    assert.deepEqual(problems, [
      'Connection “A”: another connection has the same name.',
      'Connection “B”: “baseUrl” is missing or not valid.',
      'Connection 4: “name” is missing or not valid.',
      'Connection “with/slash”: “name” is missing or not valid.',
      'Connection 6: “name” is missing or not valid.',
    ]);
  });
});

const connection = { ...lab, name: 'A', baseUrl: 'https://a.example' } as const;

describe('The connections in the settings', () => {
  it('never hold a key', () => {
    const carried = { ...connection, apiKey: 'secret', found: true } as const;
    assert.deepEqual(replacedEntries([], 'A', carried), [connection]);
  });

  it('keep the group of a connection', () => {
    const grouped = { ...connection, group: 'Seoul' };
    assert.deepEqual(replacedEntries([connection], 'A', grouped), [grouped]);
    assert.deepEqual(parseConnections([grouped]).connections, [grouped]);
    assert.deepEqual(replacedEntries([grouped], 'A', { ...grouped, group: undefined }), [connection]);
    assert.match(
      parseConnections([{ ...connection, group: 7 }]).problems.join(),
      /Connection “A”: “group” is not valid and is ignored\./,
    );
  });
});
