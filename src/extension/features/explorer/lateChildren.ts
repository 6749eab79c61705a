import { settlesWithin } from '../../ui/prompts/lateProgress';

/** In milliseconds. */
export const slowLoadDelay = 1000;

/**
 * VS Code renders a tree only after all requested children have arrived. A node whose children are late gets a
 * placeholder and is refreshed when they arrive, so that one slow platform does not block the others.
 */
export class LateChildren<Node> {
  readonly #late = new Set<Node>();

  constructor(private readonly refresh: (node: Node) => void) {}

  /** The children if they arrive soon; otherwise undefined, and the node is refreshed once, when they arrive. */
  async soon<Children>(node: Node, children: Promise<Children>): Promise<Children | undefined> {
    if (await settlesWithin(children, slowLoadDelay)) return children;
    if (!this.#late.has(node)) {
      this.#late.add(node);
      const arrived = (): void => {
        this.#late.delete(node);
        this.refresh(node);
      };
      children.then(arrived, arrived);
    }
    return undefined;
  }
}
