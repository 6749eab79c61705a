import assert from 'node:assert/strict';
import { KnownNames } from '../../../../src/features/connections/knownNames';
import { JsonMemory } from '../../../support/jsonMemory';
import { lab } from '../../../support/labConnection';

describe('The addresses of connections', () => {
  it('are remembered by name, and stored when they change', () => {
    const memory = new JsonMemory();
    const names = new KnownNames(memory);
    for (let time = 0; time < 2; time++) names.note([{ ...lab, name: 'a' }]);
    assert.equal(memory.writes, 1);
    names.note([{ ...lab, name: 'a', baseUrl: 'https://other.example' }]);
    assert.equal(memory.writes, 2);
    assert.equal(new KnownNames(memory).platformOf('a')?.address, names.platformOf('a')?.address);
    assert.match(names.platformOf('a')?.address ?? '', /other/);
  });
});
