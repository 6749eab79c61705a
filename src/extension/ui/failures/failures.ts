import { t } from '../../../core/base/localize';
import { isCancellation } from '../prompts/canceled';
import type { Connection } from '../connections/connection';
import { describeFailure } from './failureText';
import type { RecoveryAction } from './failureText';
import type { Log } from '../log';
import type { Prompts } from '../prompts/prompts';
import type { Redactor } from '../../../core/privacy/redact';

/** The context of a failure, if known. */
export interface FailureOrigin {
  readonly connection?: Connection | undefined;
  /** Repeats the failed action. */
  readonly retry?: (() => Promise<void>) | undefined;
}

export interface ExplainedFailure {
  readonly sentence: string;
  readonly actions: readonly { readonly label: string; readonly run: () => Promise<void> }[];
}

export type RecoveryActions = Readonly<
  Record<'setApiKey' | 'editConnection', (connection?: Connection) => Promise<void>>
>;

/** Shows failures to the user. Cancellations are ignored. */
export class Failures {
  #keyMessages = 0;

  constructor(
    private readonly prompts: Prompts,
    private readonly log: Log,
    private readonly redactor: Redactor,
    private readonly recoveryActions: RecoveryActions,
  ) {}

  /** Resolves when the message is closed. Never rejects. */
  async report(error: unknown, origin: FailureOrigin = {}): Promise<void> {
    if (isCancellation(error)) return;
    const { sentence, actions } = this.explain(error, origin);
    const asksForKey = actions.some(({ label }) => label === labels.setApiKey());
    if (asksForKey) this.#keyMessages += 1;
    const selected = await this.prompts.notify({
      severity: 'error',
      message: sentence,
      buttons: actions.map((action) => ({ label: action.label, value: action })),
    });
    if (asksForKey) this.#keyMessages -= 1;
    await selected?.run();
  }

  /** Whether a message asks for an API key. VS Code keeps messages with buttons until they are closed. */
  get asksForKey(): boolean {
    return this.#keyMessages > 0;
  }

  /** For views that show a failure themselves: its text and actions. */
  explain(error: unknown, origin: FailureOrigin = {}): ExplainedFailure {
    // A command may send requests to another connection than that of the row on which it was called.
    const connection = (error instanceof Error ? connections.get(error) : undefined) ?? origin.connection;
    this.log.error(error instanceof Error ? (error.stack ?? error.message) : String(error));
    const actions = describeFailure(error, connection)
      .recoveryActions.filter((recovery) => recovery !== 'retry' || origin.retry !== undefined)
      .map((recovery) => ({
        label: labels[recovery](),
        run: async () => this.#apply(recovery, origin, connection),
      }));
    return { sentence: this.sentence(error, connection), actions };
  }

  /** Asks for another API key, as the button of a message does. */
  async setApiKey(connection: Connection): Promise<void> {
    await this.#apply('setApiKey', { connection });
  }

  /** The text of a failure without secrets: a platform may repeat the key in its response. */
  sentence(error: unknown, connection?: Connection): string {
    return this.redactor.clean(describeFailure(error, connection).sentence);
  }

  async #apply(
    recovery: RecoveryAction,
    origin: FailureOrigin,
    connection = origin.connection,
  ): Promise<void> {
    try {
      if (recovery === 'retry') await origin.retry?.();
      else if (recovery === 'showLog') this.log.show();
      else await this.recoveryActions[recovery](connection);
    } catch (error) {
      await this.report(error, origin);
    }
  }
}

const connections = new WeakMap<Error, Connection>();

/** Attaches the connection to a failure, so that its message can name it. */
export function atConnection(error: unknown, connection: Connection): unknown {
  if (error instanceof Error && !connections.has(error)) connections.set(error, connection);
  return error;
}

const labels: Readonly<Record<RecoveryAction, () => string>> = {
  setApiKey: () => t('Set API Key…'),
  editConnection: () => t('Edit Connection…'),
  retry: () => t('Retry'),
  showLog: () => t('Show Log'),
};
