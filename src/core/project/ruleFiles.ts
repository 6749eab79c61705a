import * as z from 'zod/mini';
import { parseRuleText, printRuleText } from '../language/ruleText';
import { t } from '../base/localize';
import type { RawRecord } from '../interface/optional';
import type { RuleKind } from '../interface/rule';
import { ruleExtension } from './fileNames';
import { ProjectError, wholeFileProblem } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { inStableOrder } from '../base/json';
import type { ProjectFolder } from './projectFolder';
import { ownFields } from './ruleFields';

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];

/** A detection rule of one platform in a file. */
export interface RuleFile {
  readonly path: string;
  readonly text: string;
  readonly guid: string;
  readonly record: RawRecord;
}

export function ruleFolder(platform: string, kind: RuleKind): string {
  return `rules/${platform}/${kind}`;
}

export async function readRuleFiles(
  folder: ProjectFolder,
  platform: string,
  kind: RuleKind,
): Promise<{ files: readonly RuleFile[]; problems: readonly FileProblem[] }> {
  const files = new Map<string, RuleFile>();
  const problems: FileProblem[] = [];
  for (const { path, problem } of await folder.filesBelow(ruleFolder(platform, kind))) {
    const read = problem ?? readListed(folder, path, kind);
    const first = read && 'guid' in read ? files.get(read.guid) : undefined;
    if (read === undefined) continue;
    if ('message' in read) problems.push(read);
    else if (first === undefined) files.set(read.guid, read);
    else
      problems.push(problemOf(path, t('{0} is the file of the same rule. Delete one of them.', first.path)));
  }
  return { files: [...files.values()], problems };
}

/** A file that is not text has a problem, so that those of the others are found too. */
function readListed(folder: ProjectFolder, path: string, kind: RuleKind): ReturnType<typeof readRuleFile> {
  try {
    return readRuleFile(path, kind, folder.read(path));
  } catch (error) {
    if (error instanceof ProjectError) return problemOf(path, error.message);
    throw error;
  }
}

const identity = z.looseObject({ guid: z.string(), name: z.string() });

/** Undefined for a file of another kind. */
export function readRuleFile(path: string, kind: RuleKind, text: string): RuleFile | FileProblem | undefined {
  if (!path.endsWith(ruleExtension)) return undefined;
  const parsed = parseRuleText(kind, text);
  if ('problem' in parsed) return { ...problemOf(path, parsed.problem.message), ...parsed.problem };
  const { data } = identity.safeParse(parsed.record);
  if (data !== undefined && !isOptionalBoolean(data['enabled'])) {
    return problemOf(path, t('“enabled” must be true or false.'));
  }
  if (data !== undefined) return { path, text, guid: data.guid.toLowerCase(), record: data };
  return problemOf(path, t('A rule requires “name” and “guid”. New rules are not created from files.'));
}

function isOptionalBoolean(value: unknown): boolean {
  return value == null || typeof value === 'boolean';
}

function problemOf(path: string, message: string): FileProblem {
  return wholeFileProblem(path, 'rule', message);
}

export function printRuleFile(kind: RuleKind, record: RawRecord): string {
  return printRuleText(kind, inStableOrder(ownFields(kind, record)) as RawRecord);
}
