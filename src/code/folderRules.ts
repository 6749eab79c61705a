import type { PlatformClient } from '../api/client';
import { isMissingOperation } from '../api/errors';
import type { Rule, RuleKind } from '../shared/wire/rule';
import type { FileProblem } from './fileProblem';
import { Lock } from './lock';
import type { PlatformPlan } from './plan';
import { planRules } from './planRules';
import type { RuleItem } from './planRules';
import type { ProjectFolder } from './projectFolder';
import { readRuleFiles, ruleKinds } from './ruleFiles';
import type { RuleFile } from './ruleFiles';
import { listRules } from '../api/operations/rules';

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

/** Undefined if the platform cannot list them. */
export async function offeredRules(
  client: PlatformClient,
  kind: RuleKind,
  signal?: AbortSignal,
): Promise<readonly Rule[] | undefined> {
  try {
    return (await client.send(listRules(kind, {}), signal)).items;
  } catch (error) {
    if (isMissingOperation(error)) return undefined;
    throw error;
  }
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
