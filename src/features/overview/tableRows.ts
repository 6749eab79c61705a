import type { OverviewState, OverviewView, StoredTable } from '../../shared/protocol/overview';
import type { KnownTable } from './knownTable';
import { LastAnswer } from './lastAnswer';
import { arrangeTables, storedTable } from './tableList';

/** The sorted and filtered list of tables. The page requests the rows that it shows. */
export class TableRows {
  readonly #stored = new LastAnswer<readonly StoredTable[]>();
  readonly #sorted = new LastAnswer<readonly StoredTable[]>();
  readonly #list = new LastAnswer<NonNullable<OverviewState['tables']>>();
  #arranged: readonly StoredTable[] = [];
  #resultId = 0;
  /** The last requested range; initially the first page, so that it is not requested. */
  #wanted = { offset: 0, limit: 200 };

  list(
    tables: readonly KnownTable[],
    silent: readonly string[],
    { sort, filter }: OverviewView,
  ): OverviewState['tables'] {
    const stored = this.#stored.get([tables, silent.join('\n')], () => {
      const names = new Set(silent);
      return tables.map((table) => storedTable(table, names));
    });
    const arranged = this.#sorted.get([stored, sort.column, sort.descending, filter], () =>
      arrangeTables(stored, sort, filter),
    );
    if (arranged !== this.#arranged && !areSame(arranged, this.#arranged)) this.#resultId += 1;
    this.#arranged = arranged;
    const { offset, limit } = this.#wanted;
    return this.#list.get([stored, arranged, offset, limit], () => ({
      resultId: this.#resultId,
      count: arranged.length,
      total: stored.length,
      size: stored.reduce((sum, { size }) => sum + size, 0),
      perDay: stored.reduce((sum, { perDay }) => sum + (perDay ?? 0), 0),
      first: { offset, rows: arranged.slice(offset, offset + limit) },
    }));
  }

  /** Undefined if the list has been replaced. */
  rows(resultId: number, offset: number, limit: number): readonly StoredTable[] | undefined {
    if (resultId !== this.#resultId) return undefined;
    this.#wanted = { offset, limit };
    return this.#arranged.slice(offset, offset + limit);
  }
}

function areSame(some: readonly StoredTable[], others: readonly StoredTable[]): boolean {
  return some.length === others.length && some.every((table, index) => isSame(table, others[index]));
}

function isSame(one: StoredTable, other: StoredTable | undefined): boolean {
  return (
    one.name === other?.name &&
    one.size === other.size &&
    one.lastLog === other.lastLog &&
    one.retention === other.retention &&
    one.state === other.state
  );
}
