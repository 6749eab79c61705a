import cronstrue from 'cronstrue';
import 'cronstrue/locales/ko';
import { languageTag, t } from '../../../core/base/localize';

/** Schedules use server time. An expression that cannot be parsed is returned unchanged. */
export function describeSchedule(expression: string): string {
  const text = cronText(expression);
  return clockTime.test(text) ? t('{0}, server time', text) : text;
}

const clockTime = /\d{2}:\d{2}/;

function cronText(expression: string): string {
  try {
    const locale = languageTag().startsWith('ko') ? 'ko' : 'en';
    const minute = locale === 'ko' ? hourly.exec(expression.trim())?.[1] : undefined;
    if (minute !== undefined) return t('{0} minutes past every hour', minute);
    const text = cronstrue.toString(evenlySpaced(expression), { locale, use24HourTimeFormat: true });
    return locale === 'en' ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  } catch {
    return expression;
  }
}

/** The library's Korean for these expressions omits that they run every hour. */
const hourly = /^(\d{1,2}) \* \* \* \*$/;

/** How many values a field has, from the last one on: day of week, month, day of month, hour, minute, second. */
const cycles: readonly (readonly [first: number, length: number])[] = [
  [0, 7],
  [1, 12],
  [1, 31],
  [0, 24],
  [0, 60],
  [0, 60],
];
const dayOfMonth = 2;

/**
 * The same schedule without steps that do not divide their hour, day or year, as in seven of sixty minutes: the library calls that every
 * 7 minutes, although the last gap is another one.
 */
function evenlySpaced(expression: string): string {
  const fields = expression.trim().split(/\s+/).toReversed();
  return fields
    .map((field, index) => (index === dayOfMonth ? withRange(field) : withoutStep(field, cycles[index])))
    .toReversed()
    .join(' ');
}

const steps = /^(?:\*|(\d+)(?:-(\d+))?)\/(\d+)$/;

function withoutStep(field: string, [least, length] = [0, 0] as readonly [number, number]): string {
  const [, first = least, last = least + length - 1, step = 0] = (steps.exec(field) ?? []).map(
    (part: string | undefined) => (part === undefined ? undefined : Number(part)),
  );
  // A range that ends earlier is named with its end.
  if (step < 2 || step >= length || length % step === 0 || last + step < least + length) return field;
  return Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, at) => first + at * step).join(
    ',',
  );
}

/** Months differ in length, so the library's Korean for days omits that they are counted from the first. */
function withRange(field: string): string {
  return languageTag().startsWith('ko') ? field.replace(/^\*\//, '1-31/') : field;
}
