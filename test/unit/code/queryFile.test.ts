import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkFiles } from '../../../src/code/checkFiles';
import { tidyText } from '../../../src/code/definition';
import type { Definition } from '../../../src/code/definition';
import { readProject } from '../../../src/code/project';
import { readQueryFile } from '../../../src/code/queryFile';
import type { QueryFile } from '../../../src/code/queryFile';
import { renderQueryFile, updateQueryFile } from '../../../src/code/writeQueryFile';

const { project, problems } = readProject(`
platforms:
  production: {base_url: "https://logs.example.org", environment: production}
  staging: {base_url: "https://staging.example.org", environment: staging}
defaults:
  enabled: true
  node_types: [data]
`);

function file(name: string, front: string, text = 'table auth'): QueryFile {
  return readQueryFile(`scheduled-queries/${name}.lq`, `---\n${front}---\n${text}\n`, project);
}

function messages(...files: readonly QueryFile[]): readonly string[] {
  return checkFiles(files, project).map(({ path, from, message }) => {
    const line = files
      .find((candidate) => candidate.path === path)!
      .source.slice(0, from)
      .split('\n').length;
    return `${path.replace(/.*\//, '')}:${line} ${message}`;
  });
}

describe('A file of a scheduled query', () => {
  it('says what it is on each platform', () => {
    const read = file(
      'logins',
      'name: Failed logins\nschedule: "0 * * * *"\nplatforms:\n  staging: {enabled: false, after: {query: Other, when: failed}}\n',
    );

    assert.deepEqual(problems, []);
    assert.deepEqual(read.problems, []);
    const common = {
      name: 'Failed logins',
      description: undefined,
      nodeTypes: ['data'],
      outputParameter: false,
    };
    const query = 'table auth';
    assert.deepEqual(read.on('production'), {
      ...common,
      enabled: true,
      trigger: { schedule: '0 * * * *' },
      query,
    });
    assert.deepEqual(read.on('staging'), {
      ...common,
      enabled: false,
      trigger: { after: 'Other', when: 'failed' },
      query,
    });
  });

  it('is named for its file where it does not say a name, and can leave a platform out', () => {
    const read = file('Failed logins', 'schedule: "0 * * * *"\nplatforms: {staging: false}\n');

    assert.equal(read.on('production')?.name, 'Failed logins');
    assert.equal(read.on('staging'), undefined);
  });

  it('is told about each mistake at its line', () => {
    assert.deepEqual(messages(file('a', 'name: A\nenable: yes\nschedule: every day\nnode_types: [dta]\n')), [
      'a.lq:3 Unknown key “enable”. Did you mean “enabled”?',
      'a.lq:4 A cron expression has five fields: minute, hour, day of month, month, day of week. A field for seconds can precede them.',
      'a.lq:5 Expected one of: control, data.',
    ]);
    assert.deepEqual(messages(file('a', 'name: A\n')), [
      'a.lq:1 “schedule” or “after” is required to set when the query runs.',
    ]);
    assert.deepEqual(messages(file('a', 'schedule: "0 0 * * *"\nplatforms:\n  stagin: {}\n')), [
      'a.lq:4 Unknown key “stagin”. Did you mean “staging”?',
    ]);
  });

  it('is told once what is wrong with the YAML itself, and about nothing that follows from it', () => {
    assert.deepEqual(messages(file('a', 'name: A\nschedule: * * * * *\n')), [
      'a.lq:3 A value that starts with * requires quotes, for example "*/5 * * * *".',
    ]);
    assert.deepEqual(messages(file('a', 'name: A\nafter:\n\tquery: B\n')), [
      'a.lq:4 This is not valid YAML: Tabs are not allowed as indentation',
    ]);
    for (const nested of ['[', '{a: ', '\n  - ', '- ', '? ']) {
      assert.deepEqual(messages(file('a', `name: A\nschedule: ${nested.repeat(20_000)}\n`)), [
        'a.lq:2 This YAML is too long or too deeply nested.',
      ]);
    }
  });

  it('is told about a broken text, at its line behind the front matter', () => {
    assert.deepEqual(messages(file('a', 'schedule: "0 0 * * *"\n', 'table auth\n| search (a')), [
      'a.lq:5 The parentheses do not match.',
    ]);
  });

  it('must not follow what does not exist, nor itself', () => {
    const [a, b] = [file('a', 'name: A\nafter: B\n'), file('b', 'name: B\nafter: A\n')];
    assert.deepEqual(messages(a), ['a.lq:3 No file in this folder has the name “B”.']);
    assert.deepEqual(messages(a, b), [
      'a.lq:3 The chain is circular: A → B → A.',
      'b.lq:3 The chain is circular: B → A → B.',
    ]);
    assert.deepEqual(messages(file('c', 'after: 8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11\n')), []);
  });

  it('must have a name of its own', () => {
    const front = 'name: A\nschedule: "0 0 * * *"\n';
    assert.deepEqual(messages(file('a', front), file('b', front)), [
      'b.lq:2 scheduled-queries/a.lq also has the name “A”. Names must be unique.',
    ]);
  });

  it('reads back as what was written into it, new or over any other', () => {
    fc.assert(
      fc.property(definition, definition, fc.boolean(), (one, other, isShared) => {
        const path = 'scheduled-queries/x.lq';
        const rendered = readQueryFile(path, renderQueryFile(path, one, 'staging', project), project);
        assert.deepEqual([rendered.problems, rendered.on('staging')], [[], one]);
        const source = updateQueryFile(rendered, other, { platform: 'staging', project, isShared });
        const updated = readQueryFile(path, source, project);
        assert.deepEqual([updated.problems, updated.on('staging')], [[], other]);
        if (isShared)
          assert.deepEqual(
            { ...updated.on('production'), query: '' },
            { ...rendered.on('production'), query: '' },
          );
      }),
    );
  });

  it('keeps its comments and its order when it is changed', () => {
    const front = '# Owner: SOC\nschedule: "0 * * * *" # hourly\nname: A\n';
    const read = file('a', front);
    const changed = { ...read.on('staging')!, enabled: false };

    const source = updateQueryFile(read, changed, { platform: 'staging', project, isShared: false });
    assert.equal(source, `---\n${front}enabled: false\n---\ntable auth\n`);
  });
});

describe('logbench.yaml', () => {
  it('refuses a key, and an address that is none', () => {
    const { problems: found } = readProject(
      'platforms:\n  p:\n    api_key: secret\n  q:\n    base_url: logs\n  r:\n    base_url: https://key@logs\n',
    );

    assert.deepEqual(
      found.map(({ message }) => message),
      [
        'Do not store an API key in this file. Set the environment variable LOGBENCH_API_KEY_P instead.',
        '“base_url” must be an address such as https://logs.example.org.',
        '“base_url” must be an address such as https://logs.example.org.',
      ],
    );
  });

  it('takes a platform of which it does not say the environment for production', () => {
    const { project: read } = readProject('platforms:\n  p: {base_url: "https://logs.example.org"}\n');

    assert.equal(read.platforms[0]?.environment, 'production');
  });
});

const word = fc
  .string({ minLength: 1, maxLength: 20, unit: 'grapheme' })
  .filter((text) => text.trim() !== '');

/** Objects as everybody makes them. */
const plain = { noNullPrototype: true };

const definition: fc.Arbitrary<Definition> = fc.record(
  {
    name: word,
    description: fc.option(word, { nil: undefined }),
    enabled: fc.boolean(),
    trigger: fc.oneof(
      fc.constantFrom('0 * * * *', '*/5 * * * *', '0 0 12 * * 1').map((schedule) => ({ schedule })),
      fc.record({ after: word, when: fc.constantFrom('succeeded', 'failed', 'finished') }, plain),
    ),
    nodeTypes: fc.subarray(['control', 'data']),
    outputParameter: fc.boolean(),
    query: fc.string({ unit: 'grapheme' }).map((text) => tidyText(`table auth ${text}`)),
  },
  plain,
);
