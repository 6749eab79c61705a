import { t } from '../../shared/localize';
import { Cancelled } from '../../ui/prompts/cancelled';
import { connectionLabel } from '../../ui/connections/environment';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { fieldLabel, fieldText, triggerText } from './propertyText';
import type { FieldName } from './propertyText';
import type { Edit } from './saveEdit';

export type Property = 'name' | 'description' | 'enabled' | 'trigger' | 'nodeTypes' | 'outputParameter';

export type OverviewChoice = Property | 'save' | 'showRequest';

/** All properties with their values; saving comes first if there are changes. */
export async function askOverview(
  prompts: Prompts,
  edit: Edit,
  changed: readonly FieldName[],
): Promise<OverviewChoice> {
  return prompts.pick({
    title: editTitle(edit),
    placeholder:
      changed.length === 0
        ? t('What do you want to change?')
        : t('Not applied yet: {0}', changed.map(fieldLabel).join(', ')),
    choices: [
      ...(changed.length === 0 ? [] : writeChoices(edit, changed)),
      ...propertyChoices(edit, changed),
    ],
  });
}

/** Asks whether to discard changes. Rejects with `Cancelled` if they are discarded. */
export async function confirmDiscard(
  prompts: Prompts,
  { base, connection }: Edit,
  changed: readonly FieldName[],
): Promise<'save' | 'stay'> {
  const answer = await prompts.confirm<'save' | 'leave' | 'stay'>({
    message: t('Apply the changes to “{0}” on {1}?', base.name, connection.name),
    detail: t('Not applied yet: {0}', changed.map(fieldLabel).join(', ')),
    buttons: [
      { label: t('Apply to {0}', connection.name), value: 'save' },
      { label: t('Discard Changes'), value: 'leave' },
      { label: t('Keep Editing'), value: 'stay', closes: true },
    ],
  });
  if (answer === 'leave') throw new Cancelled();
  return answer;
}

/** The title of every question: the query and the connection. */
export function editTitle({ base, connection }: Edit): string {
  return `${base.name} · ${connectionLabel(connection)}`;
}

function writeChoices(
  { connection }: Edit,
  changed: readonly FieldName[],
): readonly Choice<OverviewChoice>[] {
  return [
    {
      label: t('Apply to {0}', connection.name),
      description: changed.map(fieldLabel).join(', '),
      icon: 'cloud-upload',
      value: 'save',
    },
    {
      label: t('Show Request'),
      description: t('the request as a cURL command'),
      icon: 'code',
      value: 'showRequest',
    },
  ];
}

function propertyChoices({ fields }: Edit, changed: readonly FieldName[]): readonly Choice<OverviewChoice>[] {
  const simple = (value: Exclude<Property, 'trigger'>, icon: string): Choice<OverviewChoice> => ({
    label: `${fieldLabel(value)}: ${fieldText(fields, value)}`,
    description: changed.includes(value) ? t('changed') : undefined,
    icon,
    value,
  });
  const newTrigger = changed.some((field) => triggerFields.includes(field));
  return [
    simple('name', 'tag'),
    simple('description', 'note'),
    simple('enabled', 'play-circle'),
    {
      label: t('Schedule: {0}', triggerText(fields)),
      description: newTrigger ? t('changed') : undefined,
      icon: 'watch',
      value: 'trigger',
    },
    simple('nodeTypes', 'server'),
    simple('outputParameter', 'output'),
  ];
}

const triggerFields: readonly FieldName[] = [
  'triggerType',
  'cronSchedule',
  'precedingGuid',
  'precedingAction',
];
