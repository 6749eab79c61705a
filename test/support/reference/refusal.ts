/** A query that the facts say is refused, with the code. */
export class Refusal extends Error {
  constructor(readonly code: string) {
    super(`(${code})`);
  }
}
