/**
 * Defers refreshes of nodes while VS Code waits for children. VS Code 1.100 loses track of the children of a
 * node that is refreshed meanwhile: it rejects them as already registered, and the node stays empty.
 */
export class DeferredRefresh<Node> {
  #loading = 0;
  readonly #waiting = new Set<Node>();

  constructor(private readonly refresh: (node: Node | undefined) => void) {}

  get isLoading(): boolean {
    return this.#loading > 0;
  }

  /** Runs a request for children. */
  async during<Children>(load: () => Promise<Children>): Promise<Children> {
    this.#loading++;
    try {
      return await load();
    } finally {
      // After everything that VS Code does with the result in this turn.
      setTimeout(() => this.#end());
    }
  }

  /** The whole tree can be refreshed at any time, because VS Code then discards pending requests. */
  request(node: Node | undefined): void {
    if (node === undefined || !this.isLoading) this.refresh(node);
    else this.#waiting.add(node);
  }

  #end(): void {
    this.#loading--;
    if (this.isLoading) return;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    for (const node of nodes) this.refresh(node);
  }
}
