import assert from 'node:assert/strict';
import { BackRequested } from '../../../../../src/extension/ui/prompts/canceled';
import { runSteps } from '../../../../../src/extension/ui/prompts/prompts';
import type { Step } from '../../../../../src/extension/ui/prompts/prompts';

describe('A flow of steps', () => {
  it('returns to the previous step with its value, and counts the steps that apply', async () => {
    const positions: string[] = [];
    let backs = 1;
    const steps: Step<number>[] = [
      {
        ask: (state, { step, total, canGoBack }) => {
          positions.push(`${step}/${total} ${canGoBack}`);
          return Promise.resolve(state + 1);
        },
      },
      { ask: () => Promise.reject(new Error('asked')), applies: () => false },
      {
        ask: (state, { step, total, canGoBack }) => {
          positions.push(`${step}/${total} ${canGoBack}`);
          return backs-- > 0 ? Promise.reject(new BackRequested()) : Promise.resolve(state + 10);
        },
      },
    ];
    assert.equal(await runSteps(steps, 0), 12);
    assert.deepEqual(positions, ['1/2 false', '2/2 true', '1/2 false', '2/2 true']);
  });
});
