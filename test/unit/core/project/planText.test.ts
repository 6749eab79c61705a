import assert from 'node:assert/strict';
import { isReported, planText } from '../../../../src/core/project/planText';
import type { PlanItem } from '../../../../src/core/project/plan';
import { otherGuid, scheduledQueryFields, someGuid } from '../../../support/scheduledQueries';

const wanted = scheduledQueryFields({ query: 'table a\n| limit 2', description: 'New', enabled: false });
const before = scheduledQueryFields({ query: 'table a\n| limit 1' });
const current = { ...before, guid: someGuid };
const base = { guid: someGuid, record: before };
const of = { path: 'a.lq', name: 'A', fields: [] };

function planLines(item: PlanItem): readonly string[] {
  const unmanaged = [{ ...before, guid: otherGuid, name: 'Other' }];
  return planText({ items: [item], unmanaged }, [item]);
}

describe('The text of a plan', () => {
  const firstLines: readonly (readonly [item: PlanItem, line: string])[] = [
    [{ kind: 'delete', ...of, current }, '- delete: A (a.lq)'],
    [{ kind: 'change', ...of, wanted: before, current }, '~ change: A (a.lq)'],
    [{ kind: 'unchanged', ...of, current }, '= unchanged: A (a.lq)'],
    [
      { kind: 'adopt', ...of, movedFrom: 'b.lq', entry: base },
      '= same on both sides, not yet in the lock file: A (a.lq, was b.lq)',
    ],
    [
      { kind: 'question', ...of, wanted: before, current },
      '? exists with different content and is not in the lock file: A (a.lq)',
    ],
    [{ kind: 'drift', ...of, base, wanted, current: undefined }, '! deleted on the platform: A (a.lq)'],
    [{ kind: 'drift', ...of, base, wanted: before, current }, '! changed on the platform: A (a.lq)'],
    [
      { kind: 'conflict', ...of, base, wanted: undefined, current },
      '! conflict: file deleted, changed on the platform: A (a.lq)',
    ],
    [
      { kind: 'conflict', ...of, base, wanted, current: undefined },
      '! conflict: file changed, deleted on the platform: A (a.lq)',
    ],
    [{ kind: 'conflict', ...of, base, wanted: before, current }, '! conflict: A (a.lq)'],
  ];
  for (const [item, line] of firstLines) {
    it(`has one line when no field differs: ${line}`, () => {
      assert.deepEqual(planLines(item), [line]);
    });
  }

  it('shows what a new record contains', () => {
    assert.deepEqual(planLines({ kind: 'create', ...of, wanted }), [
      '+ create: A (a.lq)',
      '    description: "New"',
      '    enabled: false',
      '    schedule: "0 * * * *"',
      '    query:',
      '      + table a',
      '      + | limit 2',
    ]);
  });

  it('shows how a field changes, on the platform or in the file', () => {
    const query = (one: string, other: string): readonly string[] => [
      '    query:',
      '        table a',
      `      - | limit ${one}`,
      `      + | limit ${other}`,
    ];
    assert.deepEqual(planLines({ kind: 'change', ...of, wanted, current }).slice(1), [
      '    description: none → "New"',
      '    enabled: true → false',
      ...query('1', '2'),
    ]);
    assert.deepEqual(planLines({ kind: 'drift', ...of, base, wanted, current }).slice(1), [
      '    description: "New" → none',
      '    enabled: false → true',
      ...query('2', '1'),
    ]);
  });

  it('shows both sides of a conflict', () => {
    for (const item of [
      { kind: 'conflict', ...of, base, wanted, current },
      { kind: 'question', ...of, wanted, current },
    ] as const) {
      assert.deepEqual(planLines(item).slice(1), [
        '    description: none on the platform, "New" in the file',
        '    enabled: true on the platform, false in the file',
        '    query (- platform, + file):',
        '        table a',
        '      - | limit 1',
        '      + | limit 2',
      ]);
    }
  });

  it('lists what requires an action, and deletions only with prune', () => {
    const reported = (prune: boolean): readonly string[] =>
      firstLines.filter(([item]) => isReported(item, prune)).map(([{ kind }]) => kind);
    const rest = ['change', 'question', 'drift', 'drift', 'conflict', 'conflict', 'conflict'];

    assert.deepEqual(reported(false), rest);
    assert.deepEqual(reported(true), ['delete', ...rest]);
    assert.equal(isReported({ kind: 'create', ...of, wanted }, false), true);
  });
});
