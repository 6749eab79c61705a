import { t } from '../base/localize';
import { writableFields } from '../interface/scheduledQueryFields';
import type { ScheduledQueryFields } from '../interface/scheduledQueryFields';
import { dependentsLeft, needsDecision } from './actions';
import { isTextApplied, notApplied, textError } from './checkFiles';
import { tidyText } from './definition';
import { projectFileName } from './fileNames';
import { describeRuleItem, isRule, ruleDetails } from './folderRules';
import type { ProjectItem } from './folderRules';
import type { PlatformAddress } from './lock';
import { differences, recordsOf } from './plan';
import type { Action, Conflict, Drift, Field, Plan, PlanItem, PlatformPlan } from './plan';
import { shortDiff } from './textDiff';

/** The text of items: one line per query and rule, followed by the differences of its fields. */
export function planText(
  plan: Plan,
  items: readonly ProjectItem[],
  actions: readonly Action[] = [],
  forbidden: readonly PlanItem[] = [],
): readonly string[] {
  const nameOf = namesOf(plan);
  const dependents = dependentsLeft(plan, actions);
  return items.flatMap((item) => {
    if (isRule(item)) return [lineOf(item), ...ruleDetails(item)];
    const dependent = item.kind === 'delete' ? dependents.get(item.current.guid) : undefined;
    const kept = [
      ...(dependent === undefined ? [] : [t('kept: “{0}” still runs after it', dependent)]),
      ...(forbidden.includes(item) ? [`${t('skipped')}: ${protectedText()}`] : []),
    ];
    return [
      lineOf(item),
      ...detailsOf(item, nameOf),
      ...notApplied(errorOf(item)),
      ...kept.map((line) => `    ${line}`),
    ];
  });
}

/** The error in a text that applying would write. */
function errorOf(item: PlanItem): string | undefined {
  if (!('wanted' in item) || item.wanted === undefined || item.kind === 'drift') return undefined;
  const isWritten = !('fields' in item) || isTextApplied(item.fields, item.wanted.enabled);
  return isWritten ? textError(item.wanted.query) : undefined;
}

/** Why a protected query is neither deleted nor disabled. */
export function protectedText(): string {
  return t('protected by “protect: true” in its file');
}

/** Undefined if the lock belongs to the platform of the plan. */
export function anotherPlatformText({ platform, lockedAddress }: PlatformPlan): string | undefined {
  if (lockedAddress === undefined) return undefined;
  const nameOf = ({ baseUrl, product }: PlatformAddress): string => `${baseUrl} (${product})`;
  return t(
    'The lock file belongs to {0}, but {1} is now {2}. Records are found by GUID or name, and nothing counts as deleted. Pull or apply to continue with this platform, or restore “base_url” and “product” in {3}.',
    nameOf(lockedAddress),
    platform.name,
    nameOf(platform),
    projectFileName,
  );
}

/** Whether an item requires an action or a decision. */
export function isReported({ kind }: ProjectItem, prune: boolean): boolean {
  if (kind === 'delete') return prune;
  return kind !== 'unchanged' && kind !== 'adopt';
}

/** Whether the user must decide which side to keep. */
export function isUndecided(item: ProjectItem): boolean {
  return isRule(item) ? ['drift', 'conflict', 'missing'].includes(item.kind) : needsDecision(item);
}

export function lineOf(item: ProjectItem | Action): string {
  const movedFrom = isRule(item) ? undefined : item.movedFrom;
  const path = movedFrom === undefined ? item.path : t('{0}, was {1}', item.path, movedFrom);
  return `${signs[item.kind]} ${describeItem(item)}: ${item.name} (${path})`;
}

const signs: Readonly<Record<ProjectItem['kind'], string>> = {
  create: '+',
  change: '~',
  delete: '-',
  drift: '!',
  conflict: '!',
  question: '?',
  missing: '!',
  adopt: '=',
  unchanged: '=',
};

/** The action or decision for a query or a rule. */
export function describeItem(item: ProjectItem | Action): string {
  if (isRule(item)) return describeRuleItem(item);
  if (item.kind === 'drift' || item.kind === 'conflict') return describeChange(item);
  const texts = {
    create: t('create'),
    change: t('change'),
    delete: t('delete'),
    question: t('exists with different content and is not in the lock file'),
    adopt: t('same on both sides, not yet in the lock file'),
    unchanged: t('unchanged'),
  };
  return texts[item.kind];
}

function describeChange({ kind, wanted, current }: Drift | Conflict): string {
  if (kind === 'drift') {
    return current === undefined ? t('deleted on the platform') : t('changed on the platform');
  }
  if (wanted === undefined) return t('conflict: file deleted, changed on the platform');
  return current === undefined ? t('conflict: file changed, deleted on the platform') : t('conflict');
}

export interface FieldChange {
  /** The name in the files. */
  readonly key: string;
  /** On the platform, now. */
  readonly platform: unknown;
  /** The value in the file. */
  readonly file: unknown;
}

/** The differences of each field. */
export function changesOf(item: PlanItem, nameOf: (guid: string) => string): readonly FieldChange[] {
  if (!('wanted' in item) || item.wanted === undefined) return [];
  const current = 'current' in item ? item.current : undefined;
  const { wanted } = item;
  if (current === undefined) return [];
  const shown = (record: ScheduledQueryFields, field: Field): unknown =>
    field === 'precedingGuid' && record.precedingGuid
      ? nameOf(record.precedingGuid)
      : (record[field] ?? null);
  const fields = differences(wanted, current);
  // The schedule and the preceding query already imply it.
  const isTriggerShown = fields.some((field) => field === 'cronSchedule' || field === 'precedingGuid');
  return fields
    .filter((field) => field !== 'triggerType' || !isTriggerShown)
    .map((field) => ({ key: keys[field], platform: shown(current, field), file: shown(wanted, field) }));
}

const keys: Readonly<Record<Field, string>> = {
  name: 'name',
  description: 'description',
  enabled: 'enabled',
  query: 'query',
  triggerType: 'trigger',
  cronSchedule: 'schedule',
  precedingGuid: 'after',
  precedingAction: 'when',
  nodeTypes: 'node_types',
  outputParameter: 'output_parameter',
};

/** Looks up the name of a preceding query. */
export function namesOf(plan: Plan): (guid: string) => string {
  const names = new Map(recordsOf(plan).map(({ guid, name }) => [guid, name]));
  return (guid) => names.get(guid) ?? guid.replace(/^pending:/, '');
}

function detailsOf(item: PlanItem, nameOf: (guid: string) => string): readonly string[] {
  if (item.kind === 'create') return contentOf(item.wanted, nameOf);
  return changesOf(item, nameOf).flatMap(({ key, platform, file }) => {
    // For changes on the platform, the direction is from the file to the platform.
    const [before, after] = item.kind === 'drift' ? [file, platform] : [platform, file];
    const isEither = item.kind === 'conflict' || item.kind === 'question';
    if (key === 'query') {
      const lines = shortDiff(tidyText(String(before)), tidyText(String(after)));
      const heading = isEither ? t('query (- platform, + file):') : 'query:';
      return [`    ${heading}`, ...lines.map((line) => `      ${line}`)];
    }
    const change = isEither
      ? t('{0} on the platform, {1} in the file', valueText(platform), valueText(file))
      : `${valueText(before)} → ${valueText(after)}`;
    return [`    ${key}: ${change}`];
  });
}

/** What a new record contains, without its name and what is not set. */
function contentOf(wanted: ScheduledQueryFields, nameOf: (guid: string) => string): readonly string[] {
  const { query, precedingGuid, nodeTypes, outputParameter } = wanted;
  const shown: Partial<Record<Field, unknown>> = {
    description: wanted.description,
    enabled: wanted.enabled,
    cronSchedule: wanted.cronSchedule,
    precedingGuid: precedingGuid && nameOf(precedingGuid),
    precedingAction: wanted.precedingAction,
    nodeTypes: nodeTypes.length === 0 ? undefined : nodeTypes,
    outputParameter: outputParameter || undefined,
  };
  const set = writableFields.filter((field) => shown[field] !== undefined);
  const lines = tidyText(query).split('\n');
  return [
    ...set.map((field) => `    ${keys[field]}: ${valueText(shown[field])}`),
    '    query:',
    ...lines.map((line) => `      + ${line}`),
  ];
}

function valueText(value: unknown): string {
  return value === null ? t('none') : JSON.stringify(value);
}
