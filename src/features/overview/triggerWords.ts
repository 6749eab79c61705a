import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';
import type { ScheduledQueriesAccess } from '../../ui/connections/scheduledQueriesAccess';

/** When schedules run, in words, each put into words once. */
export class TriggerText {
  readonly #described = new Map<string, string>();
  #known: ReadonlyMap<string, string> = new Map();
  #learnt: readonly ScheduledQuery[] = [];

  constructor(private readonly describe: ScheduledQueriesAccess['describe']) {}

  /** By the GUID; another map when something in it is new. */
  get known(): ReadonlyMap<string, string> {
    return this.#known;
  }

  /** Answers whether there was anything to learn. */
  async learn(schedules: readonly ScheduledQuery[]): Promise<boolean> {
    // It is called with every answer of the service, whichever part that is about.
    if (schedules === this.#learnt) return false;
    this.#learnt = schedules;
    const unknown = schedules.filter((query) => !this.#described.has(keyOf(query)));
    for (const query of unknown) this.#described.set(keyOf(query), (await this.describe(query)).words);
    if (unknown.length === 0) return false;
    this.#known = new Map(
      schedules.map((query) => [query.guid, this.#described.get(keyOf(query)) ?? query.triggerType]),
    );
    return true;
  }
}

function keyOf({ guid, triggerType, cronSchedule, precedingName, precedingAction }: ScheduledQuery): string {
  return JSON.stringify([guid, triggerType, cronSchedule, precedingName, precedingAction]);
}
