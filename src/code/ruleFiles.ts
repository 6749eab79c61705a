import * as z from 'zod/mini';
import { parseRuleText, printRuleText } from '../language/ruleText';
import { t } from '../shared/localize';
import type { RawRecord } from '../shared/wire/optional';
import type { RuleKind } from '../shared/wire/rule';
import { ruleExtension } from './fileNames';
import { wholeFileProblem } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { tryParseJson } from '../shared/json';
import type { ProjectFolder } from './projectFolder';

export const ruleKinds = ['batch', 'stream'] as const satisfies readonly RuleKind[];

/** A detection rule of one platform in a file: a text, or JSON as earlier versions wrote it. */
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
  for (const path of (await folder.filesBelow(ruleFolder(platform, kind))).toSorted()) {
    const read = readRuleFile(path, kind, folder.read(path));
    const first = read && 'guid' in read ? files.get(read.guid) : undefined;
    if (read === undefined) continue;
    if ('message' in read) problems.push(read);
    else if (first === undefined) files.set(read.guid, read);
    else
      problems.push(problemOf(path, t('{0} is the file of the same rule. Delete one of them.', first.path)));
  }
  return { files: [...files.values()], problems };
}

const identity = z.looseObject({ guid: z.string(), name: z.string() });

/** Undefined for a file of another kind. */
function readRuleFile(path: string, kind: RuleKind, text: string): RuleFile | FileProblem | undefined {
  const isText = path.endsWith(ruleExtension);
  const parsed = isText
    ? parseRuleText(kind, text)
    : { record: path.endsWith('.json') ? tryParseJson(text) : undefined };
  if ('problem' in parsed) return { ...problemOf(path, parsed.problem.message), ...parsed.problem };
  const { data } = identity.safeParse(parsed.record);
  if (data !== undefined && !isOptionalBoolean(data['enabled'])) {
    return problemOf(path, t('“enabled” must be true or false.'));
  }
  if (data !== undefined) return { path, text, guid: data.guid.toLowerCase(), record: data };
  return isText
    ? problemOf(path, t('A rule requires “name” and “guid”. New rules are not created from files.'))
    : undefined;
}

function isOptionalBoolean(value: unknown): boolean {
  return value == null || typeof value === 'boolean';
}

function problemOf(path: string, message: string): FileProblem {
  return wholeFileProblem(path, 'rule', message);
}

/** In the format of the file. */
export function printRuleFile(path: string, kind: RuleKind, record: RawRecord): string {
  if (path.endsWith(ruleExtension)) return printRuleText(kind, inStableOrder(record) as RawRecord);
  return `${JSON.stringify(inStableOrder(record), null, 2)}\n`;
}

/** By the names of the fields, so that files differ in what has changed only. */
export function inStableOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStableOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inStableOrder(inner)]));
}
