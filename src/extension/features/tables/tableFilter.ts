import { listTableGroups } from '../../../core/api/operations/tables';
import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import type { NamedReference } from '../../../core/interface/table';
import type { RowFilter } from '../../ui/explorer/explorerSection';
import type { Prompts, Step } from '../../ui/prompts/prompts';
import { runSteps } from '../../ui/prompts/prompts';
import { isSameGuid } from '../../../core/interface/guid';

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
  const groups = await client.send(listTableGroups()).then(
    ({ items }) => items,
    () => [],
  );
  const text = (field: 'keywords' | 'schemaCode', prompt: string): Step<FilterDraft> => ({
    ask: async (draft, position) => {
      const typed = await prompts.input({ title, prompt, value: draft[field], position });
      return { ...draft, [field]: typed.trim() };
    },
  });
  const steps: Step<FilterDraft>[] = [
    text('keywords', t('Part of the table name. Leave it empty to show all tables.')),
    text('schemaCode', t('Schema code of the tables. Leave it empty to show all tables.')),
    {
      applies: () => groups.length > 0,
      ask: async (draft, position) => {
        const all = { label: t('All groups'), value: undefined, picked: draft.group === undefined };
        const choices = groups.map((group) => ({
          label: group.name,
          value: group,
          picked: isSameGuid(group.guid, draft.group?.guid),
        }));
        const question = { title, placeholder: t('Select a group'), position };
        return { ...draft, group: await prompts.pick({ ...question, choices: [all, ...choices] }) };
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
    group: groups.find(({ guid }) => isSameGuid(guid, fields['groupGuid'])),
  };
}

function toFilter({ keywords, schemaCode, group }: FilterDraft): RowFilter | undefined {
  const labels = [
    ...(keywords === '' ? [] : [`"${keywords}"`]),
    ...(schemaCode === '' ? [] : [t('schema {0}', schemaCode)]),
    ...(group === undefined ? [] : [t('group {0}', group.name)]),
  ];
  if (labels.length === 0) return undefined;
  const fields = Object.entries({ keywords, schemaCode, groupGuid: group?.guid ?? '' });
  return {
    label: labels.join(', '),
    fields: Object.fromEntries(fields.filter(([, value]) => value !== '')),
  };
}
