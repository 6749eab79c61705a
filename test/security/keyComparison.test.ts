import assert from 'node:assert/strict';
import { startApp } from '../support/startApp';

/** Many short rounds: on a busy machine, only a round within one time slice shows how much work it is. */
const rounds = 3000;
const callsInRound = 40;

describe('Comparing keys', () => {
  it('does the same work for a nearly right key as for a wrong one', async () => {
    await using app = await startApp();
    const { accounts } = app.parts;
    const right = app.keys.master;
    const candidates = {
      nearly: `${right.slice(0, -1)}~`,
      wrong: '~'.repeat(right.length),
    };
    const times: Record<keyof typeof candidates, number[]> = { nearly: [], wrong: [] };
    // In turn, so that whatever else the machine does falls on both.
    for (let round = 0; round < rounds; round++) {
      for (const name of ['nearly', 'wrong'] as const) {
        const start = performance.now();
        for (let count = 0; count < callsInRound; count++) accounts.findByKey(candidates[name]);
        times[name].push(performance.now() - start);
      }
    }
    // The fastest rounds: whatever else the machine does only makes a round slower.
    const ratio = Math.min(...times.nearly) / Math.min(...times.wrong);
    assert.ok(ratio > 0.7 && ratio < 1.4, `ratio ${ratio.toFixed(3)}`);
  });
});
