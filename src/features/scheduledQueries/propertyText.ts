import { t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { describeTrigger } from './describeTrigger';

/** Fields being edited; the name of the preceding query is only for display. */
export interface EditedFields extends ScheduledQueryFields {
  readonly precedingName: string | undefined;
}

export type FieldName = keyof ScheduledQueryFields;

/** The label of a field. */
export function fieldLabel(field: FieldName): string {
  return labels[field]();
}

/** The value of a field as text; a dash if it is empty. */
export function fieldText(fields: ScheduledQueryFields, field: FieldName): string {
  const value = fields[field];
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  const text = typeof value === 'object' ? value.join(', ') : (value ?? '');
  return text === '' ? '–' : text;
}

/** A description of the trigger, followed by the expression. */
export function triggerText(fields: EditedFields): string {
  const words = describeTrigger(fields);
  if (fields.triggerType !== 'cron' || words === fields.cronSchedule) return words;
  return `${words} (${fields.cronSchedule ?? ''})`;
}

const labels: Readonly<Record<FieldName, () => string>> = {
  name: () => t('Name'),
  description: () => t('Description'),
  enabled: () => t('Enabled'),
  query: () => t('Query'),
  triggerType: () => t('Trigger'),
  cronSchedule: () => t('Cron schedule'),
  precedingGuid: () => t('Preceding query'),
  precedingAction: () => t('Preceding action'),
  nodeTypes: () => t('Node types'),
  outputParameter: () => t('Passes on its last row'),
};
