import { t } from '../../shared/localize';
import type { Connection, Environment } from '../../ui/connection';
import type { Choice } from '../../ui/prompts';

export function connectionChoice(connection: Connection, locked: boolean): Choice<Connection> {
  return {
    label: connection.name,
    description: [environmentLabel(connection.environment), locked ? t('locked') : undefined]
      .filter((part) => part !== undefined)
      .join(' · '),
    detail: connection.baseUrl,
    icon: locked ? 'lock' : 'plug',
    value: connection,
  };
}

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
