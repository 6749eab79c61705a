import { basename } from 'node:path';
import { ProjectError } from '../../code/fileProblem';
import { newPath } from '../../code/newPath';
import { findProjectFolder } from '../../code/projectFolder';
import type { ProjectFolder } from '../../code/projectFolder';
import { renderQueryFile } from '../../code/writeQueryFile';
import { t } from '../../shared/localize';
import { scheduleOfRule } from '../../sigma/ruleSchedule';
import { ExplainedError } from '../../ui/failures/failureText';
import type { RuleResult } from './createQueries';
import type { NumberedRule } from './numberedRule';

/** The project that contains one of the folders. */
export async function findProject(folders: readonly string[]): Promise<ProjectFolder | undefined> {
  for (const folder of folders) {
    const found = await findProjectFolder(folder).catch((error: unknown) => {
      if (error instanceof ProjectError) return undefined;
      throw error;
    });
    if (found) return found;
  }
  return undefined;
}

/** Writes a disabled scheduled query file for each rule. Existing names are skipped. */
export async function createFiles(
  rules: readonly NumberedRule[],
  folder: ProjectFolder,
  tell: (rule: number, result: RuleResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const { project, problems } = folder.readProject();
  const [problem] = problems;
  if (problem) throw new ExplainedError(`${problem.path}: ${problem.message}`);
  const files = await folder.readQueryFiles(project);
  const platform = project.platforms[0]?.name ?? '';
  const paths = new Set(files.map((file) => file.path.toLowerCase()));
  const names = new Map(files.map((file) => [file.on(platform)?.name, file.path] as const));
  for (const { number, rule } of rules) {
    signal.throwIfAborted();
    const { name, description, cron, query } = scheduleOfRule(rule, basename(rule.file));
    const taken = names.get(name);
    if (taken !== undefined) {
      tell(number, { state: 'exists', message: t('{0} already has this name.', taken) });
      continue;
    }
    const path = newPath(name, project, paths);
    const trigger = { schedule: cron };
    const rest = { enabled: false, trigger, nodeTypes: [], outputParameter: false };
    await folder.write(path, renderQueryFile(path, { name, description, query, ...rest }, platform, project));
    paths.add(path.toLowerCase());
    names.set(name, path);
    tell(number, { state: 'written', message: path });
  }
}
