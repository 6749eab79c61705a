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

export function reject(message: string, line: number, reason?: SigmaRejection['reason']): never {
  throw new SigmaRejection(message, line, reason);
}

/** What was read, or why it cannot be converted. */
export function readOrRejection<Result>(read: () => Result): Result | SigmaRejection {
  try {
    return read();
  } catch (error) {
    if (error instanceof SigmaRejection) return error;
    throw error;
  }
}
