import assert from 'node:assert/strict';
import fc from 'fast-check';
import { findSchedules } from '../../../../src/core/project/findSchedules';
import { Lock } from '../../../../src/core/project/lock';
import { planFolder } from '../../../../src/core/project/plan';
import type { PlanItem } from '../../../../src/core/project/plan';
import { platformName, readProject, renderProject } from '../../../../src/core/project/project';
import { canBeTaken, platformCopy, pullEdits, resolvedBy } from '../../../../src/core/project/pull';
import { readQueryFile } from '../../../../src/core/project/queryFile';
import type { ScheduledQueryFields } from '../../../../src/core/interface/scheduledQueryFields';
import { labPlan, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';

const { project } = readProject('platforms:\n  lab: {base_url: "https://a.example", environment: staging}\n');
const path = 'scheduled-queries/a.lq';
const source = `---
# Owner: the night shift
name: 'A'
enabled:   true # too noisy at night
schedule:  "0 * * * *"
---

table duration=1h auth
| stats count
`;
const asWritten = scheduledQueryFields({ name: 'A', query: 'table duration=1h auth\n| stats count' });

/** The folder with one file, compared with one record of the platform. */
function compared(text: string, record: ScheduledQueryFields, base: ScheduledQueryFields = asWritten) {
  const lock = new Lock();
  lock.set('lab', path, { guid: someGuid, record: base });
  const files = [readQueryFile(path, text, project)];
  const plan = planFolder(files, lock, labPlan.platform, [{ ...record, guid: someGuid }]);
  return { project, platform: 'lab', files, lock, plan };
}

describe('The platform’s copy of a file', () => {
  it('is the file itself when both are equal', () => {
    assert.equal(platformCopy(path, compared(source, asWritten)), source);
  });

  it('differs only in the lines that were changed', () => {
    const copy = platformCopy(path, compared(source, { ...asWritten, query: 'table other' }));
    assert.equal(copy, source.replace(/\ntable[^]*/, 'table other\n'));
    const disabled = platformCopy(path, compared(source, { ...asWritten, enabled: false })) ?? '';
    assert.match(disabled, /^# Owner: the night shift\nname: 'A'\nenabled: false # too noisy at night$/m);
    assert.ok(disabled.endsWith('\n\ntable duration=1h auth\n| stats count\n'));
  });

  it('keeps the line ends of Windows', () => {
    const windows = source.replaceAll('\n', '\r\n');
    const copy = platformCopy(path, compared(windows, { ...asWritten, enabled: false })) ?? '';
    const defaultValue = platformCopy(path, compared(source, { ...asWritten, enabled: false })) ?? '';
    assert.match(copy, /enabled: false/);
    assert.equal(copy, defaultValue.replaceAll('\n', '\r\n'));
  });
});

const text = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 20 }).filter((one) => one.trim() === one);
const anyRecord: fc.Arbitrary<ScheduledQueryFields> = fc
  .record({
    name: text,
    description: fc.option(text, { nil: undefined }),
    enabled: fc.boolean(),
    query: fc.string({ minLength: 1 }).map((one) => `table a ${one.replaceAll('\r', '')}`.trim()),
    cronSchedule: fc.constantFrom('0 * * * *', '*/5 * * * *', '0 0 3 * * *'),
    nodeTypes: fc.subarray(['control', 'data']),
    outputParameter: fc.boolean(),
  })
  .map(scheduledQueryFields);

describe('Accepting the remote record', () => {
  it('leaves an empty plan for any record and any file', () => {
    fc.assert(
      fc.property(anyRecord, anyRecord, (record, base) => {
        const input = compared(source, record, base);
        const [edit] = pullEdits({ ...input, isAccepted: canBeTaken, isWanted: () => true });
        const after = edit?.source ?? source;
        const { plan } = compared(after, record, edit?.entry?.record ?? base);

        assert.deepEqual(
          plan.items.map(({ kind }) => kind.replace('adopt', 'unchanged')),
          ['unchanged'],
        );
        assert.match(after, /# Owner: the night shift/);
      }),
    );
  });
});

describe('A pull', () => {
  const of = { path, name: 'A', fields: [] };
  const wanted = asWritten;
  const current = { ...asWritten, guid: someGuid };
  const base = { guid: someGuid, record: asWritten };
  const items: Readonly<Record<string, PlanItem>> = {
    create: { kind: 'create', ...of, wanted },
    change: { kind: 'change', ...of, wanted, current },
    delete: { kind: 'delete', ...of, current },
    unchanged: { kind: 'unchanged', ...of, current },
    adopt: { kind: 'adopt', ...of, entry: base },
    drift: { kind: 'drift', ...of, base, wanted, current },
    deleted: { kind: 'drift', ...of, base, wanted, current: undefined },
    conflict: { kind: 'conflict', ...of, base, wanted, current },
    changedAndDeleted: { kind: 'conflict', ...of, base, wanted, current: undefined },
    question: { kind: 'question', ...of, wanted, current },
  };
  const names = (isAccepted: (item: PlanItem) => boolean): readonly string[] =>
    Object.keys(items).filter((name) => isAccepted(items[name]!));

  it('takes what only the platform changed, and more with overwrite or prune, but removes no own change', () => {
    const taken = (overwrite: boolean, prune: boolean): readonly string[] =>
      names(resolvedBy({ overwrite, prune }));

    assert.deepEqual(taken(false, false), ['adopt', 'drift']);
    assert.deepEqual(taken(false, true), ['adopt', 'drift', 'deleted']);
    assert.deepEqual(taken(true, false), ['adopt', 'drift', 'conflict', 'question']);
    assert.deepEqual(taken(true, true), ['adopt', 'drift', 'deleted', 'conflict', 'question']);
  });
});

describe('A new project', () => {
  it('is named after the connection, with dashes for characters that are not allowed', () => {
    assert.deepEqual(['a b', ' My  lab! ', '--a--b--', '실험_1', '!!', ''].map(platformName), [
      'a-b',
      'My-lab',
      'a--b',
      '실험_1',
      'platform',
      'platform',
    ]);
  });

  it('can be read back for any name of a connection', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (name) => {
        const platform = {
          name: platformName(name),
          baseUrl: 'https://logs.example.org/a: b',
          product: 'core',
          environment: 'staging',
          caFile: undefined,
        } as const;
        const read = readProject(renderProject(platform));
        assert.deepEqual([read.project.platforms, read.problems], [[platform], []]);
      }),
    );
  });
});

describe('Finding schedules in a front matter', () => {
  it('finds valid schedules, of single platforms too, and none in the query', () => {
    const text = `---\nschedule: '0 * * * *'  # hourly\nplatforms:\n  lab:\n    schedule: */5 * * * *\n  live:\n    schedule: "99 * * * *"\n---\nschedule: "0 * * * *"\n`;
    const found = findSchedules(text);
    assert.deepEqual(
      found.map(({ expression, to }) => [expression, text.slice(0, to).split('\n').at(-1)]),
      [
        ['0 * * * *', "schedule: '0 * * * *'"],
        ['*/5 * * * *', '    schedule: */5 * * * *'],
      ],
    );
  });
});
