import { Cron } from 'croner';

const known = new Map<string, boolean>();

/** Five fields, or six with seconds in front. */
export function isCronSchedule(text: string): boolean {
  let isValid = known.get(text);
  if (isValid === undefined) known.set(text, (isValid = canBeRead(text.trim())));
  return isValid;
}

function canBeRead(text: string): boolean {
  // The library also takes a single date, which is no schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text)) return false;
  try {
    new Cron(text, { paused: true });
    return true;
  } catch {
    return false;
  }
}
