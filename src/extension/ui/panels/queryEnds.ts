import { Listeners } from '../../../core/base/listeners';

/** `kept`: canceling failed, so the query may still be running. */
export interface QueryEnd {
  readonly connection: string;
  readonly queryId: number;
  readonly state: 'ending' | 'ended' | 'kept';
  /** While it is ending: work that requires the query. */
  readonly waitFor: (work: Promise<unknown>) => void;
}

/**
 * Notifies all views in this window that a query has ended. The platform removes such a query and records each further
 * request for it as a failure in its audit log, so no view may poll it any longer.
 */
export class QueryEnds {
  readonly #changed = new Listeners<[QueryEnd]>();
  readonly onDidChange = this.#changed.add;

  async end(connection: string, queryId: number, drop: () => Promise<unknown>): Promise<void> {
    const work: Promise<unknown>[] = [];
    const waitFor: QueryEnd['waitFor'] = (added) => void work.push(added);
    const fire = (state: QueryEnd['state']): void =>
      this.#changed.fire({ connection, queryId, state, waitFor });
    fire('ending');
    await Promise.allSettled(work);
    try {
      await drop();
    } catch (error) {
      fire('kept');
      throw error;
    }
    fire('ended');
  }
}
