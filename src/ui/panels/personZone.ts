import * as vscode from 'vscode';
import { isZone, machineZone, setZone } from '../format/zone';

const memoryKey = 'personZone';

/**
 * The time zone of the person in front of the window. VS Code tells it to nobody, so where the extension runs on
 * another machine the pages, which run in the window, tell theirs. It is remembered for the next window, and until
 * the first page has opened the zone of this machine stands in: times always name their zone.
 */
export class PersonZone {
  #zone: string | undefined;

  constructor(
    private readonly memory: vscode.Memento,
    private readonly isElsewhere = vscode.env.remoteName !== undefined ||
      vscode.env.uiKind === vscode.UIKind.Web,
  ) {
    const remembered: unknown = isElsewhere ? memory.get(memoryKey) : undefined;
    if (typeof remembered === 'string' && isZone(remembered)) this.#use(remembered);
  }

  /** A page says where its person is. */
  tell(zone: string): void {
    if (!this.isElsewhere || zone === (this.#zone ?? machineZone()) || !isZone(zone)) return;
    this.#use(zone);
    void this.memory.update(memoryKey, zone);
  }

  #use(zone: string): void {
    this.#zone = zone;
    setZone(zone);
  }
}
