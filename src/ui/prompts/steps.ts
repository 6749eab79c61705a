import { isBackRequested } from './cancelled';
import type { StepPosition } from './prompts';

/** One question of a flow, which adds its answer to the state. */
export interface Step<State> {
  readonly ask: (state: State, position: StepPosition) => Promise<State>;
  /** A step that does not apply is skipped and not counted. */
  readonly applies?: (state: State) => boolean;
}

/** Runs the steps in order; Back returns to the previous step with its answer preserved. */
export async function runSteps<State>(steps: readonly Step<State>[], initial: State): Promise<State> {
  const trail: number[] = [];
  let state = initial;
  let index = nextStep(steps, state, -1);
  for (let step = steps[index]; step !== undefined; step = steps[index]) {
    try {
      state = await step.ask(state, positionOf(steps, state, index, trail.length));
      trail.push(index);
      index = nextStep(steps, state, index);
    } catch (error) {
      const previous = isBackRequested(error) ? trail.pop() : undefined;
      if (previous === undefined) throw error;
      index = previous;
    }
  }
  return state;
}

/** -1 after the last one. */
function nextStep<State>(steps: readonly Step<State>[], state: State, after: number): number {
  return steps.findIndex((step, index) => index > after && (step.applies?.(state) ?? true));
}

function positionOf<State>(
  steps: readonly Step<State>[],
  state: State,
  index: number,
  done: number,
): StepPosition {
  const left = steps.slice(index).filter((step) => step.applies?.(state) ?? true).length;
  return { step: done + 1, total: done + left, canGoBack: done > 0 };
}
