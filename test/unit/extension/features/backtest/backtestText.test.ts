import assert from 'node:assert/strict';
import { planBacktest } from '../../../../../src/core/backtest/planBacktest';
import { fixedZone } from '../../../../../src/core/backtest/serverZone';
import { summaryOf } from '../../../../../src/extension/features/backtest/backtestText';

describe('The summary of a backtest', () => {
  it('has the name as text and the query in a block that its text cannot close', () => {
    const period = { from: 0, to: 86_400_000 };
    const zone = fixedZone(0, period.from, period.to);
    const text = 'table fw | search line == "````"';
    const plan = planBacktest({ text, period, cron: undefined, cronOffset: 0 }, zone);
    assert(plan.kind !== 'impossible');
    const subject = { name: 'a\n# b [x](command:y)', text, published: null, cron: null, cronOffset: 0 };
    const nothing = { published: undefined, estimate: undefined, problem: null, failure: null };
    const facts = { ...nothing, own: { plan, results: [] }, zone, phase: 'done' as const };

    const lines = summaryOf(subject, facts).split('\n');

    assert.equal(lines[0], '## Backtest: a \\# b \\[x\\]\\(command\\:y\\)');
    assert.deepEqual(lines.slice(4), ['`````lq', text, '`````', '']);
  });
});
