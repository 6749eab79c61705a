import { t } from '../shared/localize';
import type { OddRecord } from '../shared/wire/records';
import type { Row } from './explorerSection';
import { codeBlock } from './markdown';

/** A record that is not as documented: shown as it is, marked, and with nothing to do to it. */
export function oddRow({ field, record }: OddRecord): Row {
  const text = JSON.stringify(record, printable, 2);
  const label = nameOf(record) ?? t('A record without a name');
  const description =
    field === undefined ? t('not as documented') : t('the field “{0}” is not as documented', field);
  return {
    id: `:odd:${text}`,
    label,
    description,
    icon: { name: 'warning', color: 'list.warningForeground' },
    contextValue: 'odd',
    accessibleLabel: `${label}, ${description}`,
    tooltip: () => codeBlock(text, 'json'),
    value: undefined,
  };
}

const names = ['name', 'table_name', 'file_name', 'guid'];

function nameOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const found = names.map((name) => Reflect.get(record, name) as unknown);
  return found.find((value): value is string => typeof value === 'string' && value !== '');
}

/** JSON has no integers of this size: they go as their digits. */
function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}
