import { errorCodes, rejectionMessage } from '../../../core/language/errorCodes';
import type { ErrorKey } from '../../../core/language/errorCodes';

/** A query that cannot run, with the reason from the language. */
export class QueryRejection extends Error {
  override readonly name = 'QueryRejection';
  readonly code: number;

  constructor(
    readonly key: ErrorKey,
    private readonly options: ErrorOptions & { readonly name?: string | undefined } = {},
  ) {
    super(rejectionMessage(key), options);
    this.code = errorCodes[key];
  }

  /** With the name of what does not exist, where the interface does not define the text. */
  get reason(): string {
    const { name } = this.options;
    return name === undefined ? this.message : `${this.message}: ${name}`;
  }
}
