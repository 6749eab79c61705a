import { differingFields } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import { writableFields } from '../../shared/wire/scheduledQuery';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';

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

/** All properties except the text, one per line. */
export function propertiesText(fields: ScheduledQueryFields): string {
  const lines = writableFields
    .filter((field) => field !== 'query')
    .map((field) => `${fieldLabel(field)}: ${fieldText(fields, field)}`);
  return `${lines.join('\n')}\n`;
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
