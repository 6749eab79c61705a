import assert from 'node:assert/strict';
import fc from 'fast-check';
import { checkFiles } from '../../../../src/core/project/checkFiles';
import { tidyText } from '../../../../src/core/project/definition';
import type { Definition } from '../../../../src/core/project/definition';
import { readProject } from '../../../../src/core/project/project';
import { readQueryFile } from '../../../../src/core/project/queryFile';
import type { QueryFile } from '../../../../src/core/project/queryFile';
import { renderQueryFile, updateQueryFile } from '../../../../src/core/project/writeQueryFile';

const { project, problems } = readProject(`
platforms:
  production: {base_url: "https://logs.example.org", environment: production}
  staging: {base_url: "https://staging.example.org", environment: staging}
defaults:
  enabled: true
  node_types: [data]
`);

/** The same project with one platform. */
const alone = { ...project, platforms: project.platforms.slice(1) };

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
  it('has a definition for each platform', () => {
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

  it('is named after its file by default, and can exclude a platform', () => {
    const read = file('Failed logins', 'schedule: "0 * * * *"\nplatforms: {staging: false}\n');

    assert.equal(read.on('production')?.name, 'Failed logins');
    assert.equal(read.on('staging'), undefined);
  });

  it('reports each problem of the front matter and of the query at its line', () => {
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
    assert.deepEqual(messages(file('a', 'schedule: "0 0 * * *"\n', 'table auth\n| search (a')), [
      'a.lq:5 The parentheses do not match.',
    ]);
  });

  const long = 'x'.repeat(2001);
  const mistakes: readonly (readonly [front: string, message: string])[] = [
    ['name: " "\nafter: B', 'The name must not be empty.'],
    [`name: ${'x'.repeat(256)}`, 'The value must have at most 255 characters.'],
    [`description: ${long}`, 'The value must have at most 2000 characters.'],
    ['name: [A]', 'Expected text.'],
    ['enabled: "true"', 'Expected true or false.'],
    ['output_parameter: 1', 'Expected true or false.'],
    ['node_types: data', 'Expected a list.'],
    ['platforms: [staging]', 'Expected a mapping of keys and values.'],
    ['platforms: {staging: true}', 'Expected a mapping of keys and values.'],
    [
      'unheard_of_key: 1',
      'Unknown key “unheard_of_key”. Valid keys are name, description, enabled, schedule, output_parameter, node_types, after, protect, platforms.',
    ],
    ['platforms: {staging: {enabled: 1}}', 'Expected true or false.'],
  ];
  for (const [front, message] of mistakes) {
    it(`reports what is wrong with ${front.slice(0, 40)}`, () => {
      const text = front.includes('after') ? `${front}\n` : `${front}\nschedule: "0 0 * * *"\n`;
      const found = file('a', text).problems;
      assert.deepEqual(
        found.map((problem) => problem.message),
        [message],
      );
    });
  }

  it('requires one trigger on each of its platforms', () => {
    const codes = (front: string): readonly string[] =>
      file('a', `${front}\n`).problems.map(({ code }) => code);
    const schedule = 'schedule: "0 0 * * *"';

    assert.deepEqual(codes(`${schedule}\nafter: B`), ['two-triggers']);
    assert.deepEqual(codes('schedule: [a]'), ['wrong-type', 'missing-key']);
    assert.deepEqual(codes('after: [B]'), ['wrong-type', 'missing-key']);
    assert.deepEqual(codes('after: {query: [B]}'), ['wrong-type', 'missing-key']);
    assert.deepEqual(codes('after: {query: B, when: never}'), ['wrong-value']);
    assert.deepEqual(file('a', 'after: {query: B}\n').on('staging')?.trigger, {
      ...{ after: 'B', when: 'succeeded' },
    });
    assert.deepEqual(codes(`${schedule}\nplatforms:`), []);
    assert.deepEqual(codes(`${schedule}\n? [a]\n: b`), ['unknown-key']);
    assert.deepEqual(codes('after: {when: failed}'), ['missing-key', 'missing-key']);
    assert.deepEqual(codes(`platforms: {production: {${schedule}}}`), ['missing-key']);
    assert.deepEqual(codes(`platforms: {production: {${schedule}}, staging: false}`), []);
    assert.deepEqual(codes(`platforms: {production: {${schedule}}, staging: {after: B}}`), []);
  });

  it('has its own values before those of the project', () => {
    const read = file(
      'a',
      'name: 007\nschedule: "0 0 * * *"\ndescription: ""\noutput_parameter: true\nplatforms:\n  staging: {after: B, name: S}\n',
    );
    const { name, description, trigger, outputParameter, enabled } = read.on('staging')!;

    assert.deepEqual(
      [name, description, trigger, outputParameter, enabled],
      [...['S', undefined, { after: 'B', when: 'succeeded' }, true, true]],
    );
    assert.equal(read.on('production')?.name, '007');
  });

  it('reports invalid YAML once, and nothing that follows from it', () => {
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

  it('reports a broken chain only in the files that break it', () => {
    const files = ['A: B', 'B: C', 'C: B', 'D: E', 'E: none'].map((text) => {
      const [name, after] = text.split(': ');
      return file(name!.toLowerCase(), `name: ${name}\nafter: ${after}\n`);
    });

    assert.deepEqual(messages(...files), [
      'b.lq:3 The chain is circular: B → C → B.',
      'c.lq:3 The chain is circular: C → B → C.',
      'e.lq:3 No file in this folder has the name “none”.',
    ]);
    assert.deepEqual(messages(file('f', 'after: 8d1b9f6e-52d2-4a0b-9d43-0c5a6f6f3c11\n')), []);
    const [problem] = checkFiles([files[4]!], project);
    assert.equal(files[4]!.source.slice(problem?.from, problem?.to), '\nafter: none'.trim());
    assert.deepEqual([problem?.code, problem?.severity], ['chain', 'error']);
  });

  it('is checked on each of its platforms', () => {
    const schedule = 'schedule: "0 0 * * *"\n';
    const [a, b] = [
      file('a', `name: A\n${schedule}platforms:\n  staging:\n    after: B\n`),
      file('b', `name: B\n${schedule}platforms: {staging: false}\n`),
    ];
    const messagesIn = (platforms: typeof project.platforms): readonly string[] =>
      checkFiles([a, b], { ...project, platforms }).map(({ message }) => message);
    const missing = 'No file in this folder has the name “B”.';

    assert.deepEqual(messagesIn(project.platforms), [missing]);
    assert.deepEqual(messagesIn(project.platforms.slice(0, 1)), []);
  });

  it('requires a query', () => {
    const empty = file('a', 'schedule: "0 0 * * *"\n', ' ');
    const [problem, ...others] = checkFiles([empty], project);

    assert.deepEqual(others, []);
    assert.deepEqual(
      [problem?.code, problem?.severity, problem?.message],
      [...['missing-text', 'error', 'The text of the query is missing.']],
    );
  });

  it('requires a unique name', () => {
    const front = 'name: A\nschedule: "0 0 * * *"\n';
    assert.deepEqual(messages(file('a', front), file('b', front)), [
      'b.lq:2 scheduled-queries/a.lq also has the name “A”. Names must be unique.',
    ]);
    const inFolder = (folder: string, source: string): QueryFile =>
      readQueryFile(`${folder}/a.lq`, source, {
        ...project,
        defaults: { trigger: { schedule: '0 0 * * *' } },
      });
    const named = [inFolder('x', '---\nenabled: true\n---\ntable a\n'), inFolder('y', 'table a\n')];
    const positions = [named, named.toReversed()].map((files) =>
      checkFiles(files, project).map(({ path, from, to, code }) => [path, from, to, code]),
    );
    assert.deepEqual(positions, [[['y/a.lq', 0, 0, 'duplicate-name']], [['x/a.lq', 0, 3, 'duplicate-name']]]);
  });

  it('reads back what was written, new or over any other', () => {
    fc.assert(
      fc.property(definition, definition, fc.boolean(), (one, other, isShared) => {
        const path = 'scheduled-queries/x.lq';
        const text = renderQueryFile(one, project, isShared ? undefined : 'staging');
        const rendered = readQueryFile(path, text, project);
        assert.deepEqual([rendered.problems, rendered.on('staging')], [[], one]);
        assert.deepEqual(rendered.on('production'), isShared ? one : undefined);
        const source = updateQueryFile(rendered, other, { platform: 'staging', project });
        const updated = readQueryFile(path, source, project);
        assert.deepEqual([updated.problems, updated.on('staging')], [[], other]);
        assert.deepEqual(updated.on('production'), rendered.on('production'));
        // Taken over from the other platform too, the file is for both.
        const both = readQueryFile(
          path,
          updateQueryFile(updated, one, { platform: 'production', project }),
          project,
        );
        assert.deepEqual([both.problems, both.on('staging'), both.on('production')], [[], other, one]);
      }),
    );
  });

  it('keeps its comments and its order when it is changed', () => {
    const front = '# Owner: SOC\nschedule: "0 * * * *" # hourly\nname: A\n';
    const read = file('a', front);
    const changed = { ...read.on('staging')!, enabled: false };

    const source = updateQueryFile(read, changed, { platform: 'staging', project: alone });
    assert.equal(source, `---\n${front}enabled: false\n---\ntable auth\n`);
    const later = { ...read.on('staging')!, trigger: { schedule: '0 2 * * *' } };
    assert.equal(
      updateQueryFile(read, later, { platform: 'staging', project: alone }),
      `---\n${front.replace('0 *', '0 2')}---\ntable auth\n`,
    );
  });

  it('is changed for one platform when that has its own values, and for all otherwise', () => {
    const schedule = 'schedule: "0 * * * *"\n';
    const changed = (front: string, change: Partial<Definition>, isShared = false): string => {
      const read = file('a', front);
      const target = { platform: 'staging', project: isShared ? project : alone };
      const source = updateQueryFile(read, { ...read.on('staging')!, ...change }, target);
      return source.slice(4, source.indexOf('---\n', 4));
    };
    const own = 'platforms:\n  staging:\n    enabled: false\n';
    assert.equal(changed(schedule + own, { enabled: true }), schedule + own.replace('false', 'true'));
    assert.equal(changed(schedule + own, { name: 'B' }), `${schedule}${own}name: B\n`);
    const daily = { trigger: { schedule: '0 0 * * *' } };
    assert.equal(changed(schedule + own, daily), schedule.replace('0 *', '0 0') + own);
    const often = `${schedule}platforms:\n  staging:\n    schedule: "*/5 * * * *"\n`;
    assert.equal(changed(often, daily), often.replace('*/5 *', '0 0'));
    const dependent = `${schedule}platforms:\n  staging:\n    after: B\n`;
    assert.equal(changed(dependent, daily), `${schedule}platforms:\n  staging:\n    schedule: "0 0 * * *"\n`);
    assert.equal(changed(`${schedule}platforms:\n`, { enabled: false }, true), schedule + own);
    const long = 'word '.repeat(60).trim();
    assert.equal(changed(schedule, { description: long }), `${schedule}description: ${long}\n`);
  });

  it('is written with what differs from the defaults of the project', () => {
    const made: Definition = {
      ...{ name: 'A', description: undefined, enabled: true, trigger: { schedule: '0 * * * *' } },
      ...{ nodeTypes: ['control'], outputParameter: false, query: 'table a' },
    };
    assert.equal(
      renderQueryFile(made, project),
      '---\nname: A\nenabled: true\nschedule: "0 * * * *"\nnode_types:\n  - control\n---\ntable a\n',
    );
    const bare = readQueryFile('x.lq', 'table a\n', project);
    assert.equal(
      updateQueryFile(
        bare,
        { ...made, name: 'x', nodeTypes: ['data'] },
        {
          ...{ platform: 'staging', project: alone },
        },
      ),
      '---\nschedule: "0 * * * *"\n---\ntable a\n',
    );
  });
});

describe('logbench.yaml', () => {
  it('rejects an API key and an invalid address', () => {
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

  it('has platforms, patterns and defaults', () => {
    const read = readProject(
      'platforms:\n  실험_1: {base_url: "http://a", product: edge, environment: local, ca_file: ca.pem, assistant: read}\n' +
        'files: ["a/*.lq"]\ndefaults: {enabled: true, schedule: "0 0 * * *", output_parameter: true}\n',
    );

    assert.deepEqual(read.problems, []);
    assert.deepEqual(read.project.platforms, [
      {
        name: '실험_1',
        baseUrl: 'http://a',
        product: 'edge',
        environment: 'local',
        caFile: 'ca.pem',
        assistant: 'read',
      },
    ]);
    assert.deepEqual(read.project.files, ['a/*.lq']);
    const { defaults } = read.project;
    assert.deepEqual(
      [defaults.enabled, defaults.trigger, defaults.outputParameter],
      [...[true, { schedule: '0 0 * * *' }, true]],
    );
    const bare = readProject('platforms:\n  p: {base_url: "https://logs.example.org"}\n');
    const { files, platforms } = bare.project;
    assert.deepEqual([bare.problems, files], [[], ['scheduled-queries/**/*.lq']]);
    assert.deepEqual([platforms[0]?.environment, platforms[0]?.product], ['production', 'core']);
    assert.deepEqual(readProject('').problems, []);
  });

  it('reports its problems, and uses the safest values', () => {
    const read = readProject(
      'platforms:\n  "a b": {base_url: "ftp://a"}\n  p: {base_url: "https://a", environment: prod, assistant: all}\n' +
        '  q: {base_url: "https://:key@logs"}\n  r: {base_url: "https://a", API_Token: x}\nfiles: ["../*.lq"]\ndefaults: {name: A}\n',
    );

    assert.deepEqual(
      read.problems.map(({ code, from }) => [code, read.problems.length > 0 && from > 0]),
      [
        'wrong-value',
        'wrong-value',
        'base-url',
        'wrong-value',
        'wrong-value',
        'base-url',
        'secret',
        'unknown-key',
      ].map((code) => [code, true]),
    );
    assert.deepEqual(read.project.files, ['scheduled-queries/**/*.lq']);
    assert.deepEqual(
      read.project.platforms.map(({ name, environment, assistant }) => [name, environment, assistant]),
      [['p', 'production', 'off']],
    );
  });

  it('rejects every key that names a secret, and a platform without an address', () => {
    const found = (platform: string): unknown => {
      const { project: read, problems: reported } = readProject(`platforms:\n  p: {${platform}}\n`);
      return [read.platforms.length, ...reported.map(({ code, from }) => `${code} ${from}`)];
    };
    for (const key of ['apikey', 'Token', 'secret', 'passwords']) {
      assert.deepEqual(found(`base_url: "https://a", ${key}: x`), [0, 'secret 40']);
    }
    assert.deepEqual(found('product: x'), [0, 'base-url 13']);
    for (const scheme of ['httpsx', 'xhttp'])
      assert.deepEqual(found(`base_url: "${scheme}://a"`), [0, 'base-url 27']);
    assert.deepEqual(found('base_url: [a]'), [0, 'wrong-type 27', 'base-url 27']);
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
