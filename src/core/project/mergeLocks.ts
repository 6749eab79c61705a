import { isJsonObject, tryParseJson } from '../base/json';
import { t } from '../base/localize';
import { lockFileName } from './fileNames';
import { ProjectError } from './fileProblem';
import { parseLock } from './lock';

/** The entries of a lock as JSON, by their keys: a platform, and the path of a file. */
type Entries = ReadonlyMap<string, string>;

export interface MergedLock {
  readonly text: string;
  /** The keys of entries that differ on both sides, where our side was taken. */
  readonly disputed: readonly string[];
}

/**
 * Merges two versions of a lock entry by entry, wherever their lines are. An entry that both sides changed is ours: the
 * next plan compares it with file and platform, and does not take a change for granted that only one side knows.
 *
 * @param base the common ancestor; empty without one
 */
export function mergeLocks(base: string, ours: string, theirs: string): MergedLock {
  const [before, mine, other] = [entriesOf(base), entriesOf(ours), entriesOf(theirs)] as const;
  const merged = new Map<string, string>();
  const disputed: string[] = [];
  for (const key of new Set([...mine.keys(), ...other.keys()])) {
    const address = `${key.slice(0, key.indexOf('/'))}/`;
    const [left, right] = [mine.get(key), other.get(key)];
    // Records belong to an address, so those of a platform that one side has moved are all of one side.
    const isMoved = mine.has(address) && other.has(address) && mine.get(address) !== other.get(address);
    const isOurs = !isMoved || before.get(address) !== mine.get(address);
    const value = isMoved ? (isOurs ? left : right) : mergeEntry(before.get(key), left, right);
    if (value !== undefined) merged.set(key, value);
    if (left !== right && ![left, right].includes(before.get(key))) disputed.push(key);
  }
  return { text: printEntries(merged), disputed };
}

/** An entry that one side deleted and the other changed is kept: its file may be there. */
function mergeEntry(
  old: string | undefined,
  left: string | undefined,
  right: string | undefined,
): string | undefined {
  if (left === old) return right;
  return right === old ? left : (left ?? right);
}

function entriesOf(text: string): Entries {
  if (text.trim() === '') return new Map();
  // Rejects what is damaged.
  return readEntries(parseLock(text).print());
}

function readEntries(text: string): Entries {
  const parsed = tryParseJson(text.replace(/^\uFEFF/, ''));
  const values = Object.entries(isJsonObject(parsed) ? parsed : {});
  return new Map(
    values.filter(([key]) => key !== 'version').map(([key, value]) => [key, JSON.stringify(value)]),
  );
}

function printEntries(entries: Entries): string {
  return parseLock(lockOf(entries)).print();
}

function lockOf(entries: Entries): string {
  const lines = [...entries].map(([key, value]) => `  ${JSON.stringify(key)}: ${value},\n`);
  return `{\n${lines.join('')}  "version": 1\n}\n`;
}

export interface RepairedLock extends MergedLock {
  /** The keys of entries that cannot be read. */
  readonly dropped: readonly string[];
}

const entryLine = /^ {2}("(?:[^"\\]|\\.)*"): (.*?),?\s*$/;

/**
 * What can be read of a lock that a merge has damaged: with markers of conflicts, or with two lines for one entry.
 * Undefined if it is not damaged.
 */
export function repairLock(text: string): RepairedLock | undefined {
  if (isReadable(text)) return undefined;
  const version = /^ {2}"version": (\d+)/m.exec(text)?.[1] ?? '1';
  if (version !== '1') {
    throw new ProjectError(
      t('{0} was written by a newer version of Logbench. Update Logbench.', lockFileName),
    );
  }
  const [kept, disputed, dropped] = [new Map<string, string>(), new Set<string>(), new Set<string>()];
  const found = [...entryLines(text), ...readEntries(text)];
  for (const [key, value] of found) {
    const known = kept.get(key);
    if (!isReadable(lockOf(new Map([[key, value]])))) dropped.add(key);
    else if (known === undefined) kept.set(key, value);
    else if (known !== value) disputed.add(key);
  }
  const lost = [...dropped].filter((key) => !kept.has(key));
  return { text: printEntries(kept), disputed: [...disputed], dropped: lost };
}

/** Without those of the common ancestor, which Git writes between the two sides of a conflict if asked to. */
function* entryLines(text: string): Generator<readonly [key: string, value: string]> {
  let isBase = false;
  for (const line of text.split('\n')) {
    if (line.startsWith('|||||||')) isBase = true;
    else if (line.startsWith('=======')) isBase = false;
    const [, key = '', value = ''] = entryLine.exec(line) ?? [];
    const name = tryParseJson(key);
    if (!isBase && typeof name === 'string' && name !== 'version') yield [name, value];
  }
}

function isReadable(text: string): boolean {
  try {
    parseLock(text);
    return true;
  } catch {
    return false;
  }
}
