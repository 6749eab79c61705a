import assert from 'node:assert/strict';
import { isReadable, readProperties, withProperties } from '../../../../src/core/notebook/notebookProperties';

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
    ] as const) {
      const { problems } = readProperties(text);
      assert.match(problems[0]?.message ?? '', message, text);
      assert.ok((problems[0]?.from ?? 0) >= 4, text);
    }
    assert.equal(readProperties('---\nfrom: yesterday\nto: now\n---').properties.to, 'now');
  });

  it('keep a quoted number as text, and write numbers as numbers', () => {
    const quoted = '---\nparameters:\n  id: "42" # an account\n  least: 10\n---';
    const { parameters } = readProperties(quoted).properties;
    assert.deepEqual([...parameters.values()], ['"42"', '10']);
    assert.equal(withProperties(quoted, { parameters }), quoted);
    assert.equal(
      withProperties(quoted, {
        parameters: new Map([...parameters, ['least', '5'], ['big', '90071992547409931']]),
      }),
      '---\nparameters:\n  id: "42" # an account\n  least: 5\n  big: 90071992547409931\n---',
    );
  });

  it('keep every byte of the properties that are not changed', () => {
    const rest = [
      '# a comment   ',
      "title:   'What''s this'",
      'connection: &lab "Lab"   # ours',
      'parameters:',
      '    big: 12345678901234567890',
      '    long: 1e3',
      '    text: |',
      '      two',
      '      lines',
      '    user:   alice  # somebody',
      'outputs:   none',
    ];
    for (const end of ['\n', '\r\n']) {
      const whole = (lines: readonly string[]): string => ['---', ...lines, '---'].join(end);
      const before = whole(['from: 1d  # start', ...rest]);
      const { parameters } = readProperties(before).properties;
      assert.equal(withProperties(before, { from: '7d' }), whole(['from: 7d  # start', ...rest]));
      assert.equal(withProperties(before, { from: undefined }), whole(rest));
      assert.equal(withProperties(before, { to: 'now' }), whole(['from: 1d  # start', ...rest, 'to: now']));
      const changed = new Map([...parameters, ['user', 'bob: "x" # y'], ['added', '5']]);
      const lines = rest.with(9, `    user:   'bob: "x" # y'  # somebody`).toSpliced(10, 0, '    added: 5');
      assert.equal(withProperties(before, { parameters: changed }), whole(['from: 1d  # start', ...lines]));
    }
  });

  it('keep a byte order mark when they are changed', () => {
    assert.equal(withProperties('\uFEFF---\nfrom: 1d\n---', { from: '2d' }), '\uFEFF---\nfrom: 2d\n---');
  });

  it('report a date that does not exist, and that from and to are no parameters', () => {
    const message = (yaml: string): string => readProperties(`---\n${yaml}\n---`).problems[0]?.message ?? '';
    assert.match(message('to: 2026-13-45'), /is not a time/);
    assert.match(message('to: 2026-02-30 10:00'), /is not a time/);
    assert.match(message('parameters:\n  to: now'), /above “parameters”/);
    assert.equal(message('to: 2028-02-29 23:59:59'), '');
  });

  it('can be changed only if they are valid YAML', () => {
    assert.equal(isReadable('---\nfrom: [\n---'), false);
    assert.equal(isReadable('---\nfrom: 7d\nother: 1\n---'), true);
    for (const yaml of ['- a', 'x', 'parameters: x', 'parameters: [1]'])
      assert.equal(isReadable(`---\n${yaml}\n---`), false, yaml);
    assert.equal(isReadable(''), true);
  });

  it('are added to a notebook without front matter, and removed', () => {
    assert.equal(withProperties('', { connection: 'prod' }), '---\nconnection: prod\n---');
    assert.equal(withProperties('---\nfrom: 7d\nto: now\n---', { from: undefined }), '---\nto: now\n---');
    assert.equal(withProperties('', { from: undefined }), '');
  });
});
