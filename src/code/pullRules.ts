import type { PlatformClient } from '../api/client';
import { t } from '../shared/localize';
import type { Rule, RuleKind } from '../shared/wire/rule';
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

export interface PulledRules {
  readonly written: readonly string[];
  /** Files that have changes of their own, and were not overwritten. */
  readonly kept: readonly string[];
  /** Files of deleted rules; removed if requested. */
  readonly missing: readonly string[];
  /** What the platform cannot list, as a sentence; undefined if it lists everything. */
  readonly unlisted: string | undefined;
}

/** Writes the detection rules that the platform lists to files. */
export async function pullRules(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  { prune, overwrite }: PullResolution,
  signal?: AbortSignal,
): Promise<PulledRules> {
  const [written, kept, missing]: [string[], string[], string[]] = [[], [], []];
  const unlisted: RuleKind[] = [];
  for (const kind of ruleKinds) {
    const rules = await offeredRules(client, kind, signal);
    if (rules === undefined) {
      unlisted.push(kind);
      continue;
    }
    const items = await readItems(folder, platform, kind, rules);
    const isAccepted = (item: RuleItem): boolean =>
      item.kind === 'drift' || (overwrite && item.kind === 'conflict');
    const entries = new Map<string, RuleEntry>();
    for (const [path, rule] of pathsToWrite(kind, rules, platform, items, isAccepted)) {
      await folder.write(path, printRuleFile(path, kind, rule.raw));
      entries.set(path, await entryOf(client, kind, rule, signal));
      written.push(path);
    }
    for (const { path, guid, current: raw } of items.filter((item) => item.kind === 'adopt')) {
      if (raw !== undefined) entries.set(path, await entryOf(client, kind, { guid, raw }, signal));
    }
    kept.push(...items.filter((item) => item.kind === 'conflict' && !overwrite).map(({ path }) => path));
    missing.push(...items.filter((item) => item.kind === 'missing').map(({ path }) => path));
    if (entries.size === 0) continue;
    await folder.changeLock((lock) => {
      for (const [path, entry] of entries) lock.setRule(platform, path, entry);
    });
  }
  if (prune && missing.length > 0) await removeFiles(folder, platform, missing);
  return { written, kept, missing, unlisted: unlistedText(unlisted) };
}

async function readItems(
  folder: ProjectFolder,
  platform: string,
  kind: RuleKind,
  rules: readonly Rule[],
): Promise<readonly RuleItem[]> {
  const { files, problems } = await readRuleFiles(folder, platform, kind);
  const [problem] = problems;
  if (problem !== undefined) throw new ProjectError(`${problem.path}: ${problem.message}`);
  return planRules(kind, files, rules, folder.readLock(), platform);
}

/** Writes the platform's version of rules to their files, and removes the files of deleted rules. */
export async function acceptRules(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  items: readonly RuleItem[],
): Promise<void> {
  for (const { ruleKind, path, guid, current: raw } of items) {
    if (raw === undefined) {
      await removeFiles(folder, platform, [path]);
      continue;
    }
    await folder.write(path, printRuleFile(path, ruleKind, raw));
    const entry = await entryOf(client, ruleKind, { guid, raw });
    await folder.changeLock((lock) => lock.setRule(platform, path, entry));
  }
}

async function removeFiles(folder: ProjectFolder, platform: string, paths: readonly string[]): Promise<void> {
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
function pathsToWrite(
  kind: RuleKind,
  rules: readonly Rule[],
  platform: string,
  items: readonly RuleItem[],
  isAccepted: (item: RuleItem) => boolean,
): ReadonlyMap<string, Rule> {
  const byGuid = new Map(items.map((item) => [item.guid, item]));
  const used = new Set(items.map(({ path }) => pathKey(path)));
  const paths = new Map<string, Rule>();
  for (const rule of rules) {
    const item = byGuid.get(rule.guid.toLowerCase());
    if (item !== undefined) {
      if (isAccepted(item)) paths.set(item.path, rule);
      continue;
    }
    const stem = `${ruleFolder(platform, kind)}/${safeFileName(rule.name)}`;
    const free = `${stem}${ruleExtension}`;
    const path = used.has(pathKey(free)) ? `${stem}-${rule.guid}${ruleExtension}` : free;
    used.add(pathKey(path));
    paths.set(path, rule);
  }
  return paths;
}
