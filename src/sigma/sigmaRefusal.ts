/**
 * Why a rule cannot become a query, as a sentence, and where in its file. `mapping` means that the rule is fine and
 * only the mapping lacks something.
 */
export class SigmaRefusal extends Error {
  override readonly name = 'SigmaRefusal';

  constructor(
    message: string,
    /** Counted from 1. */
    readonly line: number,
    readonly reason: 'rule' | 'mapping' = 'rule',
  ) {
    super(message);
  }
}
