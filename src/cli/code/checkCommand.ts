import { existsSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkFiles, checkText } from '../../core/project/checkFiles';
import { checkRule, checkRuleText } from '../../core/project/checkRules';
import {
  lockFileName,
  projectFileName,
  queryFileExtension,
  ruleExtension,
} from '../../core/project/fileNames';
import { ProjectError } from '../../core/project/fileProblem';
import type { FileProblem } from '../../core/project/fileProblem';
import { noProject } from '../../core/project/project';
import type { Project } from '../../core/project/project';
import { findProjectFolder, listFiles, ProjectFolder } from '../../core/project/projectFolder';
import { readLock, unmatchedFiles } from '../../core/project/readFolder';
import { readFolderRules } from '../../core/project/folderRules';
import { readQueryFile } from '../../core/project/queryFile';
import { findFrontMatter } from '../../core/language/frontMatter';
import { choiceOption, exitCodes, UsageError } from '../command';
import type { Command } from '../command';
import { counted } from '../terminal';
import { problemFormats, printProblems } from './problemFormats';
import type { LocatedProblem } from './problemFormats';

export const checkCommand: Command = {
  name: 'check',
  parameters: '[PATH…] [OPTIONS]',
  summary:
    'Checks queries and rules without a platform: texts, schedules, chains. Exits with 2 if there are errors.',
  options: {
    format: { value: problemFormats.join('|'), summary: 'output format; default text' },
  },
  async run(input, terminal) {
    const format = choiceOption(input, 'format', problemFormats) ?? 'text';
    const paths = input.args.length === 0 ? ['.'] : input.args;
    const { problems, count } = await check(paths);
    printProblems(problems, format, terminal);
    const errors = problems.filter(({ severity }) => severity === 'error').length;
    const warnings = problems.length - errors;

    terminal.note(
      `${counted(count, 'file')} checked, ${counted(errors, 'error')}, ${counted(warnings, 'warning')}.`,
    );
    return errors === 0 ? exitCodes.done : exitCodes.problems;
  },
};

/** Checks all files of a project, because they refer to each other, and reports the problems of the given paths. */
async function check(paths: readonly string[]) {
  const wanted = new Set((await Promise.all(paths.map(filesAt))).flat());
  const alone = new Set(wanted);
  const problems: LocatedProblem[] = [];
  for (const folder of await projectsOf(paths, wanted)) {
    const { project, problems: own } = folder.readProject();
    const files = await folder.readQueryFiles(project);
    const rules = await readRules(folder, project);
    for (const file of [...files, ...rules]) alone.delete(path.join(folder.root, file.path));
    const { lock, problems: damage } = readLock(folder);
    const all = [
      ...own,
      ...damage,
      ...checkFiles(files, project, lock),
      ...unmatchedFiles(folder, files, lock),
      ...noFiles([...files, ...rules], own),
      ...rules.flatMap(({ problems: ofRule }) => ofRule),
    ];
    problems.push(...(await located(all, folder.root)));
  }
  for (const file of alone) problems.push(...(await checkAlone(file)));
  const reported = problems.filter(
    ({ file }) => isOfProject(file) || paths.some((entry) => isAt(file, entry)),
  );
  return { problems: reported, count: wanted.size };
}

/** The rules of all platforms, by file. */
async function readRules(folder: ProjectFolder, { platforms }: Project) {
  const read = await Promise.all(platforms.map(async ({ name }) => readFolderRules(folder, name)));
  return read.flatMap(({ problems, files }) => [
    ...problems.map((problem) => ({ path: problem.path, problems: [problem] })),
    ...[...files].flatMap(([kind, ofKind]) =>
      ofKind.map((file) => ({ path: file.path, problems: checkRule(kind, file) })),
    ),
  ]);
}

function isOfProject(file: string): boolean {
  return [projectFileName, lockFileName].includes(path.basename(file));
}

function isAt(file: string, entry: string): boolean {
  const location = path.resolve(entry);
  return (
    file === location || file.startsWith(location.endsWith(path.sep) ? location : `${location}${path.sep}`)
  );
}

/** Without this, a typing mistake in a pattern would look like success. */
function noFiles(files: readonly unknown[], problems: readonly FileProblem[]): readonly FileProblem[] {
  if (files.length + problems.length > 0) return [];
  const message = 'No file matches the patterns of “files” (scheduled-queries/**/*.lq by default).';
  return [{ path: projectFileName, from: 0, to: 0, severity: 'warning', code: 'no-files', message }];
}

async function filesAt(entry: string): Promise<readonly string[]> {
  const location = path.resolve(entry);
  const found = await stat(location).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file or folder ${entry}.`);
  if (!found.isDirectory()) return isOfProject(location) ? [] : [location];
  const files = (await listFiles(location)).filter((file) => isChecked(file.path));
  if (files.length > 0)
    return files.flatMap((file) => (file.kind === 'file' ? path.join(location, file.path) : []));
  // A wrong path must not look like success; an empty project is valid.
  if (existsSync(path.join(location, projectFileName))) return [];
  throw new UsageError(
    `There is nothing to check in ${entry}: no file *.lq or *.lqrule, and no logbench.yaml.`,
  );
}

function isChecked(file: string): boolean {
  return file.endsWith(queryFileExtension) || file.endsWith(ruleExtension);
}

async function projectsOf(
  paths: readonly string[],
  files: ReadonlySet<string>,
): Promise<readonly ProjectFolder[]> {
  const positions = new Set([
    ...paths.map((entry) => path.resolve(entry)),
    ...[...files].map((file) => path.dirname(file)),
  ]);
  const found = new Map<string, ProjectFolder>();
  for (const location of positions) {
    const folder = await findProjectFolder(location).catch((error: unknown) => {
      if (error instanceof ProjectError) return undefined;
      throw error;
    });
    if (folder !== undefined) found.set(folder.root, folder);
  }
  return [...found.values()];
}

/** A file outside a project may have no front matter. The folder of a rule is its kind. */
async function checkAlone(file: string): Promise<readonly LocatedProblem[]> {
  const name = path.basename(file);
  const source = new ProjectFolder(path.dirname(file)).read(name);
  if (file.endsWith(ruleExtension)) {
    const kind = path.basename(path.dirname(file)) === 'stream' ? 'stream' : 'batch';
    return located(checkRuleText(kind, name, source), path.dirname(file));
  }
  const front = findFrontMatter(source);
  const problems = front === undefined ? [] : readQueryFile(name, source, noProject).problems;
  return located([...problems, ...checkText(name, source, front?.end ?? 0)], path.dirname(file));
}

async function located(problems: readonly FileProblem[], root: string): Promise<readonly LocatedProblem[]> {
  const sources = new Map<string, string>();
  for (const { path: file } of problems) {
    if (!sources.has(file)) sources.set(file, await readFile(path.join(root, file), 'utf8').catch(() => ''));
  }
  return problems.map((problem) => ({
    ...problem,
    file: path.join(root, problem.path),
    source: sources.get(problem.path) ?? '',
  }));
}
