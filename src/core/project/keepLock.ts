import type { PlatformClient } from '../api/client';
import { applyActions } from './applyActions';
import { applyRules } from './applyRules';
import type { RuleItem } from './folderRules';
import type { WriteResult } from '../api/guardedWrite';
import type { LockEntry } from './lock';
import { dropIgnored } from './linkFiles';
import type { Action, PlatformPlan } from './plan';
import type { ProjectFolder } from './projectFolder';
import type { PullEdit } from './pull';

/** Applies queries, then rules. Each result is saved to the lock file before the next one. */
export async function* applyPlan(
  client: PlatformClient,
  folder: ProjectFolder,
  plan: PlatformPlan,
  actions: readonly Action[],
  rules: readonly RuleItem[],
  signal?: AbortSignal,
): AsyncGenerator<WriteResult<Action | RuleItem>, void, void> {
  yield* applyAndNote(client, folder, plan, actions, signal);
  yield* applyRules(client, folder, plan.platform.name, rules, signal);
}

/** Applies actions and saves each result to the lock file before the next one. */
export async function* applyAndNote(
  client: PlatformClient,
  folder: ProjectFolder,
  plan: PlatformPlan,
  actions: readonly Action[],
  signal?: AbortSignal,
): AsyncGenerator<WriteResult<Action>, void, void> {
  if (actions.length === 0 && plan.lockedAddress === undefined) return;
  const notes = new LockNotes(folder, plan);
  // A folder that cannot be written is detected before anything changes on the platform.
  await notes.write();
  const remember = async (action: Action, entry: LockEntry | undefined): Promise<void> => {
    notes.add(action, entry);
    // An adoption is found again by the next plan, so it can wait for the next write.
    if (action.kind !== 'adopt') await notes.write();
  };
  yield* applyActions(client, actions, remember, signal);
  await notes.write();
}

/** Writes the files of a pull, and saves each to the lock file before the next one. */
export async function writeEdits(
  folder: ProjectFolder,
  plan: PlatformPlan,
  edits: readonly PullEdit[],
): Promise<void> {
  const notes = new LockNotes(folder, plan);
  for (const edit of edits) {
    const { kind, path, source } = edit;
    if (kind === 'skip') continue;
    if (source !== undefined) await folder.write(path, source);
    if (kind === 'remove') await folder.remove(path);
    notes.add(edit, edit.entry);
    if (kind !== 'adopt') await notes.write();
  }
  // Adoptions have no visible effect, so one write for all of them is sufficient.
  await notes.write();
}

type OfFile = Pick<PullEdit, 'path' | 'movedFrom' | 'protect'>;

/** Pending lock entries, written together. */
class LockNotes {
  #isFirst = true;
  readonly #waiting: [file: OfFile, entry: LockEntry | undefined][] = [];

  constructor(
    private readonly folder: ProjectFolder,
    private readonly plan: Pick<PlatformPlan, 'platform' | 'entries'>,
  ) {}

  add(file: OfFile, entry: LockEntry | undefined): void {
    this.#waiting.push([file, entry]);
  }

  async write(): Promise<void> {
    const { platform, entries } = this.plan;
    const { name } = platform;
    const isFirst = this.#isFirst;
    this.#isFirst = false;
    const waiting = this.#waiting.splice(0);
    await this.folder.changeLock((lock) => {
      lock.bind(platform, entries);
      if (isFirst) dropIgnored(lock, name, entries);
      for (const [{ path, movedFrom, protect }, entry] of waiting) {
        if (movedFrom !== undefined) lock.delete(name, movedFrom);
        if (entry === undefined) lock.delete(name, path);
        else lock.set(name, path, protect === true ? { ...entry, protect } : entry);
      }
    });
  }
}
