import type { CompletionProviders } from '../../language/services/completionItems';
import type { KnownTables } from './knownTables';

/** Milliseconds that completion waits for names: too short to be noticed. */
const lookupTimeout = 150;

/** Names for one completion list that are available immediately: typing never waits for a platform. */
export class PromptNames implements CompletionProviders {
  /** Resolves when late names have arrived; undefined if none are late. */
  late: Promise<unknown> | undefined;

  constructor(
    private readonly names: Pick<KnownTables, 'tables' | 'fieldsOf'>,
    private readonly milliseconds = lookupTimeout,
  ) {}

  async tables(): Promise<readonly string[]> {
    return this.#atOnce(this.names.tables());
  }

  async fieldsOf(table: string): Promise<readonly string[]> {
    return this.#atOnce(this.names.fieldsOf(table));
  }

  async #atOnce(asked: Promise<readonly string[]>): Promise<readonly string[]> {
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<undefined>((resolve) => {
      timer = setTimeout(resolve, this.milliseconds, undefined);
    });
    const names = await Promise.race([asked, timeout]);
    clearTimeout(timer);
    if (names === undefined) this.late = Promise.all([this.late, asked]);
    return names ?? [];
  }
}
