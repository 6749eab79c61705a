import assert from 'node:assert/strict';
import { BackRequested } from '../../../../src/ui/prompts/cancelled';
import { runSteps } from '../../../../src/ui/prompts/steps';
import type { Step } from '../../../../src/ui/prompts/steps';

describe('A flow of steps', () => {
  it('returns to the step before, with its answer', async () => {
    const args = ['wrong', 'right'];
    let backs = 1;
    const steps: Step<{ name: string; kind: string }>[] = [
      { ask: async (state) => Promise.resolve({ ...state, name: args.shift() ?? state.name }) },
      {
        ask: async (state) =>
          backs-- > 0 ? Promise.reject(new BackRequested()) : Promise.resolve({ ...state, kind: 'done' }),
      },
    ];

    assert.deepEqual(await runSteps(steps, { name: '', kind: '' }), { name: 'right', kind: 'done' });
  });

  it('counts the steps that apply, also after a way back', async () => {
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
