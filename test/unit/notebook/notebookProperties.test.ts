import assert from 'node:assert/strict';
import { readProperties, withProperties } from '../../../src/notebook/notebookProperties';

const whole = [
  '---',
  'connection: prod # the main one',
  'from: 2026-11-01',
  'to: now',
  'outputs: summary',
  'parameters:',
  '  user: alice',
  '  least: 0012',
  '  exact: true',
  '---',
].join('\n');

describe('the properties of a notebook', () => {
  it('are read from the front matter, with parameters as written', () => {
    const { properties, problems } = readProperties(whole);
    assert.deepEqual(problems, []);
    assert.deepEqual(
      { ...properties, parameters: [...properties.parameters] },
      {
        title: undefined,
        connection: 'prod',
        from: '2026-11-01',
        to: 'now',
        outputs: 'summary',
        parameters: [
          ['user', 'alice'],
          ['least', '0012'],
          ['exact', 'true'],
        ],
      },
    );
  });

  it('are empty without front matter', () => {
    const { properties, problems } = readProperties('');
    assert.equal(properties.connection, undefined);
    assert.equal(properties.outputs, 'none');
    assert.deepEqual(problems, []);
  });

  it('report invalid YAML, unknown keys and values, and keep the rest', () => {
    for (const [text, message] of [
      ['---\nconnection: [\n---', /not valid YAML/],
      ['---\nconection: prod\n---', /Did you mean “connection”/],
      ['---\nfrom: yesterday\n---', /is not a time/],
      ['---\noutputs: all\n---', /none, summary/],
      ['---\nparameters:\n  a b: x\n---', /cannot be the name/],
      ['---\nparameters:\n  from: x\n---', /cannot be the name/],
    ] as const) {
      const { problems } = readProperties(text);
      assert.match(problems[0]?.message ?? '', message, text);
      assert.ok((problems[0]?.from ?? 0) >= 4, text);
    }
    assert.equal(readProperties('---\nfrom: yesterday\nto: now\n---').properties.to, 'now');
  });

  it('are changed with comments and order kept', () => {
    const changed = withProperties(whole, { from: '7d', parameters: new Map([['user', 'bob']]) });
    assert.equal(
      changed,
      '---\nconnection: prod # the main one\nfrom: 7d\nto: now\noutputs: summary\nparameters:\n  user: bob\n---',
    );
  });

  it('are added to a notebook without front matter, and removed', () => {
    assert.equal(withProperties('', { connection: 'prod' }), '---\nconnection: prod\n---');
    assert.equal(withProperties('---\nfrom: 7d\nto: now\n---', { from: undefined }), '---\nto: now\n---');
    assert.equal(withProperties('', { from: undefined }), '');
  });
});
