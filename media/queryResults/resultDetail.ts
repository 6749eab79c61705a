import { t } from '../../src/shared/localize';
import type { Zone } from '../../src/shared/protocol/common';
import type { ResultColumn, ResultRow } from '../../src/shared/protocol/queryResults';
import { jsonTree } from '../elements/jsonTree';
import type { DetailContent } from '../grid/detailPane';
import { rowObject } from './copyRows';
import { cellText } from './resultColumns';

/** One row as JSON. */
export function resultDetail(
  row: ResultRow,
  columns: readonly ResultColumn[],
  zone: Zone,
  serverOffset: number | null,
): DetailContent {
  // Times are shown as in the grid; what is copied stays as the service gave it.
  const shown = columns.map(({ type }, index) => {
    const cell = row[index] ?? null;
    return type === 'time' && cell !== null ? cellText(cell, type, zone, serverOffset) : cell;
  });
  return {
    label: t('Row'),
    title: t('Row'),
    body: jsonTree(rowObject(shown, columns)),
    value: rowObject(row, columns),
  };
}
