import type { PlatformClient } from '../api/client';
import { t } from '../base/localize';
import type { Rule, RuleKind } from '../interface/rule';
import { entryOf } from './applyRules';
import { ruleExtension } from './fileNames';
import { ProjectError } from './fileProblem';
import { offeredRules, planRules } from './folderRules';
import type { RuleItem } from './folderRules';
import type { RuleEntry } from './lock';
import { pathKey, safeFileName } from './newPath';
import type { ProjectFolder } from './projectFolder';
import type { PullResolution } from './pull';
import { printRuleFile, readRuleFiles, ruleFolder, ruleKinds } from './ruleFiles';

export interface RulesToPull {
  /** Whether the rule on the platform replaces the file, or its absence removes it. */
  readonly isAccepted: (item: RuleItem) => boolean;
  /** Whether the file of a rule is requested. */
  readonly isWanted?: (path: string) => boolean;
}

/** As for queries; the file of a deleted rule that has changes of its own is kept. */
export function rulesResolvedBy({ overwrite, prune }: PullResolution): RulesToPull['isAccepted'] {
  return ({ kind, isEdited }) => {
    if (kind === 'missing') return prune && isEdited !== true;
    return kind === 'drift' || (overwrite && kind === 'conflict');
  };
}

export interface PulledRules {
  readonly written: readonly string[];
  /** Files that have changes of their own, and were neither overwritten nor removed. */
  readonly kept: readonly string[];
  /** Files of deleted rules; removed if requested, unless they are kept. */
  readonly missing: readonly string[];
  /** What the platform cannot list, as a sentence; undefined if it lists everything. */
  readonly unlisted: string | undefined;
}

/** What a pull of detection rules does. */
export interface RulePull extends Omit<PulledRules, 'written'> {
  readonly writes: readonly RuleWrite[];
  /** Rules that are the same on both sides, of which only the lock is outdated. */
  readonly adopted: readonly RuleItem[];
  readonly removed: readonly string[];
}

interface RuleWrite {
  readonly path: string;
  readonly kind: RuleKind;
  readonly rule: Rule;
}

/** Rejects if the list of the platform misses a rule, whose file would be taken for that of a deleted one. */
export async function planRulePull(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  { isAccepted, isWanted = () => true }: RulesToPull,
  signal?: AbortSignal,
): Promise<RulePull> {
  const listed: ListedKind[] = [];
  for (const kind of ruleKinds) {
    const rules = await offeredRules(client, kind, signal);
    if (rules !== undefined)
      listed.push({ kind, rules, items: await readItems(folder, platform, kind, rules) });
  }
  const items = listed.flatMap((ofKind) => ofKind.items).filter(({ path }) => isWanted(path));
  const pathsOf = (isMeant: (item: RuleItem) => boolean): readonly string[] =>
    items.filter(isMeant).map(({ path }) => path);
  const isMissing = ({ kind }: RuleItem): boolean => kind === 'missing';
  const unlisted = ruleKinds.filter((kind) => !listed.some((ofKind) => ofKind.kind === kind));
  return {
    writes: listed
      .flatMap((ofKind) => rulesToWrite(ofKind, platform, isAccepted))
      .filter(({ path }) => isWanted(path)),
    adopted: items.filter(({ kind }) => kind === 'adopt'),
    kept: pathsOf((item) => (item.kind === 'conflict' || item.isEdited === true) && !isAccepted(item)),
    missing: pathsOf(isMissing),
    removed: pathsOf((item) => isMissing(item) && isAccepted(item)),
    unlisted: unlistedText(unlisted),
  };
}

/** Writes the detection rules that the platform lists to files. */
export async function pullRules(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  how: RulesToPull,
  signal?: AbortSignal,
): Promise<PulledRules> {
  const { writes, adopted, removed, ...rest } = await planRulePull(client, folder, platform, how, signal);
  const entries = new Map<string, RuleEntry>();
  for (const { path, kind, rule } of writes) {
    await folder.write(path, printRuleFile(kind, rule.raw));
    entries.set(path, await entryOf(client, kind, rule, signal));
  }
  const written = [...entries.keys()];
  for (const { path, ruleKind, guid, current: raw } of adopted) {
    if (raw !== undefined) entries.set(path, await entryOf(client, ruleKind, { guid, raw }, signal));
  }
  await noteRules(folder, platform, entries);
  await removeFiles(folder, platform, removed);
  return { written, ...rest };
}

interface ListedKind {
  readonly kind: RuleKind;
  readonly rules: readonly Rule[];
  readonly items: readonly RuleItem[];
}

async function noteRules(
  folder: ProjectFolder,
  platform: string,
  entries: ReadonlyMap<string, RuleEntry>,
): Promise<void> {
  if (entries.size === 0) return;
  await folder.changeLock((lock) => {
    for (const [path, entry] of entries) lock.setRule(platform, path, entry);
  });
}

async function readItems(
  folder: ProjectFolder,
  platform: string,
  kind: RuleKind,
  rules: readonly Rule[],
): Promise<readonly RuleItem[]> {
  const { files, problems } = await readRuleFiles(folder, platform, kind);
  const problem = problems.find(({ severity }) => severity === 'error');
  if (problem !== undefined) throw new ProjectError(`${problem.path}: ${problem.message}`);
  return planRules(kind, files, rules, folder.readLock(), platform);
}

async function removeFiles(folder: ProjectFolder, platform: string, paths: readonly string[]): Promise<void> {
  if (paths.length === 0) return;
  for (const path of paths) await folder.remove(path);
  await folder.changeLock((lock) => {
    for (const path of paths) lock.delete(platform, path);
  });
}

function unlistedText([kind, other]: readonly RuleKind[]): string | undefined {
  if (other !== undefined) return t('This platform cannot list its detection rules. They were skipped.');
  if (kind === undefined) return undefined;
  return kind === 'batch'
    ? t('This platform cannot list its batch rules. They were skipped.')
    : t('This platform cannot list its stream rules. They were skipped.');
}

/** A rule keeps its file when it is renamed; a new one is named after the rule. */
function rulesToWrite(
  { kind, rules, items }: ListedKind,
  platform: string,
  isAccepted: (item: RuleItem) => boolean,
): readonly RuleWrite[] {
  const byGuid = new Map(items.map((item) => [item.guid, item]));
  const used = new Set(items.map(({ path }) => pathKey(path)));
  return rules.flatMap((rule) => {
    const item = byGuid.get(rule.guid.toLowerCase());
    if (item !== undefined) return isAccepted(item) ? { path: item.path, kind, rule } : [];
    const stem = `${ruleFolder(platform, kind)}/${safeFileName(rule.name)}`;
    const free = `${stem}${ruleExtension}`;
    const path = used.has(pathKey(free)) ? `${stem}-${rule.guid}${ruleExtension}` : free;
    used.add(pathKey(path));
    return { path, kind, rule };
  });
}
