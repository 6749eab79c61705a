import path from 'node:path';
import * as vscode from 'vscode';
import { allScheduledQueries } from '../../../core/api/findScheduledQuery';
import type { PlatformRecord } from '../../../core/project/definition';
import { ProjectError } from '../../../core/project/fileProblem';
import { listFolderRules, planFolderRules, isRule } from '../../../core/project/folderRules';
import type { FolderRules, ListedRules, RuleItem, ProjectItem } from '../../../core/project/folderRules';
import type { PlatformPlan } from '../../../core/project/plan';
import { planFolder } from '../../../core/project/plan';
import { platformCopy } from '../../../core/project/pull';
import type { ProjectPlatform } from '../../../core/project/project';
import { ProjectFolder } from '../../../core/project/projectFolder';
import { printRuleFile } from '../../../core/project/ruleFiles';
import { filesOfRecords, lockProblem, readFolder } from '../../../core/project/readFolder';
import type { FolderContent } from '../../../core/project/readFolder';
import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import { ExplainedError } from '../../ui/failures/failureText';
import type { Memory } from '../../ui/memory';
import { selectedPlatforms, connectionTo, platformLabel, rememberPlatform } from './platformConnection';
import { describeProblem } from './checkEdited';

export interface ProjectDeps {
  readonly platforms: Platforms;
  readonly memory: Memory;
  /** Describes a failure for users. */
  readonly errorText: (error: unknown) => string;
}

/** A project and one of its platforms, both freshly read. */
export interface ComparedProject {
  readonly content: FolderContent;
  readonly platform: ProjectPlatform;
  readonly connection: Connection;
  readonly plan: PlatformPlan;
  /** The detection rules that have files. */
  readonly rules: readonly RuleItem[];
  /** The platform for users. */
  readonly label: string;
}

interface ReadRecords {
  readonly platform: string;
  readonly items: readonly PlatformRecord[];
  readonly rules: ListedRules;
  readonly at: Date;
  /** The number of the request. */
  readonly turn: number;
}

/** Milliseconds to wait for further file changes, because Git changes many files at once. */
const pause = 200;

/** A folder of scheduled queries and the platform it is compared with: the content of both and the differences. */
export class OpenProject implements vscode.Disposable {
  readonly folder: ProjectFolder;
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #movedFiles = new vscode.EventEmitter<void>();
  readonly onDidChange = this.#changed.event;
  /** Fired when records have moved to other files, or no longer have one. */
  readonly onDidMoveFiles = this.#movedFiles.event;
  #content: FolderContent | undefined;
  #records: ReadRecords | undefined;
  #compared: Pick<ComparedProject, 'content' | 'platform' | 'plan' | 'rules'> | undefined;
  #paths: ReadonlyMap<string, string> = new Map();
  #failure: string | undefined;
  #reading: Promise<void> = Promise.resolve();
  #timer: NodeJS.Timeout | undefined;
  #works = 0;
  #requests = 0;

  constructor(
    readonly root: string,
    private readonly deps: ProjectDeps,
  ) {
    this.folder = new ProjectFolder(root);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#changed.dispose();
    this.#movedFiles.dispose();
  }

  get uri(): vscode.Uri {
    return vscode.Uri.file(this.root);
  }

  get name(): string {
    return path.basename(this.root);
  }

  /** Undefined until it is read, or if it cannot be read. */
  get content(): FolderContent | undefined {
    return this.#content;
  }

  get platform(): ProjectPlatform | undefined {
    const platforms = this.#content?.project.platforms ?? [];
    const selected = selectedPlatforms(this.deps.memory)[this.root];
    return platforms.find(({ name }) => name === selected) ?? platforms[0];
  }

  get connection(): Connection | undefined {
    const { platform } = this;
    return platform && connectionTo(platform, this.deps.platforms.all());
  }

  /** Undefined until the platform is read. While a file has a problem, it is the one from before. */
  get plan(): PlatformPlan | undefined {
    return this.#compared?.plan;
  }

  /** What the plan says about each query and rule. */
  get rows(): readonly ProjectItem[] {
    return [...(this.#compared?.plan.items ?? []), ...(this.#compared?.rules ?? [])];
  }

  /** When the platform was last read. */
  get readAt(): Date | undefined {
    return this.#records?.at;
  }

  /** Why the last read of the folder or platform failed. */
  get failure(): string | undefined {
    return this.#failure;
  }

  isRoot(folder: vscode.Uri): boolean {
    return folder.scheme === 'file' && folder.fsPath === this.root;
  }

  /** The path of a file within the project, with slashes; undefined for other files. */
  pathOf(file: vscode.Uri): string | undefined {
    if (file.scheme !== 'file') return undefined;
    const below = path.relative(this.root, file.fsPath);
    return below === '' || below.startsWith('..') || path.isAbsolute(below)
      ? undefined
      : below.split(path.sep).join('/');
  }

  /** The file of a record, from the lock file, so that the platform is not needed. */
  pathOfRecord(platform: string, guid: string): string | undefined {
    return this.#paths.get(`${platform}/${guid}`);
  }

  uriOf(below: string): vscode.Uri {
    return vscode.Uri.file(path.join(this.root, ...below.split('/')));
  }

  itemOf(below: string): ProjectItem | undefined {
    return this.rows.find((item) => item.path === below);
  }

  /** The file content for the record on the platform. */
  copyOf(below: string): string | undefined {
    if (this.#compared === undefined) return undefined;
    const { content, plan, platform } = this.#compared;
    const item = this.itemOf(below);
    if (item !== undefined && isRule(item)) return item.current && printRuleFile(item.ruleKind, item.current);
    return platformCopy(below, { ...content, plan, platform: platform.name });
  }

  async pick(platform: string): Promise<void> {
    if (platform === this.platform?.name) return;
    this.#records = undefined;
    const remembered = rememberPlatform(this.deps.memory, this.root, platform);
    this.#movedFiles.fire();
    await remembered;
    await this.refresh();
  }

  /** Called when files have changed. During an action, they are read when it ends. */
  noteFiles(): void {
    clearTimeout(this.#timer);
    if (this.#works === 0) this.#timer = setTimeout(() => void this.#readChangedFiles(), pause);
  }

  /** Another window, the command line or Git writes the lock file after the platform has changed. */
  async #readChangedFiles(): Promise<void> {
    const before = this.#content?.lock.print();
    await this.readFiles();
    const isNewer = this.#content?.lock.print() !== before;
    if (isNewer && this.#records !== undefined) await this.refresh();
  }

  /** Reads the folder and compares it with the last known records of the platform. */
  async readFiles(): Promise<void> {
    const turn = this.#reading.then(async () => this.#readFiles());
    this.#reading = turn;
    return turn;
  }

  /** Reads as much as possible without prompts. */
  async refresh(): Promise<void> {
    await this.readFiles();
    const [platform, records] = [this.platform, this.#records];
    await this.#readRecords().catch((error: unknown) => {
      // A platform that is no longer selected has no effect on the one that is, nor a request on a later one.
      if (this.platform?.name === platform?.name && this.#records === records)
        this.#failure = this.deps.errorText(error);
    });
    this.#compare();
  }

  /** Reads everything; rejects if no plan is possible. */
  async compare(signal?: AbortSignal): Promise<ComparedProject> {
    await this.readFiles();
    const { connection, platform } = this.#ready();
    await this.#readRecords(signal);
    this.#compare();
    const compared = this.#compared;
    if (compared !== undefined && compared.content === this.#content)
      return { ...compared, connection, label: platformLabel(platform, connection) };
    // A file has changed in the meantime, and has a problem now.
    this.#ready();
    throw new ExplainedError(this.#failure ?? '');
  }

  /** Runs an action that changes files or the platform, and reads both afterwards. */
  async during<Result>(work: () => Promise<Result>): Promise<Result> {
    this.#works++;
    try {
      return await work();
    } catch (error) {
      throw explained(error);
    } finally {
      this.#works--;
      await this.refresh();
    }
  }

  async #readFiles(): Promise<void> {
    try {
      this.#content = await readFolder(this.folder);
      this.#failure = undefined;
    } catch (error) {
      this.#content = undefined;
      this.#failure = this.deps.errorText(explained(error));
    }
    const before = JSON.stringify([...this.#paths]);
    if (this.#content === undefined || !lockProblem(this.#content))
      this.#paths = filesOfRecords(this.#content);
    this.#compare();
    if (JSON.stringify([...this.#paths]) !== before) this.#movedFiles.fire();
  }

  #ready(): Pick<ComparedProject, 'platform' | 'connection'> {
    const [problem] = this.#content?.problems ?? [];
    if (this.#content === undefined) throw new ExplainedError(this.#failure ?? '');
    if (problem !== undefined) throw new ExplainedError(describeProblem(this.#content, problem));
    const { platform, connection } = this;
    if (platform === undefined) throw new ExplainedError(t('logbench.yaml defines no platform.'));
    if (connection !== undefined) return { platform, connection };
    throw new ExplainedError(
      t('There is no connection to {0}, {1}. Add one to continue.', platform.name, platform.baseUrl),
    );
  }

  async #readRecords(signal?: AbortSignal): Promise<void> {
    const { platform, connection } = this;
    if (platform === undefined || connection === undefined) return;
    const turn = ++this.#requests;
    const client = await this.deps.platforms.clientFor(connection);
    const items = await allScheduledQueries(client, signal);
    const rules = await listFolderRules(client, this.#rulesOf(platform.name), signal);
    if (this.platform?.name !== platform.name) {
      throw new ExplainedError(t('{0} is now compared with another platform. Try again.', this.name));
    }
    // A later request whose response came earlier has the newer records.
    if (turn < (this.#records?.turn ?? 0)) return;
    this.#records = { platform: platform.name, items, rules, at: new Date(), turn };
    this.#failure = undefined;
  }

  #rulesOf(platform: string): Pick<FolderRules, 'files'> {
    return this.#content?.rules.get(platform) ?? { files: new Map() };
  }

  #compare(): void {
    const [content, records, platform] = [this.#content, this.#records, this.platform];
    if (content === undefined || platform === undefined || records?.platform !== platform.name) {
      this.#compared = undefined;
    } else if (content.problems.length === 0) {
      const plan = planFolder(content.files, content.lock, platform, records.items);
      const rules = planFolderRules(this.#rulesOf(platform.name), records.rules, content.lock, plan);
      this.#compared = { content, platform, plan, rules };
    }
    this.#changed.fire();
  }
}

/** The message of a project error is complete by itself. */
function explained(error: unknown): unknown {
  return error instanceof ProjectError ? new ExplainedError(error.message, { cause: error }) : error;
}
