/** Why a rule cannot be converted, and its line. `mapping` means that only the mapping is incomplete. */
export class SigmaRejection extends Error {
  override readonly name = 'SigmaRejection';

  constructor(
    message: string,
    /** One-based. */
    readonly line: number,
    readonly reason: 'rule' | 'mapping' = 'rule',
  ) {
    super(message);
  }
}
