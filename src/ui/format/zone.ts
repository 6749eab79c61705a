const millisecondsPerMinute = 60_000;

const listeners = new Set<() => void>();
let zone: string | undefined;
// Created on first use: a formatter takes longer than the rest of activation.
let clock: Intl.DateTimeFormat | undefined;

/** Sets the time zone of all displayed times; undefined for that of this machine. */
export function setZone(next: string | undefined): void {
  zone = next;
  clock = undefined;
  for (const listener of listeners) listener();
}

/** Called when the time zone changes. Returns a function that removes the listener. */
export function onDidChangeZone(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function isZone(name: string): boolean {
  try {
    clockOf(name);
    return true;
  } catch {
    return false;
  }
}

/** The time zone of all displayed times. */
export function userZone(): string {
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
