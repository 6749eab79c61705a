import type { CompletionProviders } from '../../language/services/completionItem';
import type { KnownTables } from './knownTables';

/** Milliseconds that a list of words waits for names: less than a person notices. */
const lookupTimeout = 150;

/** Names for one completion list, as far as they are available immediately: typing never waits for a platform. */
export class PromptNames implements CompletionProviders {
  /** Resolves when the names are there that did not come in time; undefined where all of them did. */
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
