import assert from 'node:assert/strict';
import fc from 'fast-check';
import { conflictSummary, conflictText } from '../../../../../src/extension/ui/format/queryFields';
import {
  changeLabels,
  merged,
  triggerText,
} from '../../../../../src/extension/features/scheduledQueries/propertyText';
import { scheduledQueryFields } from '../../../../support/scheduledQueries';

const base = scheduledQueryFields();

describe('A conflict', () => {
  it('shows each changed field with all three values', () => {
    const conflict = {
      base,
      theirs: { ...base, description: 'theirs' },
      yours: { ...base, description: 'yours', enabled: false },
    };
    assert.equal(
      conflictSummary(conflict),
      'Description\nOriginal: “–”\nTheirs: “theirs”\nYours: “yours”\n\nEnabled\nOriginal: “yes”\nTheirs: “yes”\nYours: “no”',
    );
  });

  it('shows long values in full in its document', () => {
    const query = `table ${'x'.repeat(200)}\r\n| stats count`;
    const conflict = { base, theirs: { ...base, query }, yours: { ...base, query: 'x'.repeat(70) } };
    const text = conflictText('Query', conflict);
    assert.ok(text.includes(`table ${'x'.repeat(200)}\n    | stats count\n`));
    const summary = conflictSummary(conflict);
    assert.match(summary, /\nTheirs: “table x+…x+ \| stats count”\n/);
    assert.ok(summary.endsWith(`\nYours: “${'x'.repeat(70)}”`));
    assert.ok(summary.length < 500, summary);
  });

  it('shows the first and the last difference of a side that are far apart', () => {
    const middle = ' and x == 1'.repeat(40);
    const text = (first: string, last: string): string => `table ${first}${middle} | limit ${last}`;
    const conflict = {
      base: { ...base, query: text('auth', '10') },
      theirs: { ...base, query: text('mail', '20') },
      yours: { ...base, query: text('auth', '30') },
    };
    const [, , theirs, yours] = conflictSummary(conflict).split('\n');
    assert.match(theirs!, /^Theirs: “table mail .*….* limit 20”$/);
    assert.match(yours!, /^Yours: “….* limit 30”$/);
  });

  it('shows the part of a long text that differs, wherever it is', () => {
    const filters = Array.from({ length: 12 }, (_, index) => `field${index} == ${index}`).join(' and ');
    const text = `table duration=1h auth | search ${filters} | sort time | limit 10`;
    const conflict = {
      base: { ...base, query: text },
      theirs: { ...base, query: text.replace('limit 10', 'limit 20') },
      yours: { ...base, query: text.replace('duration=1h', 'duration=2d') },
    };
    const [, original, theirs, yours] = conflictSummary(conflict).split('\n');
    assert.match(original!, /duration=1h.*….*limit 10”$/);
    assert.match(theirs!, /“….*limit 20”$/);
    assert.match(yours!, /“table duration=2d.*…”$/);
  });

  it('shows a change in the middle of a long value, in a few words', () => {
    const word = fc.string({ unit: fc.constantFrom('a', 'b', '|'), minLength: 80, maxLength: 200 });
    fc.assert(
      fc.property(word, word, fc.constantFrom('theirs', 'yours'), (before, after, side) => {
        const original = { ...base, description: `${before}${after}` };
        const changed = { ...base, description: `${before}#${after}` };
        const summary = conflictSummary({
          base: original,
          theirs: original,
          yours: original,
          [side]: changed,
        });
        assert.match(summary, side === 'theirs' ? /\nTheirs: “….*#/ : /\nYours: “….*#/);
        assert.ok(summary.length < 300, summary);
      }),
      { seed: 40 },
    );
  });

  const workflow = { triggerType: 'workflow', precedingGuid: 'x', precedingAction: 'failed' };
  const schedule = { cronSchedule: '5 * * * *' };
  for (const [what, theirs, yours, isMerged] of [
    ['merges changes of different fields', { query: 'table theirs' }, schedule, true],
    ['does not merge two changes of one field', { name: 'theirs' }, { name: 'yours' }, false],
    [
      'merges no other field beside two changes of one',
      { name: 'theirs' },
      { name: 'yours', enabled: false },
      false,
    ],
    ['merges the same change made twice', { name: 'new' }, { name: 'new', enabled: false }, true],
    ['never mixes two triggers', schedule, workflow, false],
  ] as const) {
    it(what, () => {
      const result = merged({ base, theirs: { ...base, ...theirs }, yours: { ...base, ...yours } });
      assert.deepEqual(result, isMerged ? { ...base, ...theirs, ...yours } : undefined);
    });
  }

  it('names changed fields, those of the trigger as one, and writes their values', () => {
    assert.deepEqual(changeLabels(['name', 'cronSchedule', 'triggerType', 'nodeTypes']), [
      'Name',
      'Schedule',
      'Node types',
    ]);
    const timed = { ...base, triggerType: 'cron', cronSchedule: '*/5 * * * *', precedingName: undefined };
    assert.equal(triggerText(timed), 'every 5 minutes (*/5 * * * *)');
    assert.equal(triggerText({ ...timed, cronSchedule: 'whenever' }), 'whenever');
    const chained = { ...timed, triggerType: 'workflow', precedingName: 'B', precedingAction: 'failed' };
    assert.equal(triggerText(chained), 'after B failed');
  });
});
