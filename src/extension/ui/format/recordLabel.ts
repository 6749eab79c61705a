import { t } from '../../../core/base/localize';
import { ellipsized } from '../../../core/privacy/plainText';

const names = ['name', 'table_name', 'file_name', 'guid'];
const maxNameLength = 255;

/** What a record that is not as documented is called. */
export function recordLabel(record: unknown): string {
  const found = textField(record, names);
  return found === undefined ? t('Unnamed record') : ellipsized(found, maxNameLength);
}

/** What identifies a record that is not as documented, also when its state has changed; empty for nothing. */
export function recordIdentifier(record: unknown): string {
  return textField(record, ['guid', ...names]) ?? '';
}

/** The first of these fields that is a text. */
function textField(record: unknown, fields: readonly string[]): string | undefined {
  if (typeof record !== 'object' || record === null) return undefined;
  return fields
    .map((field) => Reflect.get(record, field) as unknown)
    .find((value): value is string => typeof value === 'string' && value !== '');
}
