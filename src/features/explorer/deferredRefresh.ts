/**
 * Holds refreshes of nodes back while VS Code waits for the children of any node. VS Code 1.100 forgets which children
 * belong to a node that is refreshed meanwhile: it then refuses them as registered already, and the node stays empty.
 */
export class DeferredRefresh<Node> {
  #loading = 0;
  readonly #waiting = new Set<Node>();

  constructor(private readonly refresh: (node: Node | undefined) => void) {}

  /** Runs what VS Code waits for. */
  async during<Children>(load: () => Promise<Children>): Promise<Children> {
    this.#loading++;
    try {
      return await load();
    } finally {
      // Later than all that VS Code does with the answer in this turn.
      setTimeout(() => {
        this.#end();
      });
    }
  }

  /** The whole tree can be refreshed at any time: VS Code then drops what it waits for, and asks again. */
  request(node: Node | undefined): void {
    if (node === undefined || this.#loading === 0) this.refresh(node);
    else this.#waiting.add(node);
  }

  #end(): void {
    this.#loading--;
    if (this.#loading > 0) return;
    const nodes = [...this.#waiting];
    this.#waiting.clear();
    for (const node of nodes) this.refresh(node);
  }
}
