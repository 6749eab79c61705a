import { differingFields, writableFields } from '../../../core/interface/scheduledQueryFields';
import { t } from '../../../core/base/localize';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';

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

/** A few lines for a dialog; of long values, only what differs. */
export function conflictSummary(conflict: Conflict): string {
  return changesSummary(
    conflictingFields(conflict).map((field) => {
      const [base = '', theirs = '', yours = ''] = valuesOf(conflict, field);
      return { label: fieldLabel(field), base, theirs, yours };
    }),
  );
}

/** A value that one side or both have changed. */
export interface ChangedValue {
  readonly label: string;
  readonly base: string;
  readonly theirs: string;
  readonly yours: string;
}

export function changesSummary(values: readonly ChangedValue[]): string {
  return values
    .map(({ label, ...sides }) => {
      const [base = '', theirs = '', yours = ''] = [sides.base, sides.theirs, sides.yours].map((value) =>
        value.replaceAll(/\s+/g, ' '),
      );
      const changes = [theirs, yours].map((value) => changedPart(base, value));
      const original = excerpt(
        base,
        changes.flatMap((change) => change?.before ?? []),
      );
      const [inTheirs, inYours] = changes.map((change) => change?.after);
      return [
        label,
        t('Original: {0}', original),
        t('Theirs: {0}', inTheirs ? excerpt(theirs, [inTheirs]) : original),
        t('Yours: {0}', inYours ? excerpt(yours, [inYours]) : original),
      ].join('\n');
    })
    .join('\n\n');
}

/** From the first to the last character that differs. */
interface Part {
  readonly start: number;
  readonly end: number;
}

/** The part of a text that another text replaces; undefined if they are the same. */
function changedPart(
  before: string,
  after: string,
): { readonly before: Part; readonly after: Part } | undefined {
  if (before === after) return undefined;
  const shorter = Math.min(before.length, after.length);
  let start = 0;
  while (start < shorter && before[start] === after[start]) start++;
  let same = 0;
  while (same < shorter - start && before.at(-1 - same) === after.at(-1 - same)) same++;
  return { before: { start, end: before.length - same }, after: { start, end: after.length - same } };
}

const maxShownLength = 70;
/** Of a longer change, the beginning and the end are shown, which both differ. */
const maxPartLength = 160;
/** The characters that are shown before and after a change. */
const context = 24;

/** The parts of a text that differ, each with some context. */
function excerpt(text: string, parts: readonly Part[]): string {
  if (text.length <= maxShownLength) return `“${text}”`;
  const shown: Part[] = [];
  for (const { start, end } of parts.flatMap(ends).toSorted((one, other) => one.start - other.start)) {
    const from = Math.max(0, start - context);
    const until = Math.min(text.length, end + context);
    const last = shown.at(-1);
    if (last === undefined || from > last.end) shown.push({ start: from, end: until });
    else shown.splice(-1, 1, { start: last.start, end: Math.max(last.end, until) });
  }
  const pieces = shown.map(({ start, end }) => text.slice(start, end));
  const isCut = [shown.every(({ start }) => start > 0), shown.every(({ end }) => end < text.length)];
  const [before, after] = isCut.map((cut) => (cut ? '…' : ''));
  return `“${before}${pieces.join('…')}${after}”`;
}

function ends({ start, end }: Part): readonly Part[] {
  if (end - start <= maxPartLength) return [{ start, end }];
  const half = maxPartLength / 2;
  return [
    { start, end: start + half - context },
    { start: end - half + context, end },
  ];
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
