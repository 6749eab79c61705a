import cronstrue from 'cronstrue';
import 'cronstrue/locales/ko';
import { languageTag, t } from '../../shared/localize';

/** Schedules use server time. An expression that cannot be parsed is returned unchanged. */
export function describeSchedule(expression: string): string {
  const words = inWords(expression);
  return clockTime.test(words) ? t('{0}, server time', words) : words;
}

const clockTime = /\d{2}:\d{2}/;

function inWords(expression: string): string {
  try {
    const locale = languageTag().startsWith('ko') ? 'ko' : 'en';
    const minute = locale === 'ko' ? hourly.exec(expression.trim())?.[1] : undefined;
    if (minute !== undefined) return t('{0} minutes past every hour', minute);
    const words = cronstrue.toString(expression, { locale, use24HourTimeFormat: true });
    return locale === 'en' ? words.charAt(0).toLowerCase() + words.slice(1) : words;
  } catch {
    return expression;
  }
}

/** The library's Korean for these expressions omits that they run every hour. */
const hourly = /^(\d{1,2}) \* \* \* \*$/;
