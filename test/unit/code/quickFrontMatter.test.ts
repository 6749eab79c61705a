import assert from 'node:assert/strict';
import fc from 'fast-check';
import { readQuickly } from '../../../src/code/quickFrontMatter';
import { mergeSettings, readSettings, settingKeys } from '../../../src/code/settings';
import { YamlReader } from '../../../src/code/yamlReader';

const key = fc.constantFrom(
  'name',
  'description',
  'schedule',
  'enabled',
  'output_parameter',
  'after',
  '  query',
  '  when',
  'x',
);
const value = fc.oneof(
  fc.constantFrom(
    'true',
    'false',
    'yes',
    'Null',
    '~',
    '"0 * * * *"',
    '0 * * * *',
    'succeeded',
    '12',
    '1e3',
    '""',
    ' a',
  ),
  fc.string({ maxLength: 6 }),
  fc.string({ maxLength: 6, unit: 'grapheme' }).map((text) => `"${text}"`),
  fc.stringMatching(/^[a-z][a-z .,()#:/-]{0,8}$/),
);
const written = fc.oneof(
  fc.tuple(key, value).map(([name, text]) => `${name}: ${text}`),
  fc.constantFrom('after:\n  query: A\n  when: failed', 'after:', '', '# note'),
);

describe('Reading a plain front matter quickly', () => {
  it('gives what the YAML parser gives, or nothing', () => {
    fc.assert(
      fc.property(fc.array(written, { maxLength: 5 }), (lines) => {
        const yaml = lines.map((line) => `${line}\n`).join('');
        const quick = readQuickly(yaml);
        if (quick === undefined) return;
        const reader = new YamlReader('x.lq', yaml);
        const slow = readSettings(reader, reader.mapping(reader.document.contents, settingKeys));
        assert.deepEqual([reader.problems, mergeSettings({}, slow)], [[], mergeSettings({}, quick)]);
      }),
      { numRuns: 2000 },
    );
  });

  it('takes what pull writes', () => {
    const yaml =
      'name: 시간당 실패 로그인\ndescription: Too many (per hour)\nenabled: true\nafter:\n  query: First\n  when: failed\n';

    assert.deepEqual(readQuickly(yaml), {
      name: '시간당 실패 로그인',
      description: 'Too many (per hour)',
      enabled: true,
      trigger: { after: 'First', when: 'failed' },
      outputParameter: undefined,
    });
  });
});
