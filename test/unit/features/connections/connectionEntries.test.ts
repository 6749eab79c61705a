import assert from 'node:assert/strict';
import { replacedEntries } from '../../../../src/ui/settings/settingsValues';

const connection = {
  name: 'A',
  baseUrl: 'https://a.example',
  product: 'core',
  environment: 'staging',
  readOnly: false,
} as const;

describe('The connections in the settings', () => {
  it('never hold a key', () => {
    const carried = { ...connection, apiKey: 'secret', found: true } as const;
    assert.deepEqual(replacedEntries([], 'A', carried), [connection]);
  });
});
