import assert from 'node:assert/strict';
import { completeFrontMatter } from '../../../../src/core/project/completeFrontMatter';

/** The proposals where the text has its bar. */
function at(text: string): readonly string[] | undefined {
  const offset = text.indexOf('^');
  return completeFrontMatter(text.replace('^', ''), offset)?.items.map((item) => item.text);
}

describe('Completion in a front matter', () => {
  it('offers the keys that are missing', () => {
    assert.deepEqual(at('---\nname: A\nschedule: "0 0 * * *"\nen^\n---\ntable a'), [
      'description: ',
      'enabled: ',
      'output_parameter: ',
      'node_types: ',
      'after: ',
      'protect: ',
      'platforms: ',
    ]);
  });

  it('offers the keys and values of the key above', () => {
    assert.deepEqual(at('---\nafter:\n  ^\n---\n'), ['query: ', 'when: ']);
    assert.deepEqual(at('---\nafter:\n  query: A\n  when: ^\n---\n'), ['succeeded', 'failed', 'finished']);
    assert.deepEqual(at('---\nenabled: t^\n---\n'), ['true', 'false']);
    assert.deepEqual(at('---\noutput_parameter: ^\n---\n'), ['true', 'false']);
    assert.deepEqual(at('---\nafter:\n\n  ^\n---\n'), ['query: ', 'when: ']);
    assert.deepEqual(at('---\nplatforms:\n  lab:\n    after:\n      ^\n---\n'), ['query: ', 'when: ']);
    assert.ok(at('---\n  ^\n---\n')?.includes('name: '));
    assert.ok(at('---\n^\n---\nname: A')?.includes('name: '));
    assert.ok(at('---\nschedule: ^\n---\n')?.includes('"0 * * * *"'));
    assert.equal(completeFrontMatter('---\nschedule: "0\n---\n', 16)?.from, 14);
    assert.deepEqual(at('---\nnode_types: [control, ^\n---\n'), ['control', 'data']);
    assert.ok(at('---\nplatforms:\n  staging:\n    ^\n---\n')?.includes('enabled: '));
    assert.ok(at('---\nafter:\n  query: A\nplatforms:\n  staging:\n    ^\n---\n')?.includes('enabled: '));
  });

  it('replaces the typed part of a key, and describes the key', () => {
    const source = '---\nname: A\nen\nschedule: "0 0 * * *"\nplatforms:\n---\n';
    const found = completeFrontMatter(source, source.indexOf('\nsch'));

    assert.equal(source.slice(found?.from, found?.to), 'en');
    assert.deepEqual(found?.items.slice(0, 2), [
      { kind: 'key', text: 'description: ', detail: 'What the query is for' },
      { kind: 'key', text: 'enabled: ', detail: 'Whether it runs' },
    ]);
    const value = completeFrontMatter('---\nenabled: t', 14);
    assert.deepEqual(value, {
      from: 13,
      to: 14,
      items: [
        { kind: 'value', text: 'true' },
        { kind: 'value', text: 'false' },
      ],
    });
    assert.equal(completeFrontMatter('---\nschedule: ', 14)?.items[0]?.kind, 'schedule');
    assert.deepEqual(at('---\nname: ^\n---\n'), []);
    const list = '---\nnode_types: [control, da';
    assert.equal(list.slice(completeFrontMatter(list, list.length)?.from), 'da');
  });

  it('offers nothing outside the front matter', () => {
    assert.equal(at('---\nname: A\n---\ntab^'), undefined);
    assert.equal(at('--^-\nname: A\n---\n'), undefined);
    assert.ok(at('---\n^name: A\n---\n'));
    assert.ok(at('---\nname: A\n^---\n'));
    assert.equal(at('---\nname: A\n-^--\n'), undefined);
    assert.equal(at('tab^'), undefined);
  });

  it('offers nothing in a comment, a list or a text of several words', () => {
    for (const line of ['# enabled: ^', '# en^', 'two words^', '  - c^', 'name: A # en^']) {
      assert.deepEqual(at(`---\nafter:\n${line}\n---\n`), [], line);
    }
  });

  it('offers the queries of the project after “after”, quoted when YAML requires it', () => {
    const plain = ['Failed logins', 'Nobody', 'Logon', 'Up_2 (a/b) c-d.e'];
    const quoted = ['No', '50% of: all', '5 users', 'a: b', 'ends with a blank '];
    for (const line of ['after: Failed lo', 'after:\n  query: Failed lo']) {
      const source = `---\n${line}`;
      const found = completeFrontMatter(source, source.length, [...plain, ...quoted]);
      assert.deepEqual(
        found?.items.map(({ text }) => text),
        [...plain, ...quoted.map((name) => `"${name}"`)],
      );
      assert.equal(source.slice(found.from, found.to), 'Failed lo');
    }
  });
});
