import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { firstSearch } from '../../../../src/features/audit/auditQuery';
import { AuditSession } from '../../../../src/features/audit/auditSession';
import type { AuditSearch } from '../../../../src/shared/protocol/auditLogs';
import { fillAuditLog, masterClient } from '../../../support/auditEntries';
import { eventually } from '../../../support/eventually';
import { startApp } from '../../../support/startApp';
import type { RunningApp } from '../../../support/startApp';

const everything: AuditSearch = { ...firstSearch('en'), range: 'all' };

describe('An audit session', () => {
  let app: RunningApp;

  before(async () => {
    app = await startApp();
    await fillAuditLog(app, 3000, new Date());
  });
  after(() => app[Symbol.asyncDispose]());

  /** A session with its chart over time open, and how often it has asked the service. */
  function open(wait = Promise.resolve()): {
    session: AuditSession;
    asked: () => number;
    posted: string[];
  } {
    const client = masterClient(app);
    const posted: string[] = [];
    let asked = 0;
    const session = new AuditSession(
      {
        client: async () => {
          asked += 1;
          await wait;
          return client;
        },
        post: ({ kind }) => posted.push(kind),
        changed: (what) => posted.push(what),
        now: Date.now,
      },
      everything,
      true,
    );
    return { session, asked: () => asked, posted };
  }

  it('hands a result over with the rows that are seen first, and the rest of them when these are drawn', async () => {
    const { session, posted } = open();
    await session.run(everything);
    assert.equal(posted.at(-1), 'result');
    assert.equal(session.state.total, 3000);
    assert.equal(session.firstRows?.length, 40);
    session.rowsDrawn(session.state.resultId);
    await eventually(() => posted.includes('rows'));
  });

  it('follows nothing in a period that has ended, and stops when one is chosen', async () => {
    const { session } = open();
    const past: AuditSearch = { ...everything, range: 'custom', to: '2001-01-01 00:00:00+0000' };
    await session.run(everything);
    session.setFollow(true);
    assert.equal(session.state.follow.on, true);
    await session.run(past);
    assert.equal(session.state.follow.on, false);
    session.setFollow(true);
    assert.equal(session.state.follow.on, false);
    await session.run({ ...past, to: '2999-01-01 00:00:00+0000' });
    session.setFollow(true);
    assert.equal(session.state.follow.on, true);
  });

  it('says nothing of waiting when the answer comes at once', async () => {
    // The clock stands still, so the answer is at once however busy the machine is.
    mock.timers.enable({ apis: ['setTimeout'] });
    try {
      const { session, posted } = open();
      await session.run(everything);
      mock.timers.tick(1000);
      assert.deepEqual(posted, ['result']);
    } finally {
      mock.timers.reset();
    }
  });

  it('says that it waits when the answer takes longer, and only then', async () => {
    let answer: () => void = () => undefined;
    const { session, posted } = open(new Promise((resolve) => (answer = resolve)));
    const running = session.run(everything);
    assert.equal(posted.length, 0);
    await eventually(() => posted.includes('state'));
    assert.equal(session.state.phase, 'loading');
    answer();
    await running;
    assert.deepEqual(posted, ['state', 'result']);
  });

  it('asks for the counts over time only when the rows have been drawn', async () => {
    const { session, asked } = open();
    await session.run(everything);
    session.rowsDrawn(session.state.resultId - 1);
    assert.equal(asked(), 1);
    session.rowsDrawn(session.state.resultId);
    const counts = await eventually(() => {
      const { histogram } = session.state;
      return histogram?.counts.includes(null) === false ? histogram.counts : undefined;
    });
    assert.equal(
      counts.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      3000,
    );
  });

  it('does not count anew what is counted, when a page comes back', async () => {
    const { session, asked } = open();
    await session.run(everything);
    session.rowsDrawn(session.state.resultId);
    await eventually(() => session.state.histogram?.counts.includes(null) === false);
    const before = asked();
    session.rowsDrawn(session.state.resultId);
    assert.equal(asked(), before);
  });
});
