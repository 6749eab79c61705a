import type * as z from 'zod/mini';
import type { RecordedPanel } from '../../../src/extension/testing';
import { eventually } from '../../support/eventually';
import { testApi } from './runCommand';

/** The open panel of this type that was opened last, once its page has sent a message. */
export async function openedPanel(viewType: string): Promise<RecordedPanel> {
  const { panels } = await testApi();
  return eventually(
    () => {
      const panel = panels.panels.findLast((one) => one.viewType === viewType && !one.closed);
      if (panel === undefined) throw new Error(`No ${viewType} is open.`);
      const received = panel.received.map(kindOf);
      if (!received.includes('ready')) throw new Error(`${viewType} has only sent: ${received.join()}.`);
      return panel;
    },
    { within: 25_000 },
  );
}

/** Waits until the newest state that the page was sent is as wanted, and returns it. */
export async function untilState<State>(
  panel: RecordedPanel,
  schema: z.ZodMiniType<State>,
  wanted: (state: State) => boolean,
): Promise<State> {
  let rejected: unknown;
  return eventually(
    () => {
      const message = newestMessage(panel);
      if (message === rejected) return false;
      const state = schema.parse(message);
      if (wanted(state)) return state;
      rejected = message;
      return false;
    },
    { within: 20_000 },
  ).catch((error: unknown) => {
    throw new Error(`Not as wanted: ${JSON.stringify(rejected ?? null).slice(0, 2000)}`, { cause: error });
  });
}

export function newestState<State>(panel: RecordedPanel, schema: z.ZodMiniType<State>): State {
  return schema.parse(newestMessage(panel));
}

function newestMessage({ posted }: RecordedPanel): unknown {
  return posted.findLast((message) => kindOf(message) === 'state');
}

export function kindOf(message: unknown): unknown {
  return typeof message === 'object' && message !== null && 'kind' in message ? message.kind : undefined;
}
