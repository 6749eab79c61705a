import { t } from '../../shared/localize';
import { environmentLabel } from '../../ui/environment';
import type { Choice, Prompts } from '../../ui/prompts';
import { fieldLabel, fieldText, triggerText } from './propertyText';
import type { FieldName } from './propertyText';
import type { Edit } from './saveEdit';

export type Property = 'name' | 'description' | 'enabled' | 'trigger' | 'nodeTypes' | 'outputParameter';

export type OverviewChoice = Property | 'save' | 'showRequest';

/** All properties with their values; saving comes first once there is something to save. */
export async function askOverview(
  prompts: Prompts,
  edit: Edit,
  changed: readonly FieldName[],
): Promise<OverviewChoice> {
  return prompts.pick({
    title: editTitle(edit),
    placeholder:
      changed.length === 0
        ? t('What shall be changed?')
        : t('Not saved yet: {0}', changed.map(fieldLabel).join(', ')),
    choices: [...(changed.length === 0 ? [] : writeChoices(changed)), ...propertyChoices(edit, changed)],
  });
}

/** Says at each question what is edited and where. */
export function editTitle({ base, connection }: Edit): string {
  return `${base.name} · ${connection.name} (${environmentLabel(connection.environment)})`;
}

function writeChoices(changed: readonly FieldName[]): readonly Choice<OverviewChoice>[] {
  return [
    {
      label: t('Save'),
      description: changed.map(fieldLabel).join(', '),
      icon: 'save',
      value: 'save',
    },
    {
      label: t('Show Request'),
      description: t('what would be sent, as cURL'),
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
