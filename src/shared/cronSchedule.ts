import { Cron } from 'croner';
import { t } from './localize';

const known = new Map<string, boolean>();
const maxKnown = 5000;
/** Characters: more than six fields with all of their values. */
const maxLength = 1000;

/** Five fields, or six that start with seconds. */
export function isCronSchedule(text: string): boolean {
  if (text.length > maxLength) return false;
  let isValid = known.get(text);
  if (isValid === undefined) {
    if (known.size >= maxKnown) known.clear();
    known.set(text, (isValid = canBeRead(text.trim())));
  }
  return isValid;
}

function canBeRead(text: string): boolean {
  // The library also accepts a single date, which is not a schedule.
  if (!/^(\S+\s+){4,5}\S+$/.test(text)) return false;
  try {
    // A UTC offset avoids slow time zone lookups.
    new Cron(text, { paused: true, utcOffset: 0 });
    return true;
  } catch {
    return false;
  }
}

/** What is wrong with an invalid schedule: the number of its fields, or the first invalid one. */
export function cronProblem(text: string): string {
  const fields = text.trim().split(/\s+/);
  const names = fieldNames().slice(-fields.length);
  const invalid = fields.findIndex(
    (field, index) => !canBeRead(fields.map((_, at) => (at === index ? field : '*')).join(' ')),
  );
  const [field, name] = [fields[invalid], names[invalid]];
  if (fields.length < 5 || fields.length > 6 || field === undefined || name === undefined) {
    return t(
      'A cron expression has five fields: minute, hour, day of month, month, day of week. A field for seconds can precede them.',
    );
  }
  return t('“{0}” is not valid in the field “{1}” of a cron expression.', field, name);
}

function fieldNames(): readonly string[] {
  return [t('second'), t('minute'), t('hour'), t('day of month'), t('month'), t('day of week')];
}
