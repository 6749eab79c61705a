import { t } from '../../shared/localize';
import { beginningOf } from '../../shared/plainText';
import type { MalformedRecord } from '../../shared/wire/records';
import type { Row } from './explorerSection';
import { codeBlock } from '../format/markdown';

let made = 0;

/** A row for a record that is not as documented: marked, and without actions. */
export function malformedRow({ field, record }: MalformedRecord): Row {
  const label = nameOf(record) ?? t('Unnamed record');
  const description =
    field === undefined ? t('unexpected data') : t('unexpected value in the field “{0}”', field);
  return {
    // Invalid records may have no identifier.
    id: `:malformed:${++made}`,
    label,
    description,
    icon: { name: 'warning', color: 'list.warningForeground' },
    contextValue: 'malformed',
    accessibleLabel: `${label}, ${description}`,
    tooltip: () => codeBlock(shortened(textOf(record), longestRecord), 'json'),
    value: undefined,
  };
}

const names = ['name', 'table_name', 'file_name', 'guid'];
const longestName = 255;
const longestRecord = 4000;

function nameOf(record: unknown): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  const found = names
    .map((name) => Reflect.get(record, name) as unknown)
    .find((value): value is string => typeof value === 'string' && value !== '');
  return found === undefined ? undefined : shortened(found, longestName);
}

function textOf(record: unknown): string {
  try {
    return JSON.stringify(record, printable, 2);
  } catch (error) {
    // Nested too deeply for `JSON.stringify`.
    return error instanceof Error ? error.message : String(error);
  }
}

/** JSON cannot represent bigints, so they are written as strings. */
function printable(_key: string, value: unknown): unknown {
  return typeof value === 'bigint' ? value.toString() : value;
}

function shortened(text: string, longest: number): string {
  return text.length <= longest ? text : `${beginningOf(text, longest)}…`;
}
