import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RejectedError, UnreachableError } from '../../../../../src/core/api/errors';
import { FailureWatch } from '../../../../../src/extension/features/failureBadge/failureWatch';
import type { WatchedSource } from '../../../../../src/extension/features/failureBadge/failureWatch';
import {
  FailureBadge,
  badgeOf,
  failureTexts,
} from '../../../../../src/extension/features/failureBadge/failureBadge';
import type { NotifyDeps } from '../../../../../src/extension/features/failureBadge/failureBadge';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import type { QueryState } from '../../../../../src/extension/ui/connections/queryRecords';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { lab } from '../../../../support/labConnection';
import { each } from '../../../../support/each';

const minute = 60_000;
const { signal } = new AbortController();

function schedule(name: string, isFailing: boolean, enabled = true): QueryState {
  return { guid: name, name, enabled, resultState: isFailing ? 'failed' : 'succeeded' } as QueryState;
}

describe('Watching for failures', () => {
  let now: number;
  let requests: { readonly at: number; readonly what: string }[];
  let schedules: readonly QueryState[];
  let silent: readonly string[];
  let failWith: Error | undefined;

  beforeEach(() => {
    [now, requests, schedules, silent, failWith] = [0, [], [], [], undefined];
  });

  function ask(what: string): void {
    requests.push({ at: now, what });
    if (failWith !== undefined) throw failWith;
  }

  function watch(isFresh = () => false): FailureWatch {
    const source: WatchedSource = {
      readSchedules: async () => {
        if (isFresh()) return false;
        ask('schedules');
        return Promise.resolve(true);
      },
      schedules: () => schedules,
      readSilent: async () => {
        ask('tables');
        return Promise.resolve(silent);
      },
    };
    return new FailureWatch(source, () => now);
  }

  async function pass(watched: FailureWatch, milliseconds: number): Promise<readonly string[]> {
    now += milliseconds;
    await watched.poll(signal);
    return watched.newFailures().map(({ name }) => name);
  }

  it('counts no query that somebody has stopped', async () => {
    const stopped = { ...schedule('a', true), lastFailureReason: 'stopped by kim' };
    schedules = [schedule('a', false), schedule('b', false)];
    const watched = watch();
    await pass(watched, minute);
    schedules = [stopped, { ...schedule('b', true), lastFailureReason: 'stopped working' }];
    assert.deepEqual(await pass(watched, minute), ['b']);
    assert.deepEqual(
      watched.failing.map(({ name }) => name),
      ['b'],
    );
  });

  it('sends nothing in the first seconds, when the explorer is opened', async () => {
    const watched = watch();
    await pass(watched, 0);
    await pass(watched, 5000);
    assert.deepEqual(requests, []);
    await pass(watched, 5000);
    assert.equal(requests.length, 1);
  });

  it('reads scheduled queries most often, and tables every ten minutes', async () => {
    const watched = watch();
    for (let count = 0; count < 25; count++) await pass(watched, minute);
    const tables = requests.flatMap(({ what }, index) => (what === 'tables' ? [index] : []));
    assert.deepEqual(tables, [1, 11, 21]);
  });

  it('sends nothing for scheduled queries that another view has just read', async () => {
    const watched = watch(() => true);
    for (let count = 0; count < 9; count++) await pass(watched, minute);
    assert.deepEqual(each(requests, 'what'), ['tables']);
  });

  it('reports each failure once, when it starts, and again only after a success', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 30 }),
        async (states) => {
          [now, requests] = [0, []];
          const watched = watch();
          let before: readonly boolean[] | undefined;
          for (const state of states) {
            schedules = state.map((isFailing, index) => schedule(`q${index}`, isFailing));
            // The model: what fails at first was there before anybody watched.
            const expected = state.flatMap((isFailing, index) =>
              isFailing && before?.[index] === false ? [`q${index}`] : [],
            );
            assert.deepEqual(await pass(watched, minute), expected);
            before = state;
          }
        },
      ),
      { seed: 41, numRuns: 100 },
    );
  });

  it('does not report earlier failures when their page is read later', async () => {
    const watched = watch();
    schedules = [schedule('a', false)];
    assert.deepEqual(await pass(watched, minute), []);
    schedules = [schedule('a', false), schedule('old', true)];
    assert.deepEqual(await pass(watched, minute), []);
    schedules = [schedule('a', true), schedule('old', true)];
    assert.deepEqual(await pass(watched, minute), ['a']);
  });

  it('does not count schedules that are disabled', async () => {
    schedules = [schedule('off', true, false), schedule('on', true)];
    const watched = watch();
    await pass(watched, minute);
    assert.deepEqual(each(watched.failing, 'name'), ['on']);
  });

  it('reports tables that have become silent, not those that were silent before', async () => {
    silent = ['old'];
    const watched = watch();
    for (let count = 0; count < 3; count++) assert.deepEqual(await pass(watched, minute), []);
    silent = ['old', 'web'];
    const reported: string[] = [];
    for (let count = 0; count < 12; count++) reported.push(...(await pass(watched, minute)));
    assert.deepEqual([reported, watched.silent], [['web'], ['old', 'web']]);
  });

  it('keeps the known failures while the platform does not respond, and does not repeat rejected requests', async () => {
    schedules = [schedule('a', true)];
    const watched = watch();
    await pass(watched, minute);
    failWith = new UnreachableError('reset', 'no response');
    await pass(watched, minute);
    assert.equal(watched.failing.length, 1);
    failWith = new RejectedError(500, 'illegal-state', 'no-permission');
    for (let count = 0; count < 20; count++) await pass(watched, minute);
    const rejected = requests.length;
    for (let count = 0; count < 20; count++) await pass(watched, minute);
    assert.equal(requests.length, rejected);
  });
});

describe('The texts about failures', () => {
  const plant = { name: 'Plant' };
  const failing = [{ name: 'Hourly', guid: 'g', reason: '(10605) table-not-found' }];

  it('are a number and a line for each connection', () => {
    assert.equal(badgeOf([{ connection: plant, failing: [], silent: [] }]), undefined);
    const badge = badgeOf([
      { connection: plant, failing, silent: ['web', 'fw'] },
      { connection: { name: 'Lab' }, failing: [], silent: ['x'] },
    ]);
    assert.deepEqual(badge, {
      value: 4,
      tooltip: 'Plant: 1 failing scheduled query, 2 silent tables\nLab: 1 silent table',
    });
  });

  it('are one message for all that failed, with the reason of a single one', () => {
    const failed = { kind: 'failed', name: 'Hourly', guid: 'g', reason: '(10605) table-not-found' } as const;
    assert.deepEqual(failureTexts('Plant', [failed]), [
      'Plant: The scheduled query “Hourly” failed: The table does not exist. (10605)',
    ]);
    const many = Array.from({ length: 40 }, (_, index) => ({ ...failed, name: `q${index}` }));
    const [text = '', ...others] = failureTexts('Plant', many);
    assert.deepEqual(others, []);
    assert.match(text, /^Plant: 40 scheduled queries failed: “q0”.* and \d+ more\.$/);
    assert.deepEqual(failureTexts('Plant', [{ kind: 'silent', name: 'web' }]), [
      'Plant: The table “web” has had no new logs for a week.',
    ]);
    assert.deepEqual(failureTexts('Plant', []), []);
  });
});

describe('The badge of the view', () => {
  const plant = { ...lab, name: 'Plant $(trash)' };
  let now: number;
  let setting: 'off' | 'badge' | 'message';
  let expanded: readonly Connection[];
  let set: readonly Connection[];
  let rejects: string;
  let schedules: readonly QueryState[];
  let requests: number;

  beforeEach(() => {
    [now, setting, expanded, set, schedules, requests, rejects] = [0, 'badge', [plant], [plant], [], 0, ''];
  });

  function open(prompts = new ScriptedPrompts([]), ran: unknown[] = []) {
    const view: { badge?: { readonly value: number; readonly tooltip: string } | undefined } = {};
    const request = <Value>(value: Value): Promise<Value> => {
      requests += 1;
      return Promise.resolve(value);
    };
    const pagesOf = ({ name }: Connection): object => ({
      readNext: () =>
        name === rejects ? Promise.reject(new RejectedError(500, 'x', 'no-permission')) : request(true),
      all: () => (name === rejects ? [] : schedules),
    });
    const client = { send: () => request({ items: [{ name: 'web' }, { name: 'quiet' }] }) };
    const deps = {
      ui: { prompts, commands: { run: (...run: unknown[]) => ran.push(run) } },
      platforms: { all: () => set, clientFor: () => Promise.resolve(client) },
      access: { recordsOf: (connection: Connection) => ({ pages: pagesOf(connection) }) },
      view,
      expanded: { all: () => expanded },
      isSilent: ({ name }: { readonly name: string }) => name === 'quiet',
    };
    const badge = new FailureBadge(
      deps as unknown as NotifyDeps,
      () => setting,
      () => now,
    );
    const pass = async (milliseconds = minute): Promise<void> => {
      now += milliseconds;
      await badge.update();
    };
    return { badge, view, pass };
  }

  it('counts failing schedules and silent tables of the connections that are expanded', async () => {
    const { view, pass } = open();
    schedules = [schedule('a', true), schedule('b', false)];
    await pass();
    assert.deepEqual([view.badge?.value, requests], [1, 0]);
    for (let count = 0; count < 2; count++) await pass();
    assert.deepEqual([view.badge?.value, requests], [2, 2]);
    assert.doesNotMatch(view.badge?.tooltip ?? '', /\$\(trash\)/);
    [expanded, set] = [[], []];
    await pass();
    assert.equal(view.badge, undefined, 'the connection was removed');
  });

  it('keeps counting what is collapsed, and counts one platform once', async () => {
    const { view, pass } = open();
    schedules = [schedule('a', true)];
    const twin = { ...plant, name: 'Twin' };
    set = [plant, twin];
    expanded = set;
    for (let count = 0; count < 3; count++) await pass();
    assert.deepEqual([view.badge?.value, requests], [2, 2]);
    expanded = [];
    await pass(10 * minute);
    assert.deepEqual([view.badge?.value, requests], [2, 3]);
  });

  it('counts a platform with the key that may read the most', async () => {
    const guest = { ...plant, name: 'Guest' };
    set = [guest, plant];
    expanded = set;
    rejects = 'Guest';
    const { view, pass } = open();
    schedules = [schedule('a', true)];
    for (let count = 0; count < 6; count++) await pass();
    assert.match(view.badge?.tooltip ?? '', /^Plant [^\n]*: 1 failing scheduled query, 1 silent table$/);
  });

  it('costs at most one request a minute, also if the connection is collapsed and expanded again', async () => {
    const { view, pass } = open();
    schedules = [schedule('a', true)];
    const sentAt: number[] = [];
    for (let count = 0; count < 60; count++) {
      expanded = count % 3 === 0 ? [] : [plant];
      const before = requests;
      await pass(10_000);
      for (let sent = before; sent < requests; sent++) sentAt.push(now);
      assert.equal(view.badge === undefined, count === 0, 'only what was expanded is counted');
    }
    const pauses = sentAt.slice(1).map((at, index) => at - (sentAt[index] ?? 0));
    assert.ok(pauses.length > 5 && Math.min(...pauses) >= minute, `paused ${pauses.join(', ')}`);
  });

  it('sends no requests when it is off or nothing is expanded', async () => {
    const { view, pass } = open();
    setting = 'off';
    for (let count = 0; count < 5; count++) await pass();
    [setting, expanded] = ['badge', []];
    for (let count = 0; count < 5; count++) await pass();
    assert.deepEqual([requests, view.badge], [0, undefined]);
  });

  it('reports a new failure in one message that opens the overview, and no earlier failure', async () => {
    setting = 'message';
    const ran: unknown[] = [];
    const press = { notice: 'Plant $(trash): The scheduled query “a” failed.', press: 'Open Overview' };
    const prompts = new ScriptedPrompts([press]);
    const { badge, pass } = open(prompts, ran);
    schedules = [schedule('a', false), schedule('old', true)];
    await pass();
    schedules = [schedule('a', true), schedule('old', true)];
    // Another view has read it.
    badge.show();
    badge.show();
    for (let count = 0; count < 5; count++) await pass();
    assert.deepEqual(ran, [['logbench.overview.open', ['Plant $(trash)']]]);
    assert.equal(prompts.notices.length, 1);
  });

  it('shows only a number when messages are off, and no earlier failure when they are turned on', async () => {
    const prompts = new ScriptedPrompts([]);
    const { pass } = open(prompts);
    schedules = [schedule('a', false)];
    await pass();
    schedules = [schedule('a', true)];
    await pass();
    setting = 'message';
    schedules = [...schedules];
    await pass();
    assert.deepEqual(prompts.notices, []);
  });
});
