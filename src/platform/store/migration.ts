/** One step of a resource's schema, applied once and never edited: add another step instead. */
export interface Migration {
  /** Unique and stable, for example `tables-1`. */
  readonly id: string;
  readonly statements: readonly string[];
}
