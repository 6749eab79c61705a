import type { PlatformClient } from '../../core/api/client';
import { allScheduledQueries } from '../../core/api/findScheduledQuery';
import { checkFrontMatters } from '../../core/project/checkFiles';
import { listFolderRules, planFolderRules, readFolderRules } from '../../core/project/folderRules';
import type { ProjectItem, RuleItem } from '../../core/project/folderRules';
import { matchesGlob } from '../../core/project/glob';
import type { Lock } from '../../core/project/lock';
import type { PlanItem, PlatformPlan } from '../../core/project/plan';
import { planFolder } from '../../core/project/plan';
import type { Project } from '../../core/project/project';
import type { ProjectFolder } from '../../core/project/projectFolder';
import { unmatchedFiles } from '../../core/project/readFolder';
import type { QueryFile } from '../../core/project/queryFile';
import { listOption, UsageError } from '../command';
import type { CommandInput, CommandOption } from '../command';
import { findTarget, firstProblem, openClient, platformOptions } from '../target';
import type { Target } from '../target';

/** Options of the commands that compare the folder with a platform. */
export const projectOptions = {
  platform: platformOptions.platform,
  'api-key-file': platformOptions['api-key-file'],
  only: { multiple: true, value: 'GLOB', summary: 'only files whose paths match' },
  json: { summary: 'print JSON' },
} as const satisfies Record<string, CommandOption>;

/** A project with one of its platforms, both read. The caller closes the client. */
export interface OpenProject extends Target {
  readonly client: PlatformClient;
  readonly files: readonly QueryFile[];
  readonly lock: Lock;
  readonly plan: PlatformPlan;
  /** The detection rules that have files; empty unless requested. */
  readonly rules: readonly RuleItem[];
  readonly isWanted: (path: string) => boolean;
}

export interface OpenOptions {
  /** One of several platforms; by default, the one that the options name. */
  readonly target?: Target;
  readonly isOnly?: boolean;
  readonly withRules?: boolean;
}

/** Reads the folder and the platform concurrently. */
export async function openProject(
  input: CommandInput,
  { target, isOnly = true, withRules = false }: OpenOptions = {},
): Promise<OpenProject> {
  const { folder, project, platform } = target ?? (await findTarget(input));
  const client = await openClient(platform, input, { isOnly });
  try {
    const [records, { files, lock }] = await Promise.all([
      allScheduledQueries(client),
      readChecked(folder, project),
    ]);
    const plan = planFolder(files, lock, platform, records);
    const isWanted = filterOf(input);
    const rules = withRules ? await readRules(client, folder, lock, plan) : [];
    return { folder, project, platform, client, files, lock, plan, rules, isWanted };
  } catch (error) {
    await client[Symbol.asyncDispose]();
    throw error;
  }
}

async function readRules(
  client: PlatformClient,
  folder: ProjectFolder,
  lock: Lock,
  plan: PlatformPlan,
): Promise<readonly RuleItem[]> {
  const own = await readFolderRules(folder, plan.platform.name);
  const errors = own.problems.filter(({ severity }) => severity === 'error');
  if (errors.length > 0) throw firstProblem(folder, errors);
  return planFolderRules(own, await listFolderRules(client, own), lock, plan);
}

export function wantedRules({ rules, isWanted }: OpenProject): readonly RuleItem[] {
  return rules.filter(({ path: file }) => isWanted(file));
}

export function wantedItems({ plan, isWanted }: OpenProject): readonly PlanItem[] {
  return plan.items.filter(({ path: file }) => isWanted(file));
}

/** The queries, then the rules. */
export function wantedAll(opened: OpenProject): readonly ProjectItem[] {
  return [...wantedItems(opened), ...wantedRules(opened)];
}

/** Without this, a typing mistake in a pattern would look like nothing to do. */
export function rejectEmptyChoice(opened: OpenProject, input: CommandInput): void {
  const patterns = listOption(input, 'only');
  if (patterns.length === 0 || wantedAll(opened).length > 0) return;
  throw new UsageError(`No file of the project matches --only ${patterns.join(' --only ')}.`);
}

async function readChecked(folder: ProjectFolder, project: Project) {
  const files = await folder.readQueryFiles(project);
  const lock = folder.readLock();
  const all = [...checkFrontMatters(files, project, lock), ...unmatchedFiles(folder, files, lock)];
  const problems = all.filter(({ severity }) => severity === 'error');
  if (problems.length > 0) throw firstProblem(folder, problems);
  return { files, lock };
}

function filterOf(input: CommandInput): (path: string) => boolean {
  // As completed by a shell.
  const patterns = listOption(input, 'only').map((pattern) => pattern.replace(/^\.\//, ''));
  return (file) => patterns.length === 0 || patterns.some((pattern) => matchesGlob(file, pattern));
}
