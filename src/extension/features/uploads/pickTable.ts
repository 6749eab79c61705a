import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { askTableName, checkTableName, tableSearch } from '../../ui/prompts/tableSearch';

/** The destination of the rows; a new table is created only after everything else is decided. */
export interface Destination {
  readonly table: string;
  readonly isNew: boolean;
}

/** An existing table, first the proposed one, or a new one. */
export async function pickTable(
  client: PlatformClient,
  prompts: Prompts,
  title: string,
  proposed?: string,
): Promise<Destination> {
  const search = tableSearch(client, title);
  const selected = await prompts.search<Destination | undefined>({
    ...search,
    find: async (keywords, signal) => {
      const { total, choices: found } = await search.find(keywords, signal);
      const tables = found.map((choice) => ({ ...choice, value: { table: choice.label, isNew: false } }));
      const create = newTableChoice(keywords ?? '', tables);
      // What is typed may be a part of a name, which comes before a new table.
      if (keywords !== undefined) return { total, choices: [...tables, create], matching: tables.length };
      const open = proposed === undefined ? [] : [openTableChoice(proposed)];
      return {
        total,
        choices: [...open, create, ...tables.filter(({ label }) => label !== proposed)],
        matching: tables.length,
      };
    },
  });
  if (selected !== undefined) return selected;
  return { table: await askTableName(prompts, { title }), isNew: true };
}

function openTableChoice(table: string): Choice<Destination> {
  return { label: table, description: t('open'), icon: 'table', value: { table, isNew: false } };
}

/** Offers the typed text as a new table if it is a valid name that does not exist. */
function newTableChoice(
  text: string,
  tables: readonly Choice<Destination>[],
): Choice<Destination | undefined> {
  const usable = checkTableName(text) === undefined && tables.every(({ label }) => label !== text);
  return usable
    ? { label: t('New Table “{0}”', text), icon: 'add', value: { table: text, isNew: true } }
    : { label: t('New Table…'), icon: 'add', value: undefined };
}
