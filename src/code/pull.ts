import { definitionOfFields } from './definition';
import type { PlatformRecord } from './definition';
import { needsDecision } from './actions';
import { ProjectError } from './fileProblem';
import { newPath, noNewPath, pathKey } from './newPath';
import type { Lock, LockEntry } from './lock';
import type { Plan, PlanItem } from './plan';
import type { Project } from './project';
import { readQueryFile } from './queryFile';
import type { QueryFile } from './queryFile';
import { renderQueryFile, updateQueryFile } from './writeQueryFile';

/** The change of one file. */
export interface PullEdit {
  readonly kind: 'add' | 'change' | 'remove' | 'adopt';
  readonly path: string;
  readonly name: string;
  /** The new content; undefined if the file is removed or unchanged. */
  readonly source: string | undefined;
  /** The new lock entry; undefined to remove it. */
  readonly entry: LockEntry | undefined;
  readonly movedFrom?: string | undefined;
}

export interface PullInput {
  readonly project: Project;
  readonly platform: string;
  readonly files: readonly QueryFile[];
  readonly lock: Lock;
  readonly plan: Plan;
  /** Whether the record on the platform replaces the content of the file. */
  readonly isTaken: (item: PlanItem) => boolean;
  /** Whether a path is requested. */
  readonly isWanted: (path: string) => boolean;
}

/** The changes for new and changed records. Writes nothing. */
export function pullEdits(input: PullInput): readonly PullEdit[] {
  const taken = input.plan.items.filter((item) => input.isWanted(item.path) && input.isTaken(item));
  const added = newFiles(input);
  const nameOf = namesInFolder(input, taken, added);
  const edits = [
    ...taken.map((item) => takeOver(item, input, nameOf)),
    ...[...added].map(([path, record]): PullEdit => {
      const definition = definitionOfFields(record, nameOf);
      const source = renderQueryFile(path, definition, input.platform, input.project);
      return { kind: 'add', path, name: record.name, source, entry: { guid: record.guid, record } };
    }),
  ];
  return [...edits, ...renamedPredecessors(input, edits)];
}

export interface PullResolution {
  /** Whether the platform wins if both sides have changed. */
  readonly overwrite: boolean;
  /** Whether files of deleted records are removed. */
  readonly prune: boolean;
}

/** Takes changes that only the platform has, and more if requested. */
export function resolvedBy({ overwrite, prune }: PullResolution): PullInput['isTaken'] {
  return (item) => {
    if (item.kind === 'adopt') return true;
    if (!needsDecision(item)) return false;
    return (item.kind === 'drift' || overwrite) && (item.current !== undefined || prune);
  };
}

/** Whether the file can be replaced with the platform's version; includes known deletions. */
export function canBeTaken(item: PlanItem): boolean {
  return item.kind === 'change' || item.kind === 'delete' || needsDecision(item);
}

function takeOver(item: PlanItem, input: PullInput, nameOf: (guid: string) => string): PullEdit {
  const { path, name, movedFrom } = item;
  if (item.kind === 'adopt')
    return { kind: 'adopt', path, name, movedFrom, source: undefined, entry: item.entry };
  const record = 'current' in item ? item.current : undefined;
  if (record === undefined) return { kind: 'remove', path, name, source: undefined, entry: undefined };
  const definition = definitionOfFields(record, nameOf);
  const file = input.files.find((candidate) => candidate.path === path);
  const isShared = input.lock.isElsewhere(path, input.platform);
  const source = file
    ? updateQueryFile(file, definition, { ...input, isShared })
    : renderQueryFile(path, definition, input.platform, input.project);
  const entry = { guid: record.guid, record };
  return { kind: file ? 'change' : 'add', path, name: record.name, movedFrom, source, entry };
}

function newFiles({
  plan,
  files,
  project,
  lock,
  platform,
  isWanted,
}: PullInput): ReadonlyMap<string, PlatformRecord> {
  const used = new Set([...files.map(({ path }) => path), ...lock.of(platform).keys()].map(pathKey));
  const added = new Map<string, PlatformRecord>();
  for (const record of plan.unmanaged) {
    const path = newPath(record.name, project, used);
    // Without a path, it is requested only together with everything else.
    if (!isWanted(path ?? '')) continue;
    if (path === undefined) throw new ProjectError(noNewPath(record.name));
    used.add(pathKey(path));
    added.set(path, record);
  }
  return added;
}

/** The name of a record in the folder; its GUID if it is not in the folder. */
function namesInFolder(
  { plan }: PullInput,
  taken: readonly PlanItem[],
  added: ReadonlyMap<string, PlatformRecord>,
): (guid: string) => string {
  const names = new Map<string, string>();
  for (const item of plan.items) {
    const record = 'current' in item ? item.current : item.kind === 'adopt' ? item.entry : undefined;
    if (record === undefined || item.kind === 'delete') continue;
    const isNew = taken.includes(item) && 'name' in record;
    names.set(record.guid, isNew ? record.name : item.name);
  }
  for (const record of added.values()) names.set(record.guid, record.name);
  return (guid) => names.get(guid) ?? guid;
}

/** Files refer to preceding queries by name, so they are updated after a rename. */
function renamedPredecessors(input: PullInput, edits: readonly PullEdit[]): readonly PullEdit[] {
  const { files, platform, project, lock } = input;
  const renamed = new Map<string, string>();
  for (const file of files) {
    const source = edits.find((edit) => edit.path === file.path)?.source;
    const [before, after] = [
      file.on(platform),
      source && readQueryFile(file.path, source, project).on(platform),
    ];
    if (before && after && before.name !== after.name) renamed.set(before.name, after.name);
  }
  if (renamed.size === 0) return [];
  return files.flatMap((file) => {
    const definition = file.on(platform);
    if (definition === undefined || !('after' in definition.trigger)) return [];
    const after = renamed.get(definition.trigger.after);
    const edit = edits.find(({ path }) => path === file.path);
    if (after === undefined || edit?.source !== undefined) return [];
    const entry = edit === undefined ? lock.of(platform).get(file.path) : edit.entry;
    const trigger = { ...definition.trigger, after };
    const isShared = lock.isElsewhere(file.path, platform);
    const source = updateQueryFile(file, { ...definition, trigger }, { ...input, isShared });
    return [{ kind: 'change' as const, path: file.path, name: definition.name, source, entry }];
  });
}

/** The file with the content of the platform; undefined if the query does not exist there. */
export function platformCopy(
  path: string,
  input: Omit<PullInput, 'isTaken' | 'isWanted'>,
): string | undefined {
  const item = input.plan.items.find((candidate) => candidate.path === path);
  if (item === undefined || item.kind === 'create') return undefined;
  if (!canBeTaken(item)) return input.files.find((file) => file.path === path)?.source;
  const isWanted: PullInput['isWanted'] = (wanted) => wanted === path;
  return pullEdits({ ...input, isTaken: canBeTaken, isWanted }).find((edit) => edit.path === path)?.source;
}
