import { t } from '../../shared/localize';
import { fieldsOf, writableFields } from '../../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { describeTrigger } from './describeTrigger';
import { differingFields } from '../../api/safeUpdate';

/** Fields being edited; the name of the preceding query is only for display. */
export interface EditedFields extends ScheduledQueryFields {
  readonly precedingName: string | undefined;
}

export type FieldName = keyof ScheduledQueryFields;

/** The label of a field. */
export function fieldLabel(field: FieldName): string {
  return labels[field]();
}

/** The labels of changed fields; those that define the trigger together are one property. */
export function changeLabels(changed: readonly FieldName[]): readonly string[] {
  return [
    ...new Set(changed.map((field) => (triggerFields.includes(field) ? t('Schedule') : fieldLabel(field)))),
  ];
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
  const text = describeTrigger(fields);
  if (fields.triggerType !== 'cron' || text === fields.cronSchedule) return text;
  return `${text} (${fields.cronSchedule ?? ''})`;
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

/** The base record, the other user's version, and the user's version. */
export interface Conflict {
  readonly base: ScheduledQueryFields;
  readonly theirs: ScheduledQueryFields;
  readonly yours: ScheduledQueryFields;
}

/** The fields that either side has changed. */
function conflictingFields({ base, theirs, yours }: Conflict): readonly FieldName[] {
  const changed = new Set([...differingFields(base, theirs), ...differingFields(base, yours)]);
  return writableFields.filter((field) => changed.has(field));
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

const maxShownLength = 70;

/** A few lines for a dialog; long values are truncated. */
export function conflictSummary(conflict: Conflict): string {
  return conflictingFields(conflict)
    .map((field) => {
      const [base = '', theirs = '', yours = ''] = valuesOf(conflict, field).map(shorten);
      return t('{0}: original {1}; theirs {2}; yours {3}', fieldLabel(field), base, theirs, yours);
    })
    .join('\n\n');
}

/** Every changed field with its three full values. */
export function conflictText(name: string, conflict: Conflict): string {
  const fields = conflictingFields(conflict).map((field) => {
    const [base, theirs, yours] = valuesOf(conflict, field);
    return [
      fieldLabel(field),
      ...indented(t('Original'), base),
      ...indented(t('Theirs'), theirs),
      ...indented(t('Yours'), yours),
    ].join('\n');
  });
  return `${[t('“{0}” was changed by someone else.', name), ...fields].join('\n\n')}\n`;
}

function valuesOf({ base, theirs, yours }: Conflict, field: FieldName): readonly string[] {
  return [base, theirs, yours].map((fields) => fieldText(fields, field));
}

function indented(label: string, value = ''): readonly string[] {
  return [`  ${label}:`, ...value.split(/\r?\n/).map((line) => `    ${line}`)];
}

function shorten(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ');
  return `“${line.length <= maxShownLength ? line : `${line.slice(0, maxShownLength)}…`}”`;
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
