import { Listeners } from '../../../core/base/listeners';
import { clockOffsetAt, machineTimeZone, zoneClock } from '../../../core/time/zones';
import type { Clock } from '../../../core/time/zones';
import { readWrittenTime } from '../../../core/interface/time';
import type { WrittenTime } from '../../../core/interface/time';

const changed = new Listeners();
let zone: string | undefined;
let current: Clock | undefined;

/** Sets the time zone of all displayed times; undefined for that of this machine. */
export function setZone(next: string | undefined): void {
  zone = next;
  current = undefined;
  changed.fire();
}

export const onDidChangeZone = changed.add;

/** The time zone of all displayed times. */
function userZone(): string {
  return zone ?? machineTimeZone();
}

/** Minutes east of UTC in the time zone of the user at that time. */
export function offsetAt(timestamp: Date): number {
  current ??= zoneClock(userZone());
  return clockOffsetAt(current, timestamp.getTime());
}

/** Time zones change at half hours at the finest. */
const step = 1_800_000;
const maxTimes = 2000;

/**
 * The clock by which a platform evaluates cron expressions. The interface does not provide it: the offset comes from
 * the newest time that the platform has written, and if all of its times match the time zone of the user, that zone
 * is used.
 */
export class PlatformClock {
  /** Within a step, a zone has one offset. */
  readonly #times = new Map<string, WrittenTime>();
  #newest: WrittenTime | undefined;
  #known: { readonly timeZone: string; readonly clock: Clock } | undefined;

  /** Takes in times as the platform wrote them; other texts are ignored. */
  note(...texts: readonly (string | undefined)[]): void {
    for (const text of texts) {
      const time = readWrittenTime(text);
      if (time !== undefined) this.add(time);
    }
  }

  add(time: WrittenTime): void {
    const key = `${Math.floor(time.timestamp / step)} ${time.offset}`;
    if (this.#newest === undefined || time.timestamp > this.#newest.timestamp) {
      if (this.#newest?.offset !== time.offset) this.#known = undefined;
      this.#newest = time;
    }
    if (this.#times.has(key)) return;
    this.#times.set(key, time);
    this.#known = undefined;
    const [oldest] = this.#times.size > maxTimes ? this.#times.keys() : [];
    if (oldest !== undefined) this.#times.delete(oldest);
  }

  /** Undefined until the platform has written a time. */
  clock(timeZone = userZone()): Clock | undefined {
    if (this.#newest === undefined) return undefined;
    if (this.#known?.timeZone === timeZone) return this.#known.clock;
    const zone = zoneClock(timeZone);
    const isUsers = [...this.#times.values()].every(
      ({ timestamp, offset }) => clockOffsetAt(zone, timestamp) === offset,
    );
    const clock: Clock = isUsers ? zone : { kind: 'offset', minutes: this.#newest.offset };
    this.#known = { timeZone, clock };
    return clock;
  }
}
