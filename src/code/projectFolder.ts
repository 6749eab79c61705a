import { readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { t } from '../shared/localize';
import { lockFileName, projectFileName } from './fileNames';
import { ProjectError } from './fileProblem';
import { matchesGlob } from './glob';
import { Lock, parseLock } from './lock';
import { readProject } from './project';
import type { Project, ReadProject } from './project';
import { readQueryFile } from './queryFile';
import type { QueryFile } from './queryFile';

const filesAtOnce = 100;
/**
 * Complete options: Node would fill in missing ones for each call, which takes half as long as reading a small file.
 */
const asText = { encoding: 'utf8', flag: 'r' } as const;

/** A project on the disk. */
export class ProjectFolder {
  constructor(readonly root: string) {}

  async readProject(): Promise<ReadProject> {
    return readProject(await readFile(this.#place(projectFileName), 'utf8'));
  }

  /** The files of scheduled queries, in the order of their paths. */
  async readQueryFiles(project: Project): Promise<readonly QueryFile[]> {
    const found = (await listFiles(this.root)).filter((file) =>
      project.files.some((pattern) => matchesGlob(file, pattern)),
    );
    const files: QueryFile[] = [];
    for (const file of found.sort()) {
      // A thousand small files take a multiple of the time when each is read by a job of its own. In between, what
      // else waits gets its turn, such as a request on its way.
      if (files.length % filesAtOnce === 0) await nextTurn();
      files.push(readQueryFile(file, readFileSync(this.#place(file), asText), project));
    }
    return files;
  }

  async readLock(): Promise<Lock> {
    const text = await readFile(this.#place(lockFileName), 'utf8').catch((error: unknown) => {
      if (isMissing(error)) return undefined;
      throw error;
    });
    return text === undefined ? new Lock() : parseLock(text);
  }

  async writeLock(lock: Lock): Promise<void> {
    await this.write(lockFileName, lock.print());
  }

  async read(file: string): Promise<string> {
    return readFile(this.#place(file), 'utf8');
  }

  /** Whole or not at all: an interrupted write leaves what was there. */
  async write(file: string, text: string): Promise<void> {
    const place = this.#place(file);
    await mkdir(path.dirname(place), { recursive: true });
    const unfinished = `${place}.${process.pid}.tmp`;
    await writeFile(unfinished, text);
    await rename(unfinished, place);
  }

  async remove(file: string): Promise<void> {
    await rm(this.#place(file), { force: true });
  }

  /** All files below a folder of the project, with slashes, relative to the project. */
  async filesBelow(folder: string): Promise<readonly string[]> {
    const names = await listFiles(this.#place(folder)).catch((error: unknown) => {
      if (isMissing(error)) return [];
      throw error;
    });
    return names.map((name) => `${folder}/${name}`);
  }

  #place(file: string): string {
    // Slashes do on every system, and joining a thousand paths by their parts takes a while.
    return `${this.root}/${file}`;
  }
}

/** The project that a folder is in: the nearest folder upwards with a `logbench.yaml`. */
export async function findProjectFolder(start: string): Promise<ProjectFolder> {
  for (let folder = path.resolve(start); ; folder = path.dirname(folder)) {
    const found = await stat(path.join(folder, projectFileName)).catch(() => undefined);
    if (found?.isFile() === true) return new ProjectFolder(folder);
    if (folder === path.dirname(folder)) {
      throw new ProjectError(t('No {0} was found in {1} or its parent folders.', projectFileName, start));
    }
  }
}

/** All files below a folder, with slashes, relative to it. */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const found: string[] = [];
  for (const entry of entries) {
    if (entry.isDirectory() && !ignored.has(entry.name)) {
      const below = await listFiles(path.join(folder, entry.name));
      found.push(...below.map((file) => `${entry.name}/${file}`));
    } else if (entry.isFile()) found.push(entry.name);
  }
  return found;
}

const ignored = new Set(['.git', 'node_modules']);

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
