import { definitionOfFields } from './definition';
import type { PlatformRecord } from './definition';
import { needsDecision } from './actions';
import type { Resolution } from './actions';
import { checkFrontMatters } from './checkFiles';
import { ProjectError } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { newPath, noNewPath, pathKey } from './newPath';
import type { Lock, LockEntry } from './lock';
import type { PlanItem, PlatformPlan } from './plan';
import type { Project } from './project';
import { readQueryFile } from './queryFile';
import type { QueryFile } from './queryFile';
import { excludePlatform, renderQueryFile, updateQueryFile } from './writeQueryFile';

/** The change of one file. */
export interface PullEdit {
  /** A skipped file stays as it is, because the project would have a problem. */
  readonly kind: 'add' | 'change' | 'remove' | 'adopt' | 'skip';
  readonly path: string;
  readonly name: string;
  /** The new content; undefined if the file is removed or unchanged. */
  readonly source: string | undefined;
  /** The new lock entry; undefined to remove it. */
  readonly entry: LockEntry | undefined;
  readonly movedFrom?: string | undefined;
  readonly protect?: boolean;
  /** Why it is skipped. */
  readonly reason?: string;
}

export interface PullInput {
  readonly project: Project;
  readonly platform: string;
  readonly files: readonly QueryFile[];
  readonly lock: Lock;
  readonly plan: PlatformPlan;
  /** Whether the record on the platform replaces the content of the file. */
  readonly isAccepted: (item: PlanItem) => boolean;
  /** Whether a path is requested. */
  readonly isWanted: (path: string) => boolean;
}

/**
 * The changes for new and changed records. Writes nothing. Skips those after which the project could not be read: two
 * files with one name, or a chain that is circular because only a part of it is pulled.
 */
export function pullEdits(input: PullInput): readonly PullEdit[] {
  const skipped = new Map<string, PullEdit>();
  for (;;) {
    const edits = editsOf(input, (path) => !skipped.has(path));
    const problems = checkFrontMatters(filesAfter(edits, input), input.project);
    const problem = problems.find(({ severity }) => severity === 'error');
    if (problem === undefined) return [...edits, ...skipped.values()];
    const faulty = faultyEdits(problem, edits, input);
    for (const { path, name } of faulty) {
      const edit = { kind: 'skip', path, name, source: undefined, entry: undefined } as const;
      skipped.set(path, { ...edit, reason: problem.message });
    }
    if (faulty.length === 0) return [...edits.filter(({ kind }) => kind === 'adopt'), ...skipped.values()];
  }
}

function editsOf(input: PullInput, isPossible: (path: string) => boolean): readonly PullEdit[] {
  const isAccepted = (item: PlanItem): boolean =>
    input.isWanted(item.path) && isPossible(item.path) && input.isAccepted(item);
  const taken = input.plan.items.filter(isAccepted);
  const added = new Map([...newFiles(input)].filter(([path]) => isPossible(path)));
  const nameOf = namesInFolder(input, taken, added);
  const edits = [
    ...taken.map((item) => acceptRemote(item, input, nameOf)),
    ...[...added].map(([path, record]) => pullRecord({ path, record }, input, nameOf)),
  ];
  // First, so that no file names a removed one when a pull is interrupted.
  return [...renamedPredecessors(input, edits).filter(({ path }) => isPossible(path)), ...edits];
}

function filesAfter(edits: readonly PullEdit[], { files, project }: PullInput): readonly QueryFile[] {
  const changed = new Map(edits.filter(({ kind }) => kind !== 'adopt').map((edit) => [edit.path, edit]));
  const written = [...changed].flatMap(([path, { source }]) =>
    source === undefined ? [] : readQueryFile(path, source, project),
  );
  return [...files.filter(({ path }) => !changed.has(path)), ...written];
}

/** Of two files with one name, the problem is that of either; of a chain, that of each. All of them if in doubt. */
function faultyEdits(
  problem: FileProblem,
  edits: readonly PullEdit[],
  input: PullInput,
): readonly PullEdit[] {
  const writes = edits.filter(({ kind }) => kind !== 'adopt');
  const name = filesAfter(edits, input)
    .find(({ path }) => path === problem.path)
    ?.on(input.platform)?.name;
  const faulty = writes.filter((edit) => edit.path === problem.path || edit.name === name);
  return faulty.length > 0 ? faulty : writes;
}

/** Whether the platform wins if both sides have changed, and whether files of deleted records are removed. */
export type PullResolution = Pick<Resolution, 'overwrite' | 'prune'>;

/** Takes changes that only the platform has, and more if requested. A file with changes of its own is never removed. */
export function resolvedBy({ overwrite, prune }: PullResolution): PullInput['isAccepted'] {
  return (item) => {
    if (item.kind === 'adopt') return true;
    if (!needsDecision(item)) return false;
    return item.current === undefined ? item.kind === 'drift' && prune : item.kind === 'drift' || overwrite;
  };
}

/** Whether the file can be replaced with the platform's version; includes known deletions. */
export function canBeTaken(item: PlanItem): boolean {
  return item.kind === 'change' || item.kind === 'delete' || needsDecision(item);
}

function acceptRemote(item: PlanItem, input: PullInput, nameOf: (guid: string) => string): PullEdit {
  const { path, name, movedFrom } = item;
  const protection = item.protect === true && { protect: true };
  if (item.kind === 'adopt')
    return { kind: 'adopt', path, name, movedFrom, ...protection, source: undefined, entry: item.entry };
  const record = 'current' in item ? item.current : undefined;
  if (record !== undefined)
    return { ...pullRecord({ path, movedFrom, record }, input, nameOf), ...protection };
  const file = input.files.find((candidate) => candidate.path === path);
  const source = file && excludePlatform(file, input);
  return { kind: source === undefined ? 'remove' : 'change', path, name, source, entry: undefined };
}

function pullRecord(
  { path, movedFrom, record }: Pick<PullEdit, 'path' | 'movedFrom'> & { readonly record: PlatformRecord },
  input: PullInput,
  nameOf: (guid: string) => string,
): PullEdit {
  const { files, project, platform } = input;
  const definition = definitionOfFields(record, nameOf);
  const file = files.find((candidate) => candidate.path === path);
  const source = file
    ? updateQueryFile(file, definition, input)
    : renderQueryFile(definition, project, platform);
  const entry = { guid: record.guid, record };
  return { kind: file ? 'change' : 'add', path, name: record.name, movedFrom, source, entry };
}

function newFiles(input: PullInput): ReadonlyMap<string, PlatformRecord> {
  const { plan, files, project, lock, platform, isWanted } = input;
  const used = new Set([...files.map(({ path }) => path), ...lock.of(platform).keys()].map(pathKey));
  const added = new Map<string, PlatformRecord>();
  const elsewhere = filesElsewhere(files, project, platform);
  for (const record of plan.unmanaged) {
    const path = elsewhere.get(record.name) ?? newPath(record.name, project, used);
    // Without a path, it is requested only together with everything else.
    if (!isWanted(path ?? '')) continue;
    if (path === undefined) throw new ProjectError(noNewPath(record.name));
    used.add(pathKey(path));
    added.set(path, record);
  }
  return added;
}

/** The files that are on other platforms only, by their names there: a query of the same name belongs into the same file. */
function filesElsewhere(
  files: readonly QueryFile[],
  { platforms }: Project,
  platform: string,
): ReadonlyMap<string, string> {
  const excluded = files.filter((file) => file.isReadable && file.on(platform) === undefined);
  return new Map(
    excluded.flatMap((file) =>
      platforms.flatMap(({ name }) => {
        const definition = file.on(name);
        return definition === undefined ? [] : [[definition.name, file.path] as const];
      }),
    ),
  );
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

/** Files refer to preceding queries by name, so they are updated after a rename; to one without a file by GUID. */
function renamedPredecessors(input: PullInput, edits: readonly PullEdit[]): readonly PullEdit[] {
  const { files, platform, plan } = input;
  const renamed = newNames(input, edits);
  if (renamed.size === 0) return [];
  return files.flatMap((file) => {
    const definition = file.on(platform);
    if (definition === undefined || !('after' in definition.trigger)) return [];
    const after = renamed.get(definition.trigger.after);
    const edit = edits.find(({ path }) => path === file.path);
    if (after === undefined || (edit !== undefined && edit.kind !== 'adopt')) return [];
    const entry = edit === undefined ? plan.entries.get(file.path) : edit.entry;
    const trigger = { ...definition.trigger, after };
    const source = updateQueryFile(file, { ...definition, trigger }, input);
    return [{ kind: 'change' as const, path: file.path, name: definition.name, source, entry }];
  });
}

/** The new names of queries by their old ones; the GUIDs of those that are no longer in the folder. */
function newNames(
  { files, platform, project, plan }: PullInput,
  edits: readonly PullEdit[],
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const file of files) {
    const edit = edits.find(({ path, kind }) => path === file.path && kind !== 'adopt');
    const before = file.on(platform);
    if (edit === undefined || before === undefined) continue;
    const after = edit.source && readQueryFile(file.path, edit.source, project).on(platform)?.name;
    const name = after ?? plan.entries.get(file.path)?.guid;
    if (name !== undefined && before.name !== name) renamed.set(before.name, name);
  }
  return renamed;
}

/** The file with the content of the platform; undefined if the query does not exist there. */
export function platformCopy(
  path: string,
  input: Omit<PullInput, 'isAccepted' | 'isWanted'>,
): string | undefined {
  const item = input.plan.items.find((candidate) => candidate.path === path);
  if (item === undefined || item.kind === 'create') return undefined;
  if ('current' in item && item.current === undefined) return undefined;
  if (!canBeTaken(item)) return input.files.find((file) => file.path === path)?.source;
  const isWanted: PullInput['isWanted'] = (wanted) => wanted === path;
  const edits = editsOf({ ...input, isAccepted: canBeTaken, isWanted }, () => true);
  return edits.find((edit) => edit.path === path)?.source;
}
