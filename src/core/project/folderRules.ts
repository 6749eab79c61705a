import type { PlatformClient } from '../api/client';
import { whereOffered } from '../api/errors';
import { completeList } from '../api/findScheduledQuery';
import { listRules } from '../api/operations/rules';
import { bigintAsText } from '../base/json';
import { t } from '../base/localize';
import type { RawRecord } from '../interface/optional';
import type { Rule, RuleKind } from '../interface/rule';
import { isTextApplied, notApplied } from './checkFiles';
import { checkedFields, ruleError } from './checkRules';
import type { FileProblem } from './fileProblem';
import { Lock } from './lock';
import type { RuleEntry } from './lock';
import type { Action, PlanItem, PlatformPlan } from './plan';
import type { ProjectFolder } from './projectFolder';
import { ruleDifferences } from './ruleFields';
import { readRuleFiles, ruleKinds } from './ruleFiles';
import type { RuleFile } from './ruleFiles';
import { shortDiff } from './textDiff';

/** The detection rules of one platform in the files of a folder. */
export interface FolderRules {
  readonly files: ReadonlyMap<RuleKind, readonly RuleFile[]>;
  readonly problems: readonly FileProblem[];
}

/** The rules of a platform, without the kinds that have no file or that it cannot list. */
export type ListedRules = ReadonlyMap<RuleKind, readonly Rule[]>;

export async function readFolderRules(folder: ProjectFolder, platform: string): Promise<FolderRules> {
  const files = new Map<RuleKind, readonly RuleFile[]>();
  const problems: FileProblem[] = [];
  for (const kind of ruleKinds) {
    const read = await readRuleFiles(folder, platform, kind);
    if (read.files.length > 0) files.set(kind, read.files);
    problems.push(...read.problems);
  }
  return { files, problems };
}

/** Lists the rules of a platform only if there are files of them. */
export async function listFolderRules(
  client: PlatformClient,
  { files }: Pick<FolderRules, 'files'>,
  signal?: AbortSignal,
): Promise<ListedRules> {
  const listed = new Map<RuleKind, readonly Rule[]>();
  for (const kind of files.keys()) {
    const rules = await offeredRules(client, kind, signal);
    if (rules !== undefined) listed.set(kind, rules);
  }
  return listed;
}

/** All rules of a kind; undefined if the platform cannot list them. */
export async function offeredRules(
  client: PlatformClient,
  kind: RuleKind,
  signal?: AbortSignal,
): Promise<readonly Rule[] | undefined> {
  const page = await whereOffered(client.send(listRules(kind, {}), signal));
  return page && completeList(page, `${kind} rules`);
}

/** The lock says nothing about the rules of another platform. */
export function planFolderRules(
  { files }: Pick<FolderRules, 'files'>,
  listed: ListedRules,
  lock: Lock,
  { platform, lockedAddress }: Pick<PlatformPlan, 'platform' | 'lockedAddress'>,
): readonly RuleItem[] {
  const own = lockedAddress === undefined ? lock : new Lock();
  return [...files].flatMap(([kind, ofKind]) => {
    const rules = listed.get(kind);
    return rules === undefined ? [] : planRules(kind, ofKind, rules, own, platform.name);
  });
}

/** A scheduled query or a detection rule in a file, compared with the platform. */
export type ProjectItem = PlanItem | RuleItem;

export function isRule(item: ProjectItem | Action): item is RuleItem {
  return 'ruleKind' in item;
}

/** A rule in a file, compared with the platform and with what both were. */
export interface RuleItem {
  /**
   * As for queries: `change` if only the file has changed, `drift` if only the platform, `conflict` if both, `adopt` if
   * only the lock is outdated. A rule that the platform no longer has is `missing`; rules are neither created nor deleted.
   */
  readonly kind: 'change' | 'drift' | 'conflict' | 'adopt' | 'unchanged' | 'missing';
  readonly path: string;
  readonly name: string;
  readonly guid: string;
  readonly ruleKind: RuleKind;
  readonly wanted: RawRecord;
  readonly current: RawRecord | undefined;
  /** The version that was read last; undefined if the platform has no versions. */
  readonly baseVersion: number | undefined;
  readonly fields: readonly string[];
  /** Whether the file of a missing rule is new, or has changed since the rule was read. */
  readonly isEdited?: boolean;
  /** An error in the file, which keeps it from being applied. */
  readonly error?: string | undefined;
}

export function planRules(
  kind: RuleKind,
  files: readonly RuleFile[],
  rules: readonly Rule[],
  lock: Lock,
  platform: string,
): readonly RuleItem[] {
  const byGuid = new Map(rules.map((rule) => [rule.guid.toLowerCase(), rule.raw]));
  const bases = lock.rulesOf(platform);
  return files.map((file): RuleItem => {
    const { path, guid } = file;
    const [base, current] = [bases.get(guid), byGuid.get(guid)];
    // A file that does not say whether the rule runs leaves it as it is.
    const wanted: RawRecord = { enabled: current?.['enabled'], ...file.record };
    const fields = current === undefined ? [] : ruleDifferences(kind, wanted, current);
    const isEdited = current === undefined && !isAsRead(kind, file, base);
    const name = String(wanted['name']);
    const item = { path, name, guid, ruleKind: kind, wanted, current, baseVersion: base?.version, fields };
    const isText =
      fields.some((field) => checkedFields.has(field)) || isTextApplied(fields, wanted['enabled']);
    return { ...item, kind: kindOf(item, base), ...(isText && { error: ruleError(kind, file) }), isEdited };
  });
}

function isAsRead(kind: RuleKind, { record }: RuleFile, base: RuleEntry | undefined): boolean {
  const file = { enabled: base?.rule['enabled'], ...record };
  return base !== undefined && ruleDifferences(kind, file, base.rule).length === 0;
}

function kindOf(
  { ruleKind, wanted, current, fields }: Omit<RuleItem, 'kind'>,
  base: RuleEntry | undefined,
): RuleItem['kind'] {
  if (current === undefined) return 'missing';
  const isChangedThere = base !== undefined && ruleDifferences(ruleKind, current, base.rule).length > 0;
  if (fields.length === 0) return base === undefined || isChangedThere ? 'adopt' : 'unchanged';
  if (base === undefined) return 'conflict';
  if (!isChangedThere) return 'change';
  return ruleDifferences(ruleKind, wanted, base.rule).length === 0 ? 'drift' : 'conflict';
}

/** The differences of its fields, and why it is not applied. */
export function ruleDetails({ kind, wanted, current, fields, error }: RuleItem): readonly string[] {
  const [before, after] = kind === 'drift' ? [wanted, current] : [current, wanted];
  const details = fields.flatMap((field) => {
    const [from, to] = [shownText(before?.[field]), shownText(after?.[field])];
    if (!`${from}${to}`.includes('\n')) return [`    ${field}: ${from} → ${to}`];
    return [`    ${field}:`, ...shortDiff(from, to).map((line) => `      ${line}`)];
  });
  return [...details, ...(kind === 'drift' ? [] : notApplied(error))];
}

export function describeRuleItem({ kind, baseVersion }: RuleItem): string {
  const version = baseVersion === undefined ? '' : ` (${t('the file is based on version {0}', baseVersion)})`;
  const texts = {
    change: t('change rule'),
    drift: t('rule changed on the platform'),
    conflict: `${t('conflict in a rule')}${version}`,
    missing: t('rule is not on the platform'),
    adopt: t('same on both sides, not yet in the lock file'),
    unchanged: t('unchanged'),
  };
  return texts[kind];
}

function shownText(value: unknown): string {
  if (value == null) return t('none');
  if (typeof value === 'string' && value.includes('\n')) return value;
  return JSON.stringify(value, bigintAsText);
}
