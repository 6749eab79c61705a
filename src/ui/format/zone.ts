const millisecondsPerMinute = 60_000;

const listeners = new Set<() => void>();
let zone: string | undefined;
// Made when it is first needed: a formatter takes longer than all else that activation does.
let clock: Intl.DateTimeFormat | undefined;

/** The zone in which every time is shown to the person; undefined for that of this machine. */
export function setZone(next: string | undefined): void {
  zone = next;
  clock = undefined;
  for (const listener of listeners) listener();
}

/** Told when times are written in another way from now on; the answer ends that. */
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

export function machineZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Minutes east of UTC at that moment, where the person is. */
export function offsetAt(moment: Date): number {
  clock ??= clockOf(zone);
  const parts = clock.formatToParts(moment).map(({ type, value }) => [type, Number(value)] as const);
  const { year = 0, month = 1, day = 1, hour = 0, minute = 0 } = Object.fromEntries(parts);
  const there = Date.UTC(year, month - 1, day, hour, minute) / millisecondsPerMinute;
  return there - Math.floor(moment.getTime() / millisecondsPerMinute);
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
