import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { NamedReference } from '../../shared/wire/table';
import type { RowFilter } from '../../ui/explorer/explorerSection';
import type { Prompts } from '../../ui/prompts/prompts';
import { runSteps } from '../../ui/prompts/steps';
import type { Step } from '../../ui/prompts/steps';

interface FilterDraft {
  readonly keywords: string;
  readonly schemaCode: string;
  readonly group: NamedReference | undefined;
}

/** Asks for keywords in the name, schema and group; undefined to remove the filter. */
export async function askTableFilter(
  client: PlatformClient,
  current: RowFilter | undefined,
  prompts: Prompts,
): Promise<RowFilter | undefined> {
  const title = t('Filter Tables');
  const groups = await client.tableGroups().then(
    ({ items }) => items,
    () => [],
  );
  const steps: Step<FilterDraft>[] = [
    {
      ask: async (draft, place) => {
        const prompt = t('Part of the table name. Leave it empty to show all tables.');
        return {
          ...draft,
          keywords: (await prompts.input({ title, prompt, value: draft.keywords, place })).trim(),
        };
      },
    },
    {
      ask: async (draft, place) => {
        const prompt = t('Schema code of the tables. Leave it empty to show all tables.');
        return {
          ...draft,
          schemaCode: (await prompts.input({ title, prompt, value: draft.schemaCode, place })).trim(),
        };
      },
    },
    {
      applies: () => groups.length > 0,
      ask: async (draft, place) => {
        const all = { label: t('All groups'), value: undefined, picked: draft.group === undefined };
        const choices = groups.map((group) => ({
          label: group.name,
          value: group,
          picked: group.guid === draft.group?.guid,
        }));
        const placeholder = t('Select a group');
        const group = await prompts.pick<NamedReference | undefined>({
          title,
          placeholder,
          choices: [all, ...choices],
          place,
        });
        return { ...draft, group };
      },
    },
  ];
  return toFilter(await runSteps(steps, draftOf(current, groups)));
}

function draftOf(current: RowFilter | undefined, groups: readonly NamedReference[]): FilterDraft {
  const fields = current?.fields ?? {};
  return {
    keywords: fields['keywords'] ?? '',
    schemaCode: fields['schemaCode'] ?? '',
    group: groups.find(({ guid }) => guid === fields['groupGuid']),
  };
}

function toFilter({ keywords, schemaCode, group }: FilterDraft): RowFilter | undefined {
  const parts = [
    ...(keywords === '' ? [] : [{ label: `"${keywords}"`, field: ['keywords', keywords] as const }]),
    ...(schemaCode === ''
      ? []
      : [{ label: t('schema {0}', schemaCode), field: ['schemaCode', schemaCode] as const }]),
    ...(group === undefined
      ? []
      : [{ label: t('group {0}', group.name), field: ['groupGuid', group.guid] as const }]),
  ];
  if (parts.length === 0) return undefined;
  return {
    label: parts.map(({ label }) => label).join(', '),
    fields: Object.fromEntries(parts.map(({ field }) => field)),
  };
}
