import assert from 'node:assert/strict';
import { placeOfRefusal } from '../../../src/language/services/refusedPlace';

describe('The place of a refusal', () => {
  it('is where the parser finds the same code', () => {
    const text = 'table a |  | limit 5';
    const place = placeOfRefusal('(90003) empty-command', text);
    assert.equal(place.code, 90003);
    assert.ok(place.from >= text.indexOf('|') && place.to <= text.lastIndexOf('|') + 1);
  });

  it('is the first line for what only the service can know', () => {
    const place = placeOfRefusal('(10605) table-not-found', 'table nobody\n| limit 1');
    assert.deepEqual(
      { from: place.from, to: place.to, message: place.message },
      { from: 0, to: 'table nobody'.length, message: '(10605) table-not-found' },
    );
  });
});
