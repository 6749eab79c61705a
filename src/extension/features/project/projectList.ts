import * as vscode from 'vscode';
import type { QueryAddress } from '../../ui/queryAddress';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { OpenProject } from './openProject';
import { connectionTo } from './platformConnection';
import type { FeatureDeps } from '../../ui/openUi';
import type { ScheduledQueriesAccess } from '../../ui/access';

/**
 * The projects of the workspace. Loaded without the code of projects, so that lookups are cheap if there are
 * none.
 */
export class ProjectList implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #open = new Map<string, { readonly project: OpenProject; readonly owned: vscode.Disposable }>();
  readonly #movedFiles = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  readonly onDidMoveFiles = this.#movedFiles.event;

  constructor(private readonly platforms: Platforms) {}

  dispose(): void {
    for (const root of [...this.#open.keys()]) this.remove(root);
    this.#changed.dispose();
    this.#movedFiles.dispose();
  }

  get all(): readonly OpenProject[] {
    return [...this.#open.values()].map(({ project }) => project);
  }

  find(root: string): OpenProject | undefined {
    return this.#open.get(root)?.project;
  }

  /** They are disposed of with the project. */
  add(project: OpenProject, ...owned: readonly vscode.Disposable[]): void {
    const listening = vscode.Disposable.from(
      project.onDidChange(() => this.#changed.fire()),
      project.onDidMoveFiles(() => this.#movedFiles.fire()),
    );
    this.#open.set(project.root, { project, owned: vscode.Disposable.from(listening, ...owned, project) });
  }

  remove(root: string): void {
    this.#open.get(root)?.owned.dispose();
    this.#open.delete(root);
    this.#changed.fire();
    this.#movedFiles.fire();
  }

  /** The innermost project of a file or folder. */
  projectOf(file: vscode.Uri): OpenProject | undefined {
    return this.all
      .filter((project) => project.isRoot(file) || project.pathOf(file) !== undefined)
      .toSorted((one, other) => other.root.length - one.root.length)[0];
  }

  /** Whether a file is a scheduled query of a project. */
  has(file: vscode.Uri): boolean {
    const project = this.projectOf(file);
    const path = project?.pathOf(file);
    return project?.content?.files.some((file) => file.path === path) === true;
  }

  connectionOf(file: vscode.Uri): Connection | undefined {
    return this.has(file) ? this.projectOf(file)?.connection : undefined;
  }

  namesBeside(file: vscode.Uri): readonly string[] {
    const project = this.projectOf(file);
    const own = project?.pathOf(file);
    const platform = project?.platform?.name ?? '';
    const others = project?.content?.files.filter(({ path }) => path !== own) ?? [];
    return others.flatMap((other) => other.on(platform)?.name ?? []);
  }

  fileOf(address: QueryAddress): vscode.Uri | undefined {
    return this.#find(address)?.file;
  }

  selectFile(address: QueryAddress): vscode.Uri | undefined {
    const { project, platform, file } = this.#find(address) ?? {};
    if (platform !== undefined) void project?.pick(platform);
    return file;
  }

  #find({ connection: name, guid }: QueryAddress) {
    for (const project of this.all) {
      for (const platform of project.content?.project.platforms ?? []) {
        if (connectionTo(platform, this.platforms.all())?.name !== name) continue;
        const path = project.pathOfRecord(platform.name, guid.toLowerCase());
        if (path !== undefined) return { project, platform: platform.name, file: project.uriOf(path) };
      }
    }
    return undefined;
  }
}

/** The dependencies of all actions on projects. */
export interface CodeDeps extends FeatureDeps {
  readonly projects: ProjectList;
  readonly open: (root: string) => Promise<void>;
  /** Looks for folders that were added or removed. The change event may arrive later. */
  readonly refresh: () => Promise<void>;
  readonly scheduledQueries: Pick<ScheduledQueriesAccess, 'reload'>;
}
