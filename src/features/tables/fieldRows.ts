import type { PlatformClient } from '../../api/client';
import { tableFields } from '../../api/tableFields';
import type { TableField } from '../../api/tableFields';
import { t } from '../../shared/localize';
import type { Row, RowSource } from '../../ui/explorer/explorerSection';
import { inMarkdown } from '../../ui/format/markdown';

/** The fields of a table, read from its newest rows when it is expanded. */
export function fieldsSource(table: string, open: () => Promise<PlatformClient>): RowSource {
  return {
    load: async (_request, signal) => {
      const rows = (await tableFields(await open(), table, signal)).map(fieldRow);
      return { total: rows.length, rows };
    },
  };
}

const longestExample = 200;

function fieldRow({ name, example }: TableField): Row {
  const kind = kindOf(example);
  return {
    id: name,
    label: name,
    description: kind.label,
    icon: { name: kind.icon },
    contextValue: 'tableField',
    accessibleLabel: `${name}, ${kind.label}`,
    tooltip: () => {
      const text = typeof example === 'string' ? example : JSON.stringify(example ?? null);
      return inMarkdown`**${name}**: ${text.slice(0, longestExample)}`;
    },
    value: undefined,
  };
}

function kindOf(example: unknown): { readonly label: string; readonly icon: string } {
  switch (typeof example) {
    case 'number':
    case 'bigint':
      return { label: t('number'), icon: 'symbol-number' };
    case 'boolean':
      return { label: t('true or false'), icon: 'symbol-boolean' };
    case 'string':
      return { label: t('text'), icon: 'symbol-string' };
    case 'object':
      if (example === null) return { label: t('empty'), icon: 'symbol-null' };
      return Array.isArray(example)
        ? { label: t('list'), icon: 'symbol-array' }
        : { label: t('map'), icon: 'symbol-object' };
    default:
      return { label: t('empty'), icon: 'symbol-null' };
  }
}
