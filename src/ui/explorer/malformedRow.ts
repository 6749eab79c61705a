import { createHash } from 'node:crypto';
import { bigintAsText } from '../../shared/json';
import { t } from '../../shared/localize';
import { ellipsized } from '../../shared/plainText';
import type { MalformedRecord } from '../../shared/wire/records';
import type { Row } from './explorerSection';
import { codeBlock } from '../format/markdown';

/** A row for each record that is not as documented: marked, and without actions. */
export function malformedRows(malformed: readonly MalformedRecord[]): readonly Row[] {
  const same = new Map<string, number>();
  return malformed.map((one) => {
    // The same record keeps its row when it is read again, even if its state has changed. One without a name is
    // identified by its order.
    const identifier = textField(one.record, ['guid', ...names]) ?? '';
    const hash = createHash('sha256').update(identifier).digest('base64');
    const count = (same.get(hash) ?? 0) + 1;
    same.set(hash, count);
    return malformedRow(one, `:malformed:${hash}:${count}`);
  });
}

function malformedRow({ field, record }: MalformedRecord, id: string): Row {
  const label = nameOf(record) ?? t('Unnamed record');
  const description =
    field === undefined ? t('unexpected data') : t('unexpected value in the field “{0}”', field);
  return {
    id,
    label,
    description,
    icon: { name: 'warning', color: 'list.warningForeground' },
    contextValue: 'malformed',
    accessibleLabel: `${label}, ${description}`,
    tooltip: () => codeBlock(ellipsized(jsonText(record), maxRecordLength), 'json'),
    value: undefined,
  };
}

const names = ['name', 'table_name', 'file_name', 'guid'];
const maxNameLength = 255;
const maxRecordLength = 4000;

function nameOf(record: unknown): string | undefined {
  const found = textField(record, names);
  return found === undefined ? undefined : ellipsized(found, maxNameLength);
}

/** The first of these fields that is a text. */
function textField(record: unknown, fields: readonly string[]): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  return fields
    .map((field) => Reflect.get(record, field) as unknown)
    .find((value): value is string => typeof value === 'string' && value !== '');
}

function jsonText(record: unknown): string {
  try {
    return JSON.stringify(record, bigintAsText, 2);
  } catch (error) {
    // Nested too deeply for `JSON.stringify`.
    return error instanceof Error ? error.message : String(error);
  }
}
