import assert from 'node:assert/strict';
import { changes, comparable, ruleText } from '../../../../src/features/rules/ruleText';

describe('a rule as a document', () => {
  it('is the same whatever the order of the fields', () => {
    const one = { guid: 'g', name: 'Port scan', priority: 'LOW', own: { b: 1, a: [{ d: 1, c: 2 }] } };
    const other = { own: { a: [{ c: 2, d: 1 }], b: 1 }, priority: 'LOW', name: 'Port scan', guid: 'g' };

    assert.equal(ruleText(one, ['Port scan']), ruleText(other, ['Port scan']));
  });

  it('starts with the query as text, with the settings below it, the name first', () => {
    const text = ruleText({ query: 'table a\n| stats count', enabled: true, name: 'Port scan' }, ['heading']);

    assert.equal(
      text,
      [
        '// heading',
        '// ──── query',
        'table a',
        '| stats count',
        '',
        '// ──── settings',
        '{',
        '  "name": "Port scan",',
        '  "enabled": true',
        '}',
        '',
      ].join('\n'),
    );
  });

  it('has the queries of a stream rule’s commands as text too', () => {
    const commands = [
      { ordinal: 1, query: 'search a == 1' },
      { ordinal: 2, query: null },
      { ordinal: 3, query: '' },
    ];
    const text = ruleText({ name: 'Stream', commands }, []);

    assert.match(text, /^\/\/ ──── commands\[0\]\.query\nsearch a == 1\n\n\/\/ ──── settings\n\{/);
    assert.doesNotMatch(text, /"query": "search/);
    assert.match(text, /"query": null/);
    assert.match(text, /"query": ""/);
  });

  it('escapes line breaks in a heading', () => {
    assert.match(ruleText({ name: 'a' }, ['one\n{ "two": 2 }']), /^\/\/ one \{ "two": 2 \}\n/);
  });
});

describe('The changes between two rules', () => {
  it('names the settings with their short values, those in one of them only too', () => {
    const query = 'table duration=1h fw_seoul_core | search action == "deny"';
    const current = {
      name: 'a',
      query,
      updated: '1',
      enabled: true,
      msg: 'x\n y',
      deleted: 1,
      own: [1],
      no: null,
    };
    const snapshot = { name: 'b', query: `${query} | limit 1`, new: true, own: [2] };

    assert.deepEqual(changes(current, snapshot), [
      'name: a → b',
      'msg: x y → –',
      'deleted: 1 → –',
      'new: – → true',
      'own',
      'query',
    ]);
  });

  it('do not include fields that the platform sets itself', () => {
    assert.deepEqual(comparable({ guid: 'g', name: 'a', created: 'x', updated: 'y', user_name: 'z' }), {
      name: 'a',
    });
  });
});
