import { createHash } from 'node:crypto';
import { bigintAsText } from '../../../core/base/json';
import { t } from '../../../core/base/localize';
import { ellipsized } from '../../../core/privacy/plainText';
import type { MalformedRecord } from '../../../core/interface/records';
import type { Row } from './explorerSection';
import { codeBlock } from '../format/markdown';
import { recordIdentifier, recordLabel } from '../format/recordLabel';

/** A row for each record that is not as documented: marked, and without actions. */
export function malformedRows(malformed: readonly MalformedRecord[]): readonly Row[] {
  const same = new Map<string, number>();
  return malformed.map((one) => {
    // The same record keeps its row when it is read again, even if its state has changed. One without a name is
    // identified by its order.
    const hash = createHash('sha256').update(recordIdentifier(one.record)).digest('base64');
    const count = (same.get(hash) ?? 0) + 1;
    same.set(hash, count);
    return malformedRow(one, `:malformed:${hash}:${count}`);
  });
}

function malformedRow({ field, record }: MalformedRecord, id: string): Row {
  const label = recordLabel(record);
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

const maxRecordLength = 4000;

function jsonText(record: unknown): string {
  try {
    return JSON.stringify(record, bigintAsText, 2);
  } catch (error) {
    // Nested too deeply for `JSON.stringify`.
    return error instanceof Error ? error.message : String(error);
  }
}
