import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  connectionsInStatus,
  statusText,
} from '../../../../../src/extension/features/connections/statusText';
import { unlockWrites, WriteLocks } from '../../../../../src/extension/features/connections/writeLocks';
import type { Connection } from '../../../../../src/extension/ui/connections/connection';
import { ScriptedPrompts } from '../../../../integration/support/scriptedPrompts';
import { eventually } from '../../../../support/eventually';
import { lab } from '../../../../support/labConnection';

const open = { ...lab, name: 'A', baseUrl: 'https://a.example' } as const;
const production = { ...open, environment: 'production' } as const;

/** Resolves when so many minutes are over, and all that was to happen before them. */
async function pass(minutes: number): Promise<void> {
  const locks = new WriteLocks(() => undefined);
  locks.unlock(production, minutes);
  await eventually(() => locks.isLocked(production));
}

describe('Write locks', () => {
  let changes: number;
  let locks: WriteLocks;

  beforeEach(() => {
    changes = 0;
    locks = new WriteLocks(() => changes++);
  });

  afterEach(() => locks.dispose());

  it('are on production and on read-only connections', () => {
    assert.deepEqual(
      [open, production, { ...open, readOnly: true }].map((one) => locks.isLocked(one)),
      [false, true, true],
    );
  });

  it('close when the time is over, and notify', async () => {
    locks.unlock(production, 0.001);

    assert.equal(locks.isLocked(production), false);
    await eventually(() => locks.isLocked(production) && changes === 2);
  });

  it('close after the selected duration although the clock was set back meanwhile', async () => {
    locks.unlock(production, 0.002);
    const now = Date.now();
    mock.timers.enable({ apis: ['Date'], now: now - 3_600_000 });
    try {
      assert.ok(locks.remaining(production) <= 120);
      await pass(0.003);
      assert.equal(locks.isLocked(production), true);
      // A machine that slept has the right time, but its timers are late.
      locks.unlock(production, 5);
      mock.timers.setTime(now);
      assert.equal(locks.isLocked(production), true);
    } finally {
      mock.timers.reset();
    }
  });

  it('can be closed earlier, and opened again for the whole duration', async () => {
    locks.unlock(production, 0.001);
    locks.lock(production);
    assert.equal(locks.isLocked(production), true);
    locks.lock(production);
    assert.equal(changes, 2);

    locks.unlock(production, 5);
    await pass(0.001);
    assert.equal(locks.isLocked(production), false);
  });

  it('are opened for whole minutes, at least one and at most eight hours', async () => {
    for (const [typed, isTaken] of [
      ['1', true],
      ['480', true],
      ['0', false],
      ['481', false],
      ['1.5', false],
    ] as const) {
      locks.lock(production);
      const prompts = new ScriptedPrompts([{ pick: 'Other duration…' }, { input: typed }]);
      const unlocking = unlockWrites(production, locks, prompts);
      await (isTaken ? unlocking : assert.rejects(unlocking, /whole number/));
      assert.equal(locks.isLocked(production), !isTaken, typed);
    }
  });

  it('are opened for the selected minutes, and closed by choice only while they are open', async () => {
    const pick = async (pick: string): Promise<void> =>
      unlockWrites(production, locks, new ScriptedPrompts([{ pick }]));
    await assert.rejects(pick('Lock now'), /not among: 5 minutes, 15 minutes, 30 minutes, 60 minutes, Other/);
    const before = Date.now();
    await pick('15 minutes');
    const ends = locks.remaining(production) + Date.now();
    assert.ok(ends >= before + 900_000 && ends <= Date.now() + 900_000, String(ends - before));
    await pick('Lock now');
    assert.equal(locks.remaining(production), 0);
  });

  it('are closed again when the address of the connection is edited', () => {
    locks.unlock(production, 5);

    assert.equal(locks.isLocked({ ...production, baseUrl: 'https://b.example' }), true);
    assert.equal(locks.isLocked({ ...production, product: 'other' }), true);
    assert.equal(locks.isLocked({ ...production, readOnly: true, environment: 'staging' }), true);
    assert.equal(locks.isLocked(production), false);
  });

  it('show in the status bar what is open and for how long', () => {
    assert.equal(statusText(open, false, 0).text, '$(plug) A · Staging');
    assert.equal(statusText(production, true, 0).text, '$(lock) A · Production');
    const unlocked = statusText(production, false, 299_500);
    assert.deepEqual([unlocked.text, unlocked.warns], ['$(unlock) A · Production · 5:00', true]);
  });

  it('shorten a long name in the status bar, which VS Code cuts, and never the environment or the time', () => {
    const long = { ...production, name: `Seoul ${'data center '.repeat(20)}` };
    const { text, tooltip, accessibleLabel } = statusText(long, false, 299_500);

    assert.match(text, /^\$\(unlock\) Seoul data center .*… · Production · 5:00$/);
    assert.ok(text.length <= 80, text);
    assert.ok(tooltip.includes(long.name) && accessibleLabel.includes(long.name));
  });

  it('show the connection in front in the status bar, and beside it another one that is open', () => {
    const [a, b, c] = ['A', 'B', 'C'].map((name) => ({ ...production, name })) as [
      Connection,
      Connection,
      Connection,
    ];
    const status = (
      inFront: Connection | undefined,
      times: readonly number[],
      all = [a, b, c],
    ): unknown[] => {
      const unlockedFor = (connection: Connection): number => times[all.indexOf(connection)] ?? 0;
      const { shown, other, redrawIn } = connectionsInStatus({ all: () => all, unlockedFor }, inFront);
      return [shown?.name, other?.name, redrawIn];
    };
    assert.deepEqual(status(undefined, []), [undefined, undefined, undefined]);
    assert.deepEqual(status(undefined, [], [b]), ['B', undefined, undefined]);
    assert.deepEqual(status(a, []), ['A', undefined, undefined]);
    assert.deepEqual(status({ ...a }, [5000]), ['A', undefined, 1000]);
    assert.deepEqual(status(a, [0, 0, 2500]), ['A', 'C', 500]);
    assert.deepEqual(status(undefined, [0, 9100, 2500]), ['C', 'B', 100]);
    assert.deepEqual(status(c, [9000, 8000, 2500]), ['C', 'B', 1000]);
  });
});
