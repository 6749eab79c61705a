import { Listeners } from '../../shared/listeners';
import { parseWireTime, wireTimeOffset } from '../../shared/wire/time';

const millisecondsPerMinute = 60_000;

const changed = new Listeners();
let zone: string | undefined;
// Created on first use: a formatter takes longer than the rest of activation.
let clock: Intl.DateTimeFormat | undefined;

/** Sets the time zone of all displayed times; undefined for that of this machine. */
export function setZone(next: string | undefined): void {
  zone = next;
  clock = undefined;
  changed.fire();
}

export const onDidChangeZone = changed.add;

export function isZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The time zone of all displayed times. */
function userZone(): string {
  return zone ?? machineZone();
}

export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Minutes east of UTC in the time zone of the user at that time. */
export function offsetAt(timestamp: Date): number {
  clock ??= clockOf(zone);
  const parts = clock.formatToParts(timestamp).map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = Object.fromEntries(parts);
  const there = Date.UTC(year, month - 1, day, hour, minute) / millisecondsPerMinute;
  return there - Math.floor(timestamp.getTime() / millisecondsPerMinute);
}

function clockOf(timeZone: string | undefined): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
}

/** A clock relative to UTC: a time zone with daylight saving time, or a fixed offset in minutes east. */
export type Clock =
  | { readonly kind: 'zone'; readonly timeZone: string }
  | { readonly kind: 'offset'; readonly minutes: number };

/** A timestamp, and the offset with which the platform formatted it. */
export interface WrittenTime {
  readonly timestamp: number;
  readonly offset: number;
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
      const time = writtenTime(text ?? '');
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

function writtenTime(text: string): WrittenTime | undefined {
  const timestamp = parseWireTime(text)?.getTime();
  const offset = wireTimeOffset(text);
  return timestamp === undefined || offset === undefined ? undefined : { timestamp, offset };
}

/** The options of croner for expressions that a platform evaluates; undefined for the clock of this machine. */
export function cronOptions(clock: Clock | undefined): {
  readonly timezone?: string;
  readonly utcOffset?: number;
} {
  if (clock === undefined) return {};
  return clock.kind === 'zone' ? { timezone: clock.timeZone } : { utcOffset: clock.minutes };
}

/** Minutes east of UTC. */
export function clockOffsetAt(clock: Clock, timestamp: number): number {
  if (clock.kind === 'offset') return clock.minutes;
  const text = formatOf(clock.timeZone).formatToParts(timestamp);
  const name = text.find(({ type }) => type === 'timeZoneName')?.value ?? 'GMT';
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d+):?(\d+)?/.exec(name) ?? [];
  const size = Number(hours) * 60 + Number(minutes);
  return sign === '-' ? -size : size;
}

const formats = new Map<string, Intl.DateTimeFormat>();

function formatOf(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' });
  formats.set(timeZone, made);
  return made;
}

/** UTC if the name is not a valid zone: it may come from a page. */
export function zoneClock(timeZone: string): Clock {
  try {
    formatOf(timeZone);
    return { kind: 'zone', timeZone };
  } catch {
    return { kind: 'offset', minutes: 0 };
  }
}
