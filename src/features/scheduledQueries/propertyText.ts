import { t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { describeTrigger } from './describeTrigger';

/** Fields being edited; the preceding query's name is only there to be shown. */
export interface EditedFields extends ScheduledQueryFields {
  readonly precedingName: string | undefined;
}

export type FieldName = keyof ScheduledQueryFields;

/** What a field is called where it is shown beside its value. */
export function fieldLabel(field: FieldName): string {
  return labels[field]();
}

/** A field's value in words; nothing is shown as a dash. */
export function fieldText(fields: ScheduledQueryFields, field: FieldName): string {
  const value = fields[field];
  if (typeof value === 'boolean') return value ? t('yes') : t('no');
  const text = typeof value === 'object' ? value.join(', ') : (value ?? '');
  return text === '' ? '–' : text;
}

/** When it runs, in words, with the expression itself behind. */
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
