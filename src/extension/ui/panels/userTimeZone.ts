import { isTimeZone, machineTimeZone } from '../../../core/time/zones';
import { setZone } from '../format/timeZones';
import type { Memory } from '../memory';

const memoryKey = 'personZone';

/**
 * The time zone of the user. VS Code does not expose it, so if the extension runs on a remote machine, pages
 * report the zone of the browser. It is stored for the next window; before the first page is opened, the zone
 * of the remote machine is used. Times always include their zone.
 */
export class UserTimeZone {
  #zone: string | undefined;

  constructor(
    private readonly memory: Memory,
    /** Whether the extension may run on another machine than that of the user. */
    private readonly isElsewhere: boolean,
  ) {
    const remembered: unknown = isElsewhere ? memory.get(memoryKey) : undefined;
    if (typeof remembered === 'string' && isTimeZone(remembered)) this.#use(remembered);
  }

  /** Called with the time zone of a page. */
  update(zone: string): void {
    if (!this.isElsewhere || zone === (this.#zone ?? machineTimeZone()) || !isTimeZone(zone)) return;
    this.#use(zone);
    void this.memory.update(memoryKey, zone);
  }

  #use(zone: string): void {
    this.#zone = zone;
    setZone(zone);
  }
}
