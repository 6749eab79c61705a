import assert from 'node:assert/strict';
import { KnownNames } from '../../../../../src/extension/features/connections/knownNames';
import { JsonMemory } from '../../../../support/jsonMemory';
import { lab } from '../../../../support/labConnection';

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

  it('tell a renamed connection from another one to the same platform, which has another account', () => {
    const memory = new JsonMemory();
    const [admin, guest, renamed] = ['Admin', 'Guest', 'Visitor'].map((name) => ({ ...lab, name }));
    assert.ok(admin && guest && renamed);
    const names = new KnownNames(memory);
    names.note([admin, guest]);
    names.note([admin, renamed]);
    const later = new KnownNames(memory);
    assert.deepEqual([later.succeeds(renamed, 'Guest'), later.succeeds(admin, 'Guest')], [true, false]);
    later.note([{ ...guest, baseUrl: 'https://other.example' }]);
    later.note([admin]);
    assert.equal(later.succeeds(admin, 'Guest'), false, 'it is another platform');
  });
});
