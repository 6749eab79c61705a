import { diffLines } from '../../code/textDiff';
import { tidyText } from '../../code/definition';
import { differences } from '../../code/plan';
import type { Field, PlanItem } from '../../code/plan';
import type { ScheduledQueryFields } from '../../shared/wire/scheduledQuery';
import { plainLine } from '../plainLine';
import type { OpenProject } from './openProject';
import { wantedItems } from './openProject';

/** What a person reads of a plan: one line a query, and below it field by field what is different. */
export function planText(opened: OpenProject, prune: boolean): readonly string[] {
  const items = wantedItems(opened).filter((item) => isReported(item, prune));
  return items.flatMap((item) => [lineOf(item), ...detailsOf(item, opened).map(plainLine)]);
}

/** Whether an item is something to do, or to decide. */
export function isReported({ kind }: PlanItem, prune: boolean): boolean {
  if (kind === 'delete') return prune;
  return kind !== 'unchanged' && kind !== 'adopt';
}

export function lineOf(item: PlanItem): string {
  const moved = item.movedFrom === undefined ? '' : `, was ${item.movedFrom}`;
  return plainLine(`${signs[item.kind]} ${wordsOf(item)}: ${item.name} (${item.path}${moved})`);
}

const signs: Readonly<Record<PlanItem['kind'], string>> = {
  create: '+',
  change: '~',
  delete: '-',
  drift: '!',
  conflict: '!',
  question: '?',
  adopt: '=',
  unchanged: '=',
};

function wordsOf(item: PlanItem): string {
  if (item.kind === 'drift') return item.current === undefined ? 'deleted on the platform' : words.drift;
  if (item.kind !== 'conflict') return words[item.kind];
  if (item.wanted === undefined) return 'conflict: file deleted, changed on the platform';
  return item.current === undefined ? 'conflict: file changed, deleted on the platform' : words.conflict;
}

const words: Readonly<Record<PlanItem['kind'], string>> = {
  create: 'create',
  change: 'change',
  delete: 'delete',
  drift: 'changed on the platform',
  conflict: 'conflict',
  question: 'exists with another content, and the lock does not know it',
  adopt: 'same on both sides, now in the lock',
  unchanged: 'unchanged',
};

export interface FieldChange {
  readonly field: Field;
  /** On the platform, now. */
  readonly platform: unknown;
  /** In the file. */
  readonly file: unknown;
}

/** Field by field what the platform has and what the file says. */
export function changesOf(item: PlanItem, nameOf: (guid: string) => string): readonly FieldChange[] {
  if (!('wanted' in item) || item.wanted === undefined) return [];
  const current = 'current' in item ? item.current : undefined;
  const { wanted } = item;
  if (current === undefined) return [];
  const shown = (record: ScheduledQueryFields, field: Field): unknown =>
    field === 'precedingGuid' && record.precedingGuid
      ? nameOf(record.precedingGuid)
      : (record[field] ?? null);
  return differences(wanted, current).map((field) => ({
    field,
    platform: shown(current, field),
    file: shown(wanted, field),
  }));
}

/** The name of a preceding query, as far as anybody here knows it. */
export function namesOf({ plan }: OpenProject): (guid: string) => string {
  const records = plan.items.flatMap((item) => ('current' in item && item.current ? item.current : []));
  const names = new Map([...records, ...plan.unmanaged].map(({ guid, name }) => [guid, name]));
  return (guid) => names.get(guid) ?? guid.replace(/^pending:/, '');
}

function detailsOf(item: PlanItem, opened: OpenProject): readonly string[] {
  return changesOf(item, namesOf(opened)).flatMap(({ field, platform, file }) => {
    if (field !== 'query') return [`    ${field}: ${JSON.stringify(platform)} → ${JSON.stringify(file)}`];
    const lines = diffLines(tidyText(String(platform)), tidyText(String(file)));
    return ['    query:', ...lines.map((line) => `      ${line}`)];
  });
}
