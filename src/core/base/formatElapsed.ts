import { t } from './localize';

/** A duration: `850 ms`, `12.4 s`, `3 m 05 s`, `2 h 04 m`. */
export function formatElapsed(milliseconds: number): string {
  const rounded = Math.max(0, Math.round(milliseconds));
  if (rounded < 1000) return t('{0} ms', rounded);
  const seconds = Math.round(rounded / 100) / 10;
  if (seconds < 60) return t('{0} s', String(seconds));
  const whole = Math.floor(seconds);
  if (whole < 3600) return t('{0} m {1} s', Math.floor(whole / 60), twoDigits(whole % 60));
  return t('{0} h {1} m', Math.floor(whole / 3600), twoDigits(Math.floor((whole % 3600) / 60)));
}

function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}
