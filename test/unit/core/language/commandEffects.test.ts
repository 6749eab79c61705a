import assert from 'node:assert/strict';
import { commands } from '../../../../src/core/language/catalog/catalog';
import { effectOf } from '../../../../src/core/language/commandEffects';
import { parseQuery } from '../../../../src/core/language/parseQuery';

function effectsIn(text: string): readonly string[] {
  return parseQuery(text).query.commands.map((command) => effectOf(command));
}

describe('The effect of a command', () => {
  for (const [text, effect] of [
    ['table a', 'reads'],
    ['# a comment', 'reads'],
    ['import a', 'writes'],
    ['purge a', 'writes'],
    ['outputcsv /tmp/a', 'sends'],
    ['dbquery a select 1', 'sends'],
    ['sendmail a', 'sends'],
    ['wget url="http://a"', 'sends'],
    ['nslookup a', 'sends'],
    ['proc a()', 'runs'],
    ['remote a', 'sends'],
    ['memlookup op=build name=a key=b', 'writes'],
    ['memlookup op=drop name=a', 'writes'],
    ['memlookup op="drop" name=a', 'writes'],
    ['memlookup op=$("what") name=a', 'writes'],
    ['memlookup op=list name=a', 'reads'],
    ['memlookup name=a key=b', 'reads'],
    ['table window=10m a', 'waits'],
    ['stream window=10m a', 'waits'],
    ['stream forward=t a', 'writes'],
    ['stream forward=$("f") a', 'writes'],
    ['ftp p ls /a', 'readsFiles'],
    ['sftp p cat format=json /a', 'readsFiles'],
    ['hdfs p put /a', 'sends'],
    ['sftp $("p") ls /a', 'readsFiles'],
    ['evtctxlist', 'reads'],
    ['evtctxadd topic=a key=b c == 1', 'writes'],
    ['eval a = if(b, evtctxsetvar("t", k, "n", 1), 0)', 'writes'],
    ['eval a = evtctxgetvar("t", k, "n")', 'reads'],
    ['sentry-logger-stop', 'writes'],
    ['sentry-netstat', 'reads'],
    ['linux-processes', 'readsFiles'],
    ['groovy Script', 'runs'],
    ['summary', 'unknown'],
    ['csvfile /tmp/a', 'readsFiles'],
    ['logger a', 'waits'],
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
    const unknown = commands.filter(({ name }) => effectsIn(name)[0] === 'unknown');
    // The facts do not say what these do.
    assert.deepEqual(
      unknown.map(({ name }) => name),
      ['summary', 'split', 'genian-nac-nodes'],
    );
  });
});
