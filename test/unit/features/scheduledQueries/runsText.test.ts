import assert from 'node:assert/strict';
import type { KnownRun } from '../../../../src/api/scheduledRuns';
import { runsText } from '../../../../src/features/scheduledQueries/runsText';
import type { RunsFacts } from '../../../../src/features/scheduledQueries/runsText';
import { readAuditLog } from '../../../../src/shared/wire/auditLog';
import { formatTimestamp } from '../../../../src/ui/format/format';

const run = (minute: number, changes: Partial<KnownRun> = {}): KnownRun => {
  const time = `2026-11-16 03:0${minute}:00+0000`;
  const ended = { finished: time, elapsed: 1500, rows: 12, resultState: 'succeeded', failure: undefined };
  return { due: time, started: time, ...ended, ...changes };
};
const failed = { resultState: 'failed', rows: 0, elapsed: 300, failure: '(10605) table-not-found' };
const at = (minute: number): string => formatTimestamp(new Date(Date.UTC(2026, 10, 16, 3, minute)));

const change = readAuditLog({
  ...{ id: 1, user: 'kim', user_name: 'kim', remote_ip: '::1', module: 'm', method: 'updateScheduledQuery' },
  ...{ created_at: Date.UTC(2026, 10, 16, 3, 1), time: Date.UTC(2026, 10, 16, 3, 1), result: 'ok' },
});

const facts: RunsFacts = {
  heading: 'Nightly · Lab',
  known: { source: 'runs', runs: [run(3, failed), run(2, failed), run(1), run(0, { elapsed: 750 })] },
  changes: [change],
};

const textOf = (changes: Partial<RunsFacts> = {}): string => runsText({ ...facts, ...changes });

describe('The runs of a scheduled query as a document', () => {
  it('list due time, start, duration, rows and outcome, the newest first', () => {
    const lines = textOf().trimEnd().split('\n').slice(-6);
    const cells = lines.map((line) => line.split(/ {2,}/));
    assert.deepEqual(cells[0], ['Due', 'Start', 'Duration', 'Rows', 'Outcome']);
    assert.match(lines[2] ?? '', /300 ms +██ +0 +failed: .*\(10605\)$/);
    assert.deepEqual(cells[4], [at(1), at(1), '1.5 s', '██████████', '12', 'succeeded']);
    assert.deepEqual(cells[5], [at(0), at(0), '750 ms', '█████', '12', 'succeeded']);
  });

  it('name the first of a row of failures, its error, the last good run and what changed before it', () => {
    const text = textOf();
    assert.match(text, /^Nightly · Lab\n4 runs, 2 failed\n/);
    assert.ok(text.includes(`Failing since ${at(2)} · 2 runs\n`), text);
    assert.match(text, /\n {4}Error: .*\(10605\)\n/);
    assert.ok(text.includes(`\n    Last success: ${at(1)}\n`), text);
    assert.ok(text.includes(`\n    Changed before: ${at(1)} · kim · updateScheduledQuery\n`), text);
  });

  it('say what the audit log does not tell', () => {
    assert.match(textOf({ changes: [] }), /Changed before: nothing that the audit log knows of\n/);
    assert.match(textOf({ changes: undefined }), /Changed before: unknown, .*role MASTER/);
  });

  it('tell of failures that are over as such', () => {
    const runs = [run(2), run(1, failed), run(0)];
    const text = textOf({ known: { source: 'runs', runs } });
    assert.ok(text.includes(`Last failures began at ${at(1)} · 1 run\n`), text);
  });

  it('say that the platform lists no runs', () => {
    const runs = [run(1, { elapsed: undefined, rows: undefined })];
    const text = textOf({ known: { source: 'record', runs } });
    assert.match(text, /does not list runs: .*the record .* last run and last failure/);
    assert.match(text, /succeeded\n$/);
  });

  it('say that there was none yet', () => {
    assert.match(textOf({ known: { source: 'runs', runs: [] } }), /^Nightly · Lab\nNo runs yet\.\n$/);
  });

  it('keep a failure of several lines on one line', () => {
    const runs = [run(1, { ...failed, failure: 'one\r\n  two\tthree' })];
    assert.match(textOf({ known: { source: 'runs', runs } }), /failed: one two three\n$/);
  });
});
