/** Why a rule cannot be converted, and its line. `mapping` means that only the mapping is incomplete. */
export class SigmaRefusal extends Error {
  override readonly name = 'SigmaRefusal';

  constructor(
    message: string,
    /** One-based. */
    readonly line: number,
    readonly reason: 'rule' | 'mapping' = 'rule',
  ) {
    super(message);
  }
}
