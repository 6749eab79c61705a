import { t } from '../../shared/localize';
import { isCancellation } from '../prompts/cancelled';
import type { Connection } from '../connections/connection';
import { describeFailure } from './failureText';
import type { RecoveryAction } from './failureText';
import type { Log } from '../log';
import type { Prompts } from '../prompts/prompts';
import type { Redactor } from '../../shared/redact';

/** Where a failure came from, as far as it is known. */
export interface FailureOrigin {
  readonly connection?: Connection | undefined;
  /** Does the same again. */
  readonly retry?: (() => Promise<void>) | undefined;
}

export interface ExplainedFailure {
  readonly sentence: string;
  readonly actions: readonly { readonly label: string; readonly run: () => Promise<void> }[];
}

export type RecoveryActions = Readonly<
  Record<'setApiKey' | 'editConnection', (connection?: Connection) => Promise<void>>
>;

/** The one place where failures become something a person reads. Cancellation is none. */
export class Failures {
  constructor(
    private readonly prompts: Prompts,
    private readonly log: Log,
    private readonly redactor: Redactor,
    private readonly recoveryActions: RecoveryActions,
  ) {}

  /** Resolves when the person has seen to it. Never rejects: there is nobody left to tell. */
  async report(error: unknown, origin: FailureOrigin = {}): Promise<void> {
    if (isCancellation(error)) return;
    const { sentence, actions } = this.explain(error, origin);
    const chosen = await this.prompts.notify({
      severity: 'error',
      message: sentence,
      buttons: actions.map((action) => ({ label: action.label, value: action })),
    });
    await chosen?.run();
  }

  /** For a place that shows a failure itself: what to say of it, and what can be done. */
  explain(error: unknown, origin: FailureOrigin = {}): ExplainedFailure {
    const connection = origin.connection ?? failedConnection(error);
    this.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const actions = describeFailure(error, connection)
      .recoveryActions.filter((recovery) => recovery !== 'retry' || origin.retry !== undefined)
      .map((recovery) => ({
        label: labels[recovery](),
        run: async () =>
          this.#apply(recovery, { ...origin, connection }).catch(async (next: unknown) =>
            this.report(next, origin),
          ),
      }));
    return { sentence: this.sentence(error, connection), actions };
  }

  /** Lets the person set another key, as the button of a message does. */
  async setApiKey(connection: Connection): Promise<void> {
    await this.#apply('setApiKey', { connection }).catch((error: unknown) =>
      this.report(error, { connection }),
    );
  }

  /** What a person may read of it: a service can put the key that it was sent into its answer. */
  sentence(error: unknown, connection?: Connection): string {
    return this.redactor.clean(describeFailure(error, connection).sentence);
  }

  async #apply(recovery: RecoveryAction, origin: FailureOrigin): Promise<void> {
    switch (recovery) {
      case 'retry':
        await origin.retry?.();
        return;
      case 'showLog':
        this.log.show();
        return;
      case 'setApiKey':
      case 'editConnection':
        await this.recoveryActions[recovery](origin.connection);
        return;
      default:
        recovery satisfies never;
    }
  }
}

const connections = new WeakMap<Error, Connection>();

/** Notes which connection a failure belongs to, so that its message can name it. */
export function atConnection(error: unknown, connection: Connection): unknown {
  if (error instanceof Error && !connections.has(error)) connections.set(error, connection);
  return error;
}

function failedConnection(error: unknown): Connection | undefined {
  return error instanceof Error ? connections.get(error) : undefined;
}

const labels: Readonly<Record<RecoveryAction, () => string>> = {
  setApiKey: () => t('Set API Key…'),
  editConnection: () => t('Edit Connection…'),
  retry: () => t('Retry'),
  showLog: () => t('Show Log'),
};
