import { t } from '../../shared/localize';
import type { Environment } from '../../shared/environment';
import type { Connection } from './connection';

export function environmentLabel(environment: Environment): string {
  const labels = {
    production: t('Production'),
    staging: t('Staging'),
    development: t('Development'),
    local: t('Local'),
  };
  return labels[environment];
}

/** The name of a connection with its environment. */
export function connectionLabel({ name, environment }: Pick<Connection, 'name' | 'environment'>): string {
  return `${name} (${environmentLabel(environment)})`;
}

/** A theme color, always shown together with the label. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.yellow',
  development: 'charts.blue',
  local: 'charts.green',
};

const minute = 60_000;

/** Whole minutes, rounded up. */
export function minutesOf(milliseconds: number): number {
  return Math.ceil(milliseconds / minute);
}

/** For text that is updated once a minute. */
export function minutesLeft(minutes: number): string {
  return minutes === 1 ? t('unlocked, 1 minute left') : t('unlocked, {0} minutes left', minutes);
}
