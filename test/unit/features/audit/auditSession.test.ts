import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { RefusedError, UnreachableError } from '../../../../src/api/errors';
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
  function open(
    wait: () => Promise<unknown> = () => Promise.resolve(),
    now: () => number = Date.now,
  ): {
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
          await wait();
          return client;
        },
        post: ({ kind }) => posted.push(kind),
        changed: (what) => posted.push(what),
        now,
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
    const answered = new Promise<void>((resolve) => (answer = resolve));
    const { session, posted } = open(() => answered);
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

  it('discards the counts over time that are refused, and keeps those before the connection was lost', async () => {
    const refused = new RefusedError(400, 'invalid-argument', 'no');
    const lost = new UnreachableError('reset', 'no');
    for (const [error, isKept] of [[refused, false] as const, [lost, true] as const]) {
      let failures = 0;
      const { session } = open(() => {
        if (session.state.histogram === null) return Promise.resolve();
        failures += 1;
        return Promise.reject(error);
      });
      await session.run(everything);
      session.rowsDrawn(session.state.resultId);
      await eventually(() => failures > 0);
      await new Promise((resolve) => setImmediate(resolve));
      assert.equal(session.state.histogram !== null, isKept, error.name);
    }
  });

  it('asks for no counts over time of a search without a match', async () => {
    const { session, asked } = open();
    await session.run({ ...everything, keywords: ['no such entry'] });
    session.rowsDrawn(session.state.resultId);
    await session.learnServerOffset();
    assert.deepEqual([session.state.total, session.state.histogram, asked()], [0, null, 2]);
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

  it('sends no rows of another result, nor of a search that was replaced', async () => {
    const { session, posted } = open();
    await session.run(everything);
    await session.sendRows(session.state.resultId + 1, 0, 10);
    const sending = session.sendRows(session.state.resultId, 1000, 10);
    await session.run(everything);
    await sending;
    assert.equal(posted.includes('rows'), false);
  });

  it('counts no more over time when nobody looks at it any more', async () => {
    let answer: () => void = () => undefined;
    let waiting = Promise.resolve();
    const { session, posted } = open(() => waiting);
    await session.run(everything);
    const before = [...posted];
    waiting = new Promise<void>((resolve) => (answer = resolve));
    session.setOverTime(true);
    session.setOverTime(false);
    answer();
    await session.learnServerOffset();
    assert.deepEqual([session.state.histogram, posted], [null, before]);
  });

  it('follows every five seconds, counts what is new until the top is reached, and ends when it is refused', async () => {
    let now = Date.now();
    const { session, posted } = open(undefined, () => now);
    const { signal } = new AbortController();
    await session.run(everything);
    session.setFollow(true);
    assert.equal(await session.poll(signal), 'continue');
    assert.equal(await session.poll(signal), 'rest');
    await app.call('master', 'POST /api/core/tables', { form: { table: 'followed' } });
    now += 5000;
    assert.equal(await session.poll(signal), 'continue');
    assert.equal(posted.filter((what) => what === 'prepended').length, 1);
    assert.deepEqual([session.state.newRows, session.state.total], [1, 3001]);
    session.setAtTop(false);
    now += 5000;
    assert.equal(await session.poll(signal), 'rest');
    assert.equal(session.state.newRows, 1);
    session.setAtTop(true);
    assert.equal(session.state.newRows, 0);
  });

  it('ends following where a search is refused', async () => {
    let fails = false;
    const refused = new RefusedError(400, 'invalid-argument', 'no');
    const { session } = open(() => (fails ? Promise.reject(refused) : Promise.resolve()));
    await session.run(everything);
    session.setFollow(true);
    fails = true;
    assert.equal(await session.poll(new AbortController().signal), 'stop');
    assert.deepEqual([session.state.phase, session.state.follow.on], ['failed', false]);
  });

  it('keeps following where nobody answers, and takes nothing new of a result that was replaced', async () => {
    let now = Date.now();
    let waiting: () => Promise<unknown> = () => Promise.resolve();
    const { session, posted } = open(
      () => waiting(),
      () => now,
    );
    const { signal } = new AbortController();
    await session.run(everything);
    session.setFollow(true);
    waiting = () => Promise.reject(new UnreachableError('reset', 'no'));
    await assert.rejects(session.poll(signal), UnreachableError);
    assert.deepEqual([session.state.phase, session.state.follow.on], ['ready', true]);

    let answer: () => void = () => undefined;
    const answered = new Promise<void>((resolve) => (answer = resolve));
    waiting = () => answered;
    now += 5000;
    const polling = session.poll(signal);
    await app.call('master', 'POST /api/core/tables', { form: { table: 'replaced' } });
    waiting = () => Promise.resolve();
    await session.run(everything);
    answer();
    assert.equal(await polling, 'continue');
    assert.deepEqual([session.state.newRows, posted.includes('prepended')], [0, false]);
  });
});
