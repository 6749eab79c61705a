import * as z from 'zod/mini';
import type { PlatformClient } from '../api/client';
import { isMissingOperation } from '../api/errors';
import { t } from '../shared/localize';
import type { Rule, RuleKind } from '../shared/wire/rule';
import { jsonOf } from './lock';
import { pathKey, safeFileName } from './newPath';
import type { ProjectFolder } from './projectFolder';
import { GuidMap, GuidSet } from '../shared/wire/guid';

export interface PulledRules {
  readonly written: readonly string[];
  /** Files of deleted rules; removed if requested. */
  readonly gone: readonly string[];
  /** What the platform cannot list, as a sentence; undefined if it lists everything. */
  readonly unlisted: string | undefined;
}

/** Writes the detection rules that the platform lists as files for reading, history and comparison. */
export async function pullRules(
  client: PlatformClient,
  folder: ProjectFolder,
  platform: string,
  prune: boolean,
  signal?: AbortSignal,
): Promise<PulledRules> {
  const written: string[] = [];
  const gone: string[] = [];
  const unlisted: RuleKind[] = [];
  for (const kind of ['batch', 'stream'] as const) {
    const rules = await listRules(client, kind, signal);
    if (rules === undefined) {
      unlisted.push(kind);
      continue;
    }
    const place = `rules/${platform}/${kind}`;
    const known = await knownFiles(folder, place);
    for (const [path, rule] of pathsOf(rules, place, known)) {
      const text = `${JSON.stringify(inStableOrder(rule.raw), null, 2)}\n`;
      if (known.get(path)?.text === text) continue;
      await folder.write(path, text);
      written.push(path);
    }
    const guids = new GuidSet(rules.map(({ guid }) => guid));
    gone.push(...[...known].flatMap(([path, { guid }]) => (guids.has(guid) ? [] : path)));
  }
  if (prune) for (const path of gone) await folder.remove(path);
  return { written, gone, unlisted: unlistedText(unlisted) };
}

function unlistedText([kind, other]: readonly RuleKind[]): string | undefined {
  if (other !== undefined) return t('This platform cannot list its detection rules. They were skipped.');
  if (kind === undefined) return undefined;
  return kind === 'batch'
    ? t('This platform cannot list its batch rules. They were skipped.')
    : t('This platform cannot list its stream rules. They were skipped.');
}

async function listRules(
  client: PlatformClient,
  kind: RuleKind,
  signal: AbortSignal | undefined,
): Promise<readonly Rule[] | undefined> {
  try {
    return (await client.rules(kind, {}, signal)).items;
  } catch (error) {
    if (isMissingOperation(error)) return undefined;
    throw error;
  }
}

interface KnownFile {
  readonly guid: string;
  readonly text: string;
}

const identity = z.looseObject({ guid: z.string() });

async function knownFiles(folder: ProjectFolder, place: string): Promise<ReadonlyMap<string, KnownFile>> {
  const known = new Map<string, KnownFile>();
  for (const path of await folder.filesBelow(place)) {
    if (!path.endsWith('.json')) continue;
    const text = folder.read(path);
    const parsed = identity.safeParse(jsonOf(text));
    if (parsed.success) known.set(path, { guid: parsed.data.guid, text });
  }
  return known;
}

/** A rule keeps its file when it is renamed; a new one is named after the rule. */
function pathsOf(
  rules: readonly Rule[],
  place: string,
  known: ReadonlyMap<string, KnownFile>,
): ReadonlyMap<string, Rule> {
  const byGuid = new GuidMap([...known].map(([path, { guid }]) => [guid, path]));
  const used = new Set([...known.keys()].map(pathKey));
  const paths = new Map<string, Rule>();
  for (const rule of rules) {
    let path = byGuid.get(rule.guid) ?? `${place}/${safeFileName(rule.name)}.json`;
    if (!byGuid.has(rule.guid) && used.has(pathKey(path))) {
      path = `${place}/${safeFileName(rule.name)}-${rule.guid}.json`;
    }
    used.add(pathKey(path));
    paths.set(path, rule);
  }
  return paths;
}

function inStableOrder(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(inStableOrder);
  if (typeof value !== 'object' || value === null) return value;
  const entries = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return Object.fromEntries(entries.map(([key, inner]) => [key, inStableOrder(inner)]));
}
