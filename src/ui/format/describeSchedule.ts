import cronstrue from 'cronstrue';
import 'cronstrue/locales/ko';
import { languageTag, t } from '../../shared/localize';

/** The clock of a schedule is that of the server. An expression that cannot be read is shown as it is. */
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

/** The library's Korean for these says "25 minutes" and leaves out that it is every hour. */
const hourly = /^(\d{1,2}) \* \* \* \*$/;
