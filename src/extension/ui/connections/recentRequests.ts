/** A request and its outcome. The path has no parameters, which can hold the text of a query. */
export interface LoggedRequest {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly connection: string;
  readonly method: string;
  readonly path: string;
  readonly milliseconds: number;
  /** The failure; undefined if there was none. */
  readonly error: string | undefined;
}

const maximum = 200;

/** The last requests of this window, for diagnostics. They are kept in memory alone. */
export class RecentRequests {
  #requests: readonly LoggedRequest[] = [];

  add(request: LoggedRequest): void {
    this.#requests = [...this.#requests.slice(1 - maximum), request];
  }

  all(): readonly LoggedRequest[] {
    return this.#requests;
  }
}
