import cronstrue from 'cronstrue';
import 'cronstrue/locales/ko';
import { languageTag, t } from '../../shared/localize';

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
    const text = cronstrue.toString(expression, { locale, use24HourTimeFormat: true });
    return locale === 'en' ? text.charAt(0).toLowerCase() + text.slice(1) : text;
  } catch {
    return expression;
  }
}

/** The library's Korean for these expressions omits that they run every hour. */
const hourly = /^(\d{1,2}) \* \* \* \*$/;
