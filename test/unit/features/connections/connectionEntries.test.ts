import assert from 'node:assert/strict';
import { replacedEntries } from '../../../../src/ui/settings/settingsValues';

const connection = {
  name: 'A',
  baseUrl: 'https://a.example',
  product: 'core',
  environment: 'staging',
  readOnly: false,
} as const;
const typo = { name: 'B', baseURL: 'https://b.example', note: 'mine' };

describe('The connections in the settings', () => {
  it('keep an invalid entry when another one is edited, renamed, removed or added', () => {
    const renamed = { ...connection, name: 'C', caFile: '/ca.pem', assistant: 'off' } as const;
    assert.deepEqual(replacedEntries([typo, connection], 'A', renamed), [typo, renamed]);
    assert.deepEqual(replacedEntries([connection, typo], 'A', undefined), [typo]);
    assert.deepEqual(replacedEntries([typo], 'A', connection), [typo, connection]);
  });

  it('never hold a key', () => {
    const carried = { ...connection, apiKey: 'secret', found: true } as const;
    assert.deepEqual(replacedEntries([], 'A', carried), [connection]);
  });
});
