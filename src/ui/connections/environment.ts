import { t } from '../../shared/localize';
import type { Environment } from '../../shared/environment';

export function environmentLabel(environment: Environment): string {
  switch (environment) {
    case 'production':
      return t('Production');
    case 'staging':
      return t('Staging');
    case 'development':
      return t('Development');
    case 'local':
      return t('Local');
  }
}

/** A theme color, always shown together with the label. */
export const environmentColors: Readonly<Record<Environment, string>> = {
  production: 'charts.red',
  staging: 'charts.yellow',
  development: 'charts.blue',
  local: 'charts.green',
};
