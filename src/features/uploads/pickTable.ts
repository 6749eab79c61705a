import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { Table } from '../../shared/wire/table';
import { formatBytes } from '../../shared/formatBytes';
import type { Choice, Prompts, Validation } from '../../ui/prompts/prompts';

/** The destination of the rows; a new table is created only after everything else is decided. */
export interface Destination {
  readonly table: string;
  readonly isNew: boolean;
}

const maxShown = 100;

/** An existing table, or a new one. */
export async function pickTable(
  client: PlatformClient,
  prompts: Prompts,
  title: string,
): Promise<Destination> {
  const selected = await prompts.search<Destination | undefined>({
    title,
    placeholder: t('Select a table. Type to search the platform.'),
    find: async (keywords, signal) => {
      const { total, items } = await client.tables({ limit: maxShown, keywords }, signal);
      const choices = [...items.map(tableChoice), newTableChoice(keywords ?? '', items)];
      return { total, choices, matching: items.length };
    },
  });
  if (selected !== undefined) return selected;
  const name = await prompts.input({
    title,
    prompt: t('Name of the new table (a letter, then letters, digits, _ or -; at most 50 characters)'),
    validate: checkTableName,
  });
  return { table: name.trim(), isNew: true };
}

function checkTableName(text: string): Validation {
  if (/^[A-Za-z][A-Za-z0-9_-]{0,49}$/.test(text.trim())) return undefined;
  return { problem: t('Start with a letter, then use letters, digits, _ or -. At most 50 characters.') };
}

function tableChoice({ name, tableSize, group }: Table): Choice<Destination> {
  const description = [group?.name, formatBytes(tableSize)].filter((part) => part !== undefined).join(' · ');
  return { label: name, description, icon: 'table', value: { table: name, isNew: false } };
}

/** Offers the typed text as a new table if it is a valid name that does not exist. */
function newTableChoice(text: string, tables: readonly Table[]): Choice<Destination | undefined> {
  const usable = checkTableName(text) === undefined && tables.every(({ name }) => name !== text);
  return usable
    ? { label: t('New Table “{0}”', text), icon: 'add', value: { table: text, isNew: true } }
    : { label: t('New Table…'), icon: 'add', value: undefined };
}
