import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import type { Choice } from '../../ui/prompts/prompts';

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
