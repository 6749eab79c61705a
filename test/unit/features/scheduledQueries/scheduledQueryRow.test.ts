import assert from 'node:assert/strict';
import { nextRuns, describeTrigger } from '../../../../src/features/scheduledQueries/describeTrigger';
import {
  scheduledQueryRow,
  stateOf,
  scheduledQueryTooltip,
} from '../../../../src/features/scheduledQueries/scheduledQueryRow';
import { describeSchedule } from '../../../../src/ui/format/describeSchedule';
import { setTranslator, translatorFrom } from '../../../../src/shared/localize';
import { scheduledQuery } from '../../../../src/shared/wire/scheduledQuery';
import type { Connection } from '../../../../src/ui/connections/connection';
import type { Row } from '../../../../src/ui/explorer/explorerSection';
import { wordsOf } from '../../../../src/shared/privacy/words';

const connection: Connection = {
  name: 'Test',
  baseUrl: 'https://service.example',
  product: 'core',
  environment: 'development',
  readOnly: false,
};

const record = { guid: 'g', name: 'A', query: 'q', trigger_type: 'cron', cron_schedule: '*/5 * * * *' };

describe('A scheduled query in the explorer', () => {
  it('says in Korean that it is every hour', () => {
    setTranslator(translatorFrom({ '{0} minutes past every hour': '매시 {0}분' }), 'ko');
    try {
      assert.equal(describeSchedule('25 * * * *'), '매시 25분');
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('says its schedule in words', () => {
    assert.equal(describeSchedule('*/5 * * * *'), 'every 5 minutes');
    assert.equal(describeSchedule('30 2 * * 1'), 'at 02:30, only on Monday, server time');
  });

  it('says it in Korean to whoever uses VS Code in Korean', () => {
    setTranslator(translatorFrom({}), 'ko');
    try {
      assert.match(describeSchedule('*/5 * * * *'), /5분/);
    } finally {
      setTranslator(translatorFrom({}));
    }
  });

  it('says its states in Korean too, and words that are not known here as they are', () => {
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

  it('shows an expression that cannot be read as it is', () => {
    assert.equal(describeSchedule('whenever'), 'whenever');
  });

  it('says what it comes after', () => {
    const words = describeTrigger({
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: 'g',
      precedingName: 'B',
      precedingAction: 'succeeded',
    });
    assert.equal(words, 'after B succeeded');
  });

  it('says that nobody knows the query it comes after, such as one that was deleted', () => {
    const orphan = {
      triggerType: 'workflow',
      cronSchedule: undefined,
      precedingGuid: 'g',
      precedingAction: 'failed',
    };
    assert.equal(describeTrigger(orphan), 'after an unknown query (g) failed');
  });

  it('shows the state that matters most', () => {
    const state = (fields: object): string => stateOf(scheduledQuery.parse({ ...record, ...fields }));

    assert.equal(state({ enabled: true }), 'enabled');
    assert.equal(state({ enabled: false, result_state: 'failed' }), 'disabled');
    assert.equal(state({ enabled: true, result_state: 'failed' }), 'failed');
    assert.equal(state({ enabled: true, result_state: 'failed', running_state: 'running' }), 'running');
    assert.equal(state({ enabled: false, running_state: 'running' }), 'running');
  });

  it('reads the states of a service in its own spelling, and shows words that it does not know', () => {
    const row = (fields: object): Row =>
      scheduledQueryRow(scheduledQuery.parse({ ...record, ...fields }), connection);

    for (const word of ['RUNNING', 'Running', 'in-progress', '실행 중']) {
      assert.equal(row({ running_state: word }).contextValue, 'scheduledQuery.disabled.running', word);
    }
    assert.equal(row({ running_state: 'Idle' }).contextValue, 'scheduledQuery.disabled.stopped');
    assert.equal(row({ result_state: 'FAILED' }).contextValue, 'scheduledQuery.disabled.stopped.failed');
    const unknown = row({ running_state: 'hibernating' });
    assert.equal(unknown.contextValue, 'scheduledQuery.disabled.other');
    assert.equal(unknown.description, 'every 5 minutes · hibernating');
    assert.match(wordsOf(unknown.accessibleLabel ?? ''), /hibernating/);
  });

  it('knows its next runs, and none of an expression that cannot be read', () => {
    const runs = nextRuns('0 0 1 1 *', 2, new Date(2026, 5, 1));
    assert.deepEqual(
      runs.map((run) => run.getFullYear()),
      [2027, 2028],
    );
    assert.deepEqual(nextRuns('whenever', 2), []);
  });
});
