import type { PlatformClient } from '../../../core/api/client';
import { formatBytes } from '../../../core/base/formatBytes';
import { t } from '../../../core/base/localize';
import { storedSize, tableNamePattern } from '../../../core/interface/tableValues';
import type { Table } from '../../../core/interface/table';
import { listTables } from '../../../core/api/operations/tables';
import type { InputQuestion, Prompts, SearchQuestion, Validation } from './prompts';

const maxShown = 100;

/** A question for a table, which the platform searches. */
export function tableSearch(client: PlatformClient, title: string): SearchQuestion<Table> {
  return {
    title,
    placeholder: t('Select a table. Type to search the platform.'),
    find: async (keywords, signal) => {
      const { total, items } = await client.send(listTables({ limit: maxShown, keywords }), signal);
      const choices = items.map((table) => ({
        label: table.name,
        description: [
          ...(table.group ? [table.group.name] : []),
          formatBytes(storedSize(table)),
          dayRange(table),
        ].join(' · '),
        icon: table.encrypted ? 'lock' : 'table',
        value: table,
      }));
      return { total, choices };
    },
  };
}

export function dayRange({ firstDay, lastDay }: Pick<Table, 'firstDay' | 'lastDay'>): string {
  if (firstDay === undefined || lastDay === undefined) return t('no logs');
  const [first, last] = [firstDay.slice(0, 10), lastDay.slice(0, 10)];
  return first === last ? first : `${first} – ${last}`;
}

/** The name of a new table. */
export async function askTableName(
  prompts: Prompts,
  question: Pick<InputQuestion, 'title' | 'value' | 'position' | 'validate'>,
): Promise<string> {
  const name = await prompts.input({
    prompt: t('Name of the new table (a letter, then letters, digits, _ or -; at most 50 characters)'),
    ...question,
    validate: (text) => checkTableName(text) ?? question.validate?.(text),
  });
  return name.trim();
}

export function checkTableName(text: string): Validation {
  if (tableNamePattern.test(text.trim())) return undefined;
  return { problem: t('Start with a letter, then use letters, digits, _ or -. At most 50 characters.') };
}
