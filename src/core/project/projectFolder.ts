import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { existsSync, lstatSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { errorCode } from '../interface/errorCode';
import { t } from '../base/localize';
import { changeExclusively } from './changeExclusively';
import { lockFileName, projectFileName } from './fileNames';
import { ProjectError } from './fileProblem';
import type { FileProblem } from './fileProblem';
import { folderOfGlob, matchesGlob } from './glob';
import { Lock, parseLock } from './lock';
import { readProject } from './project';
import type { Project, ReadProject } from './project';
import { readQueryFile, unreadableFile } from './queryFile';
import type { QueryFile } from './queryFile';

const filesAtOnce = 250;
/**
 * Complete options, because Node would create missing ones per call, which takes half the time of reading a
 * small file.
 */
const asText = { encoding: 'utf8', flag: 'r' } as const;

/** A project on disk. */
export class ProjectFolder {
  /** The last known lock, so that it is parsed only if it has changed. */
  #known: { readonly text: string; readonly lock: Lock } | undefined;

  constructor(readonly root: string) {}

  readProject(): ReadProject {
    try {
      return readProject(this.read(projectFileName));
    } catch (error) {
      if (!isMissing(error)) throw error;
      throw new ProjectError(t('{0} no longer exists in {1}.', projectFileName, this.root));
    }
  }

  /** The scheduled query files, sorted by path. */
  async readQueryFiles(project: Project): Promise<readonly QueryFile[]> {
    const found = await this.#findQueryFiles(project);
    const files: QueryFile[] = [];
    for (const file of found) {
      // Yields in between, so that pending requests make progress.
      if (files.length % filesAtOnce === 0) await nextTurn();
      files.push(this.#readQueryFile(file, project));
    }
    return files;
  }

  async #findQueryFiles({ files: patterns }: Project): Promise<readonly ListedFile[]> {
    const found = new Map<string, ListedFile>();
    for (const folder of new Set(patterns.map(folderOfGlob))) {
      for (const file of await this.#list(folder)) {
        // Links are not followed, so the files of a linked folder are unknown.
        const isMeant =
          file.kind === 'linkedFolder' || patterns.some((pattern) => matchesGlob(file.path, pattern));
        if (isMeant) found.set(file.path, file);
      }
    }
    return [...found.values()].sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  async #list(folder: string): Promise<readonly ListedFile[]> {
    // The root may contain links that do not belong to the project.
    if (folder === '') return (await listFiles(this.root)).filter(({ kind }) => kind !== 'linkedFolder');
    const link = this.#linkOn(folder);
    if (link !== undefined) return [{ path: link, kind: 'linkedFolder' }];
    const files = await listFiles(this.#fullPath(folder));
    return files.map(({ path: name, kind }) => ({ path: `${folder}/${name}`, kind }));
  }

  #readQueryFile({ path: file, kind }: ListedFile, project: Project): QueryFile {
    if (kind !== 'file') return unreadableFile(file, 'link', linkMessage(file));
    try {
      return readQueryFile(file, this.#readText(file), project);
    } catch (error) {
      if (!(error instanceof ProjectError)) throw error;
      return unreadableFile(file, error.cause === undefined ? 'encoding' : 'unreadable', error.message);
    }
  }

  readLock(): Lock {
    let text: string;
    try {
      text = this.read(lockFileName);
    } catch (error) {
      if (isMissing(error)) return new Lock();
      throw error;
    }
    if (this.#known?.text !== text) this.#known = { text, lock: parseLock(text) };
    return this.#known.lock;
  }

  /** Changes the current lock, which another window or command may have changed since it was read. */
  async changeLock(change: (lock: Lock) => void): Promise<void> {
    let written: { readonly text: string; readonly lock: Lock } | undefined;
    await this.#changeText(lockFileName, () => {
      const lock = this.readLock();
      // What could not be written is not known either.
      this.#known = undefined;
      change(lock);
      written = { text: lock.print(), lock };
      return written.text;
    });
    this.#known = written;
  }

  /** Replaces the lock, whatever it contains. */
  async rewriteLock(change: (text: string) => string): Promise<void> {
    await this.#changeText(lockFileName, () => change(this.has(lockFileName) ? this.read(lockFileName) : ''));
  }

  async #changeText(file: string, change: () => string): Promise<void> {
    this.#rejectLinks(file);
    try {
      await changeExclusively(this.#fullPath(file), change);
    } catch (error) {
      if (errorCode(error) === undefined) throw error;
      throw new ProjectError(t('{0} could not be written: {1}', file, reasonOf(error)), { cause: error });
    }
  }

  /** A link could make another file of this machine part of the project. */
  read(file: string): string {
    this.#rejectLinks(file);
    return this.#readText(file);
  }

  #readText(file: string): string {
    let text: string | undefined;
    try {
      text = this.#readUtf8(file);
    } catch (error) {
      if (isMissing(error)) throw error;
      throw new ProjectError(t('{0} could not be read: {1}', file, reasonOf(error)), { cause: error });
    }
    if (text === undefined) throw new ProjectError(encodingMessage(file));
    return text;
  }

  has(file: string): boolean {
    return existsSync(this.#fullPath(file));
  }

  /** The text to which problem positions refer; empty if a file cannot be read. */
  readPositions(file: string): string {
    try {
      return this.read(file);
    } catch {
      return '';
    }
  }

  /** Undefined if it is not UTF-8. Asynchronous reads of many small files take several times as long. */
  #readUtf8(file: string): string | undefined {
    const fullPath = this.#fullPath(file);
    const text = readFileSync(fullPath, asText);
    return text.includes(replacement) && !isUtf8(readFileSync(fullPath)) ? undefined : text;
  }

  /** Whole or not at all: an interrupted write leaves what was there. */
  async write(file: string, text: string): Promise<void> {
    const fullPath = this.#fullPath(file);
    // Short, because most systems limit names to 255 bytes.
    const unfinished = `${fullPath}.${randomUUID().slice(0, 8)}.tmp`;
    try {
      this.#rejectLinks(file);
      await mkdir(path.dirname(fullPath), { recursive: true });
      await writeFile(unfinished, text, { flag: 'wx' });
      await rename(unfinished, fullPath);
    } catch (error) {
      await rm(unfinished).catch(() => undefined);
      if (error instanceof ProjectError) throw error;
      throw new ProjectError(t('{0} could not be written: {1}', file, reasonOf(error)), { cause: error });
    }
  }

  async remove(file: string): Promise<void> {
    this.#rejectLinks(file);
    await rm(this.#fullPath(file), { force: true });
  }

  /** All files below a folder, sorted, relative to the project, with slashes; links have the problem that they are. */
  async filesBelow(folder: string): Promise<readonly { path: string; problem?: FileProblem }[]> {
    const files = (await this.#list(folder)).toSorted((one, other) => (one.path < other.path ? -1 : 1));
    return files.map(({ path: file, kind }) => {
      const [problem] = kind === 'file' ? [] : unreadableFile(file, 'link', linkMessage(file)).problems;
      return { path: file, ...(problem && { problem }) };
    });
  }

  /** A link may point outside of the project. */
  #rejectLinks(file: string): void {
    const link = this.#linkOn(file);
    if (link !== undefined) throw new ProjectError(linkMessage(link));
  }

  /** The first link in the path of a file or folder. */
  #linkOn(file: string): string | undefined {
    const segments = file.split('/');
    for (let length = 1; length <= segments.length; length++) {
      const passed = segments.slice(0, length).join('/');
      if (isLink(this.#fullPath(passed))) return passed;
    }
    return undefined;
  }

  #fullPath(file: string): string {
    // Slashes work on every system, and `path.join` is slow for a thousand paths.
    return `${this.root}/${file}`;
  }
}

/** Node's replacement for bytes that are not UTF-8. */
const replacement = '\uFFFD';

function encodingMessage(file: string): string {
  return t('{0} is not UTF-8. Save it with this encoding.', file);
}

function linkMessage(file: string): string {
  return t('{0} is a symbolic link. Links are not followed. Use a file or folder instead.', file);
}

/** The system message without the absolute path. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/, \w+( '.*)?$/, '');
}

/** The project of a folder: the nearest parent folder with a `logbench.yaml`. */
export async function findProjectFolder(start: string): Promise<ProjectFolder> {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    const found = await stat(path.join(folder, projectFileName)).catch(() => undefined);
    if (found?.isFile() === true) return new ProjectFolder(folder);
    if (folder === path.dirname(folder)) {
      throw new ProjectError(t('No {0} was found in {1} or its parent folders.', projectFileName, start));
    }
  }
}

interface ListedFile {
  /** Relative to the folder, with slashes. */
  readonly path: string;
  readonly kind: 'file' | 'linkedFile' | 'linkedFolder';
}

/** All files below a folder; empty if it does not exist. Links are listed but not followed. */
export async function listFiles(folder: string): Promise<readonly ListedFile[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw error;
  });
  const found: ListedFile[] = [];
  for (const entry of entries) {
    if (entry.isFile()) found.push({ path: entry.name, kind: 'file' });
    else if (entry.isDirectory() && !ignored.has(entry.name)) {
      for (const below of await listFiles(path.join(folder, entry.name))) {
        found.push({ path: `${entry.name}/${below.path}`, kind: below.kind });
      }
    } else if (entry.isSymbolicLink()) {
      found.push({ path: entry.name, kind: await kindOfLink(path.join(folder, entry.name)) });
    }
  }
  return found;
}

const ignored = new Set(['.git', 'node_modules']);

async function kindOfLink(file: string): Promise<ListedFile['kind']> {
  const target = await stat(file).catch(() => undefined);
  return target?.isDirectory() === true ? 'linkedFolder' : 'linkedFile';
}

function isLink(file: string): boolean {
  return lstatSync(file, { throwIfNoEntry: false })?.isSymbolicLink() === true;
}

function isMissing(error: unknown): boolean {
  return errorCode(error) === 'ENOENT';
}
