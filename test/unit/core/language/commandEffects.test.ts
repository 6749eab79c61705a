import assert from 'node:assert/strict';
import { commands } from '../../../../src/core/language/catalog/catalog';
import { effectOf } from '../../../../src/core/language/commandEffects';
import { parseQuery } from '../../../../src/core/language/parseQuery';

function effectsIn(text: string): readonly string[] {
  return parseQuery(text).query.commands.map(effectOf);
}

describe('The effect of a command', () => {
  for (const [text, effect] of [
    ['table a', 'reads'],
    ['# a comment', 'reads'],
    ['import a', 'writes'],
    ['purge a', 'writes'],
    ['outputcsv /tmp/a', 'writes'],
    ['dbquery a select 1', 'writes'],
    ['sendmail a', 'sends'],
    ['wget url="http://a"', 'sends'],
    ['nslookup a', 'sends'],
    ['proc a()', 'runs'],
    ['remote a', 'runs'],
    ['memlookup op=build name=a key=b', 'writes'],
    ['memlookup op=drop name=a', 'writes'],
    ['memlookup op="drop" name=a', 'writes'],
    ['memlookup op=$("what") name=a', 'writes'],
    ['memlookup op=load name=a', 'reads'],
    ['memlookup name=a key=b', 'reads'],
    ['csvfile /tmp/a', 'readsFiles'],
    ['logger a', 'neverEnds'],
    ['frobnicate a', 'unknown'],
    ['reimport a', 'unknown'],
    ['imports a', 'unknown'],
    ['copytable path="/b"', 'sends'],
    ['insert table=f', 'writes'],
    ['dbcopy a', 'writes'],
    ['mydb a', 'unknown'],
    ['sendpager a', 'sends'],
    ['outputpager a', 'writes'],
  ] as const) {
    it(`is “${effect}” for ${text}`, () => assert.deepEqual(effectsIn(text), [effect]));
  }

  it('is known for every command of the catalog', () => {
    for (const { name } of commands) assert.notDeepEqual(effectsIn(name), ['unknown'], name);
  });
});
