import assert from 'node:assert/strict';
import { describeTrigger } from '../../../../../src/extension/features/scheduledQueries/describeTrigger';
import {
  scheduledQueryRow,
  stateOf,
  scheduledQueryTooltip,
} from '../../../../../src/extension/features/scheduledQueries/scheduledQueryRow';
import { setTranslator, translatorFrom } from '../../../../../src/core/base/localize';
import { scheduledQuery } from '../../../../../src/core/interface/scheduledQuery';
import type { Row } from '../../../../../src/extension/ui/explorer/explorerSection';
import { displayText } from '../../../../../src/core/privacy/masker';
import { lab } from '../../../../support/labConnection';

const record = { guid: 'g', name: 'A', query: 'q', trigger_type: 'cron', cron_schedule: '*/5 * * * *' };

describe('A scheduled query in the explorer', () => {
  it('shows its states in Korean, and unknown states as they are', () => {
    setTranslator(translatorFrom({ stopped: '중지됨', failed: '실패' }), 'ko');
    try {
      const states = { running_state: 'stopped', result_state: 'failed' };
      const { source } = scheduledQueryTooltip(scheduledQuery.parse({ ...record, ...states }));
      assert.match(source, /중지됨[^]*실패/);
      const odd = scheduledQueryTooltip(scheduledQuery.parse({ ...record, result_state: 'PARTLY' }));
      assert.match(odd.source, /PARTLY/);
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('is not shown as failed when somebody has stopped it', () => {
    const ended = { ...record, enabled: true, result_state: 'failed' };
    assert.equal(stateOf(scheduledQuery.parse(ended)), 'failed');
    const stopped = scheduledQuery.parse({ ...ended, last_failure_reason: 'stopped by kim' });
    assert.equal(stateOf(stopped), 'enabled');
  });

  it('has no green check and says so when it has never run', () => {
    const rowOf = (fields: object): unknown => {
      const query = scheduledQuery.parse({ ...record, enabled: true, ...fields });
      const { icon, accessibleLabel } = scheduledQueryRow(query, lab);
      return [icon?.color, accessibleLabel];
    };
    const never = { last_run_time: null, result_state: null };
    assert.deepEqual(rowOf(never), [undefined, 'A, enabled, has not run yet, every 5 minutes']);
    const ran = { last_run_time: '2026-11-14 20:05:30+0000', result_state: 'succeeded' };
    assert.deepEqual(rowOf(ran), ['testing.iconPassed', 'A, enabled, every 5 minutes']);
  });

  it('runs after a deleted query only if the platform says so: some platforms send no names', () => {
    const chained = { ...record, enabled: true, trigger_type: 'workflow', preceding_guid: 'p' };
    assert.equal(stateOf(scheduledQuery.parse({ ...chained, preceding_name: null })), 'orphaned');
    assert.equal(stateOf(scheduledQuery.parse({ ...chained, preceding_name: 'B' })), 'enabled');
    assert.equal(stateOf(scheduledQuery.parse(chained)), 'enabled');
  });

  it('shows that the query it runs after is unknown, such as a deleted one', () => {
    const orphan = {
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: 'g',
      precedingAction: 'failed',
    };
    assert.equal(describeTrigger(orphan), 'after an unknown query (g) failed');
    const cron = { ...orphan, triggerType: 'cron' };
    assert.equal(describeTrigger({ ...cron, cronSchedule: '*/5 * * * *' }), 'every 5 minutes');
    assert.equal(describeTrigger(cron), '');
  });

  it('opens its file, can be deleted and shows its state', () => {
    const query = scheduledQuery.parse({ ...record, enabled: true, result_state: 'failed' });
    const { tooltip, value, ...row } = scheduledQueryRow(query, lab);
    assert.deepEqual(row, {
      id: 'g',
      label: 'A',
      description: 'every 5 minutes',
      icon: { name: 'error', color: 'errorForeground' },
      contextValue: 'scheduledQuery.enabled.stopped.failed',
      accessibleLabel: 'A, last run failed, every 5 minutes',
      file: row.file,
      deleteCommand: 'logbench.scheduledQuery.delete',
    });
    assert.match(row.file ?? '', /Lab.*\/g\/.*A/);
    assert.equal((value as { query: unknown }).query, query);
    assert.match(
      String(tooltip && Reflect.get(tooltip(), 'source')),
      /^\*\*A\*\*\n\nState: enabled {2}\nRuns: every 5/,
    );
  });

  it('has a tooltip with all that is known, and at most 600 characters of its text', () => {
    const tooltipOf = (fields: object): string =>
      scheduledQueryTooltip(scheduledQuery.parse({ ...record, ...fields })).source;
    const whole = tooltipOf({
      enabled: true,
      description: 'why',
      query: 'x'.repeat(600),
      running_state: 'stopped',
      result_state: 'succeeded',
      elapsed_time: 12,
      last_failure_reason: '(10605) table-not-found',
      node_types: ['a', 'b'],
      output_parameter: true,
    });
    assert.match(whole, /^\*\*A\*\*\n\nwhy\n\nState: enabled/);
    for (const part of [
      'Next runs: ',
      'Running state: stopped',
      'Result: succeeded',
      'Elapsed: 12 ms',
      'Reason: The table does not exist',
      'Node types: a\\, b',
      'Passes on its last row: yes',
      'GUID: g',
      `\n${'x'.repeat(600)}\n`,
    ]) {
      assert.ok(whole.includes(part), `${part} in ${whole}`);
    }
    const bare = tooltipOf({ enabled: false, query: 'x'.repeat(601) });
    assert.ok(bare.includes(`\n${'x'.repeat(600)}…\n`));
    assert.match(bare, /^\*\*A\*\*\n\nState: disabled/);
    assert.doesNotMatch(bare, /Next runs|Elapsed|Node types|Passes on|Reason/);
  });

  it('shows the most important state', () => {
    const state = (fields: object): string => stateOf(scheduledQuery.parse({ ...record, ...fields }));

    assert.equal(state({ enabled: true }), 'enabled');
    assert.equal(state({ enabled: false, result_state: 'failed' }), 'disabled');
    assert.equal(state({ enabled: true, result_state: 'failed' }), 'failed');
    assert.equal(state({ enabled: true, result_state: 'failed', running_state: 'running' }), 'running');
    assert.equal(state({ enabled: false, running_state: 'running' }), 'running');
  });

  it('reads states in any spelling, and shows unknown ones', () => {
    const row = (fields: object): Row =>
      scheduledQueryRow(scheduledQuery.parse({ ...record, ...fields }), lab);

    for (const word of ['RUNNING', 'Running', 'in-progress', '실행 중']) {
      assert.equal(row({ running_state: word }).contextValue, 'scheduledQuery.disabled.running', word);
    }
    assert.equal(row({ running_state: 'Idle' }).contextValue, 'scheduledQuery.disabled.stopped');
    assert.equal(row({ result_state: 'FAILED' }).contextValue, 'scheduledQuery.disabled.stopped.failed');
    const unknown = row({ running_state: 'hibernating' });
    assert.equal(unknown.contextValue, 'scheduledQuery.disabled.other');
    assert.equal(unknown.description, 'every 5 minutes · hibernating');
    assert.match(displayText(unknown.accessibleLabel ?? ''), /hibernating/);
  });
});
