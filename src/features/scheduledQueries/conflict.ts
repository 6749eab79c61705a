import { differingFields, writableFields } from '../../api/safeUpdate';
import { t } from '../../shared/localize';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { fieldsOf } from '../../shared/wire/scheduledQueryFields';
import { fieldLabel, fieldText } from './propertyText';
import type { FieldName } from './propertyText';

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

const longestShown = 70;

/** A few lines for a dialog; long values are truncated. */
export function conflictSummary(conflict: Conflict): string {
  return conflictingFields(conflict)
    .map((field) => {
      const [base, theirs, yours] = valuesOf(conflict, field).map(shorten);
      return t(
        '{0}: original {1}; theirs {2}; yours {3}',
        fieldLabel(field),
        base ?? '',
        theirs ?? '',
        yours ?? '',
      );
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
  return `“${line.length <= longestShown ? line : `${line.slice(0, longestShown)}…`}”`;
}

function touchesTrigger(fields: readonly FieldName[]): boolean {
  return fields.some((field) =>
    ['triggerType', 'cronSchedule', 'precedingGuid', 'precedingAction'].includes(field),
  );
}
