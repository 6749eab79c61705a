import assert from 'node:assert/strict';
import { RejectedError } from '../../../../../src/core/api/errors';
import { firstSearch } from '../../../../../src/extension/features/audit/auditQuery';
import { AuditSession } from '../../../../../src/extension/features/audit/auditSession';
import type { AuditSearch } from '../../../../../src/core/pages/auditLogMessages';
import { auditEntry, auditPage, fillAuditLog } from '../../../../support/auditEntries';
import { eventually } from '../../../../support/eventually';
import { clientFor, suiteApp } from '../../../../support/startApp';
import { clientStub } from '../../../../support/clientStub';

const everything: AuditSearch = { ...firstSearch('en'), range: 'all' };

describe('An audit session', () => {
  const app = suiteApp();

  before(async () => {
    await fillAuditLog(app, 3000, new Date());
  });

  /** A session with its chart over time open, and how often it has sent a request. */
  function open(wait: () => Promise<unknown> = () => Promise.resolve(), now: () => number = Date.now) {
    const client = clientFor(app);
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

  it('posts the first rows with the result, and the rest after these are drawn', async () => {
    const { session, posted } = open();
    await session.run(everything);
    assert.equal(posted.at(-1), 'result');
    assert.equal(session.state.total, 3000);
    assert.equal(session.firstRows?.length, 40);
    session.rowsDrawn(session.state.resultId);
    await eventually(() => posted.includes('rows'));
  });

  it('cannot follow a period that has ended, and stops when such a period is selected', async () => {
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

  it('sends no rows of another result, nor of a search that was replaced', async () => {
    const { session, posted } = open();
    await session.run(everything);
    await session.answerNeedRows({ resultId: session.state.resultId + 1, offset: 0, limit: 10 });
    const sending = session.answerNeedRows({ resultId: session.state.resultId, offset: 1000, limit: 10 });
    await session.run(everything);
    await sending;
    assert.equal(posted.includes('rows'), false);
  });

  it('polls every five seconds and counts new rows until the top is reached', async () => {
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

  it('stops following when a search is rejected', async () => {
    let fails = false;
    const rejected = new RejectedError(400, 'invalid-argument', 'no');
    const { session } = open(() => (fails ? Promise.reject(rejected) : Promise.resolve()));
    await session.run(everything);
    session.setFollow(true);
    fails = true;
    assert.equal(await session.poll(new AbortController().signal), 'stop');
    assert.deepEqual([session.state.phase, session.state.follow.on], ['failed', false]);
  });
});

/**
 * A session whose requests get their responses one by one, in any order, as from a platform that ignores
 * aborts.
 */
class SlowLog {
  static async searched(total: number): Promise<SlowLog> {
    const log = new SlowLog();
    await Promise.all([log.session.run(everything), log.response(total)]);
    return log;
  }

  readonly #waiting: ((response: unknown) => void)[] = [];
  readonly #arrived: (() => void)[] = [];
  readonly posted: string[] = [];
  now = 1_000_000_000;
  readonly session = new AuditSession(
    {
      client: () => Promise.resolve(this.#client),
      post: ({ kind }) => this.posted.push(kind),
      changed: (what) => this.posted.push(what),
      now: () => this.now,
    },
    everything,
    true,
  );
  readonly #client = clientStub({
    'GET audit-logs': () =>
      new Promise((resolve) => {
        this.#waiting.push(resolve);
        this.#arrived.shift()?.();
      }),
    'GET tables': () => ({ items: this.days.map((lastDay) => ({ lastDay })) }),
  });
  days: readonly (string | undefined)[] = [];

  /**
   * Responds to the oldest request, or to the one with this number, with the newest entries of a log of this
   * length.
   */
  async response(total: number, count = Math.min(total, 200), request = 0): Promise<void> {
    while (this.#waiting.length <= request) {
      await new Promise<void>((resolve) => this.#arrived.push(resolve));
    }
    const times = { time: this.now, created_at: this.now };
    const items = Array.from({ length: count }, (_, index) => auditEntry({ id: total - index, ...times }));
    const [respond] = this.#waiting.splice(request, 1);
    respond?.(auditPage(items, total));
    await new Promise((resolve) => setImmediate(resolve));
  }

  get open(): number {
    return this.#waiting.length;
  }
}

describe('An audit session on a slow platform', () => {
  it('shows the newest search although the one before gets its response last', async () => {
    const log = new SlowLog();
    const first = log.session.run(everything);
    const second = log.session.run(everything);
    await log.response(20, 20, 1);
    await second;
    await log.response(10);
    await first;
    assert.deepEqual([log.session.state.total, log.session.state.resultId], [20, 1]);
  });

  it('shows no counts of the search before', async () => {
    const log = await SlowLog.searched(900);
    log.session.setOverTime(true);
    await eventually(() => log.open === 1);
    const second = log.session.run(everything);
    await log.response(5, 5, 1);
    await second;
    await log.response(900, 900);
    assert.deepEqual([log.session.state.total, log.session.state.histogram], [5, null]);
  });

  it('searches again when too many entries are new', async () => {
    const log = await SlowLog.searched(200);
    log.session.setFollow(true);
    const polling = log.session.poll(new AbortController().signal);
    for (let page = 0; page < 5; page++) await log.response(5000 - 200 * page);
    await log.response(5000);
    assert.equal(await polling, 'continue');
    assert.deepEqual([log.session.state.total, log.session.state.resultId], [5000, 2]);
  });

  it('learns the time zone of the server from the newest log, not from a table that is silent since summer', async () => {
    const log = new SlowLog();
    log.days = [
      '2026-07-01 00:00:00-0400',
      undefined,
      '2026-11-17 00:00:00-0500',
      '2026-08-01 00:00:00-0400',
    ];
    await log.session.learnServerOffset();
    assert.equal(log.session.serverOffset, -300);
  });
});
