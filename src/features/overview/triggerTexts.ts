import type { QueryState } from '../../ui/connections/queryRecords';
import type { ScheduledQueriesAccess } from '../../ui/access';

/** Descriptions of triggers, each computed once. */
export class TriggerText {
  readonly #described = new Map<string, string>();
  #known: ReadonlyMap<string, string> = new Map();
  #learnt: readonly QueryState[] = [];

  constructor(
    private readonly describe: (query: QueryState) => ReturnType<ScheduledQueriesAccess['describe']>,
  ) {}

  /** By GUID; a new map after each change. */
  get known(): ReadonlyMap<string, string> {
    return this.#known;
  }

  /** Returns whether there are new or other triggers. */
  async learn(schedules: readonly QueryState[]): Promise<boolean> {
    // Called with every response, whichever section it belongs to.
    if (schedules === this.#learnt) return false;
    this.#learnt = schedules;
    const unknown = schedules.filter((query) => !this.#described.has(keyOf(query)));
    for (const query of unknown) this.#described.set(keyOf(query), (await this.describe(query)).text);
    const known = schedules.map((query) => [query.guid, this.#described.get(keyOf(query)) ?? ''] as const);
    if (known.every(([guid, text]) => this.#known.get(guid) === text)) return false;
    this.#known = new Map(known);
    return true;
  }
}

function keyOf({ guid, triggerType, cronSchedule, precedingName, precedingAction }: QueryState): string {
  return JSON.stringify([guid, triggerType, cronSchedule, precedingName, precedingAction]);
}
