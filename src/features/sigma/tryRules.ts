import type { PlatformClient } from '../../api/client';
import type { RuleProgress } from '../../shared/protocol/sigmaImport';
import { isCancellation } from '../../ui/prompts/cancelled';
import type { NumberedRule } from './numberedRule';
import { runRows } from './runRows';

/** Few enough not to slow down other users of the platform. */
const runningAtOnce = 3;

type Trial = RuleProgress['trial'];

/** Counts the matches of each rule. Reports each start and end; a canceled rule counts as not tried. */
export async function tryRules(
  rules: readonly NumberedRule[],
  { client, span, explain }: TrialDeps,
  tell: (rule: number, trial: Trial) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...rules];
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const { number, rule } = next;
      tell(number, { state: 'running' });
      try {
        const [row] = await runRows(client, `${rule.queryOver(span)}\n| stats count as hits`, 1, signal);
        tell(number, { state: 'done', hits: Number(row?.['hits'] ?? 0) });
      } catch (error) {
        tell(number, isCancellation(error) ? null : { state: 'failed', message: explain(error) });
        if (isCancellation(error)) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: runningAtOnce }, work));
}

export interface TrialDeps {
  readonly client: PlatformClient;
  /** The period, such as `7d`. */
  readonly span: string;
  readonly explain: (error: unknown) => string;
}
