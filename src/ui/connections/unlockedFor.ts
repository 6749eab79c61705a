import { t } from '../../shared/localize';

const minute = 60_000;

/** Whole minutes, the one that has begun included. */
export function minutesOf(milliseconds: number): number {
  return Math.ceil(milliseconds / minute);
}

/** For a place that is drawn once a minute. */
export function minutesLeft(minutes: number): string {
  return minutes === 1 ? t('unlocked, 1 minute left') : t('unlocked, {0} minutes left', minutes);
}
