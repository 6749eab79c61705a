import { t } from '../../shared/localize';

const minute = 60_000;

/** Whole minutes, rounded up. */
export function minutesOf(milliseconds: number): number {
  return Math.ceil(milliseconds / minute);
}

/** For text that is updated once a minute. */
export function minutesLeft(minutes: number): string {
  return minutes === 1 ? t('unlocked, 1 minute left') : t('unlocked, {0} minutes left', minutes);
}
