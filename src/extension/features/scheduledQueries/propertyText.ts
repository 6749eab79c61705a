import { t } from '../../../core/base/localize';
import { fieldsOf, differingFields } from '../../../core/interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import { describeTrigger } from './describeTrigger';
import { fieldLabel } from '../../ui/format/queryFields';
import type { Conflict, FieldName } from '../../ui/format/queryFields';

/** Fields being edited; the name of the preceding query is only for display. */
export interface EditedFields extends ScheduledQueryFields {
  readonly precedingName: string | undefined;
}

/** The labels of changed fields; those that define the trigger together are one property. */
export function changeLabels(changed: readonly FieldName[]): readonly string[] {
  return [
    ...new Set(changed.map((field) => (triggerFields.includes(field) ? t('Schedule') : fieldLabel(field)))),
  ];
}

/** A description of the trigger, followed by the expression. */
export function triggerText(fields: EditedFields): string {
  const text = describeTrigger(fields);
  if (fields.triggerType !== 'cron' || text === fields.cronSchedule) return text;
  return `${text} (${fields.cronSchedule ?? ''})`;
}

/** Merges both sides; undefined if both changed the same field differently. */
export function merged({ base, theirs, yours }: Conflict): ScheduledQueryFields | undefined {
  const mine = differingFields(base, yours);
  const contested = differingFields(theirs, yours).filter((field) => mine.includes(field));
  if (contested.some((field) => differingFields(base, theirs).includes(field))) return undefined;
  // Four fields define the trigger together: a mixture of both sides would match neither intent.
  if (touchesTrigger(mine) && touchesTrigger(differingFields(base, theirs))) return undefined;
  const changes = Object.fromEntries(mine.map((field) => [field, yours[field]]));
  return { ...fieldsOf(theirs), ...changes };
}

/** The fields that define the trigger together. */
const triggerFields: readonly FieldName[] = [
  'triggerType',
  'cronSchedule',
  'precedingGuid',
  'precedingAction',
];

export function touchesTrigger(fields: readonly FieldName[]): boolean {
  return fields.some((field) => triggerFields.includes(field));
}
