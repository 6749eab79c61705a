import assert from 'node:assert/strict';
import { parseConnections, replacedEntries } from '../../../../src/ui/settings/settingsValues';

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
