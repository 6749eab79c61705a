import { languageTag } from '../shared/localize';

/** Date and time as the user writes them. */
export function formatMoment(moment: Date): string {
  return moment.toLocaleString(writtenLanguage());
}

/** Hours and minutes. */
export function formatClock(moment: Date): string {
  return moment.toLocaleTimeString(writtenLanguage(), { timeStyle: 'short' });
}

/** As short as it stays clear, for a line that must fit: hours and minutes alone where it is today. */
export function formatBriefly(moment: Date, now = new Date()): string {
  if (moment.toDateString() === now.toDateString()) return formatClock(moment);
  return moment.toLocaleString(writtenLanguage(), { dateStyle: 'short', timeStyle: 'short' });
}

/** English is what VS Code speaks unless told, and says nothing about how its user writes times: the system does. */
function writtenLanguage(): string | undefined {
  return languageTag().startsWith('en') ? undefined : languageTag();
}
