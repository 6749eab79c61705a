/** One step of a resource's tables, applied once and never edited afterwards: add another step instead. */
export interface Migration {
  /** Unique and stable, for example `tables-1`. */
  readonly id: string;
  readonly statements: readonly string[];
}
