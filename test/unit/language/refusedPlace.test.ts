import assert from 'node:assert/strict';
import { placeOfRefusal } from '../../../src/language/services/refusedPlace';
import type { RefusedPlace } from '../../../src/language/services/refusedPlace';

describe('The place of a refusal', () => {
  const marked = ({ from, to }: RefusedPlace, text: string): string => text.slice(from, to);

  it('is where the parser finds the same code', () => {
    const text = 'table a |  | limit 5';
    const place = placeOfRefusal('(90003) empty-command', text);
    assert.equal(place.code, 90003);
    assert.ok(place.from >= text.indexOf('|') && place.to <= text.lastIndexOf('|') + 1);
  });

  it('is the one table that the service may have meant, in words that a person understands', () => {
    const text = 'set days = "1"\n| table duration=1d nobody\n| limit 1';
    const place = placeOfRefusal('(10605) table-not-found', text);
    assert.deepEqual([place.code, marked(place, text)], [10605, 'nobody']);
    assert.equal(place.message, 'The table “nobody” does not exist.');
  });

  it('is the first line when it may have meant more than one', () => {
    const text = 'table here | join id [ table nobody ]\n| limit 1';
    assert.equal(
      marked(placeOfRefusal('(10605) table-not-found', text), text),
      'table here | join id [ table nobody ]',
    );
  });

  it('is the first line for what only the service knows, in its own words', () => {
    const text = 'table a\n| limit 1';
    const place = placeOfRefusal('(12345) moon-too-full', text);
    assert.deepEqual(
      [place.code, marked(place, text), place.message],
      [12345, 'table a', '(12345) moon-too-full'],
    );
    assert.equal(placeOfRefusal('(12345) constructor', text).message, '(12345) constructor');
  });
});
