import { readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { checkFiles, checkText } from '../../code/checkFiles';
import { projectFileName, queryFileExtension } from '../../code/fileNames';
import { ProjectError } from '../../code/fileProblem';
import type { FileProblem } from '../../code/fileProblem';
import type { Project } from '../../code/project';
import { findProjectFolder, listFiles } from '../../code/projectFolder';
import type { ProjectFolder } from '../../code/projectFolder';
import { readQueryFile } from '../../code/queryFile';
import { findFrontMatter } from '../../language/frontMatter';
import { choiceOption, exitCodes, UsageError } from '../command';
import type { Command } from '../command';
import { problemFormats, printProblems } from './problemFormats';
import type { PlacedProblem } from './problemFormats';

export const checkCommand: Command = {
  name: 'check',
  parameters: '[PATH…] [OPTIONS]',
  summary:
    'Checks files without a platform: text, front matter and chains. Exits with 2 if there are errors.',
  options: {
    format: { type: 'string', value: problemFormats.join('|'), summary: 'output format' },
  },
  async run(input, terminal) {
    const format = choiceOption(input, 'format', problemFormats);
    const paths = input.words.length === 0 ? ['.'] : input.words;
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

function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}

interface Checked {
  readonly problems: readonly PlacedProblem[];
  readonly count: number;
}

/** Files of a project are checked together, since they name each other; of the problems those of the paths are told. */
async function check(paths: readonly string[]): Promise<Checked> {
  const wanted = new Set((await Promise.all(paths.map(filesAt))).flat());
  const roots = new Map<string, ProjectFolder>();
  const alone = new Set(wanted);
  for (const folder of await projectsOf(paths, wanted)) roots.set(folder.root, folder);
  const problems: PlacedProblem[] = [];
  for (const folder of roots.values()) {
    const { project, problems: own } = await folder.readProject();
    const files = await folder.readQueryFiles(project);
    for (const file of files) alone.delete(path.join(folder.root, file.path));
    problems.push(...(await placed([...own, ...checkFiles(files, project)], folder.root)));
  }
  for (const file of alone) problems.push(...(await checkAlone(file)));
  const told = problems.filter(({ file }) => wanted.has(file) || path.basename(file) === projectFileName);
  return { problems: told, count: wanted.size };
}

async function filesAt(given: string): Promise<readonly string[]> {
  const place = path.resolve(given);
  const found = await stat(place).catch(() => undefined);
  if (found === undefined) throw new UsageError(`There is no file or folder ${given}.`);
  if (!found.isDirectory()) return [place];
  const files = await listFiles(place);
  return files.filter((file) => file.endsWith(queryFileExtension)).map((file) => path.join(place, file));
}

async function projectsOf(
  paths: readonly string[],
  files: ReadonlySet<string>,
): Promise<readonly ProjectFolder[]> {
  const places = new Set([
    ...paths.map((given) => path.resolve(given)),
    ...[...files].map((file) => path.dirname(file)),
  ]);
  const found = await Promise.all(
    [...places].map((place) =>
      findProjectFolder(place).catch((error: unknown) => {
        if (error instanceof ProjectError) return undefined;
        throw error;
      }),
    ),
  );
  return found.filter((folder) => folder !== undefined);
}

const noProject: Project = { platforms: [], files: [], defaults: {} };

/** A file of no project may be a query and nothing else. */
async function checkAlone(file: string): Promise<readonly PlacedProblem[]> {
  const source = await readFile(file, 'utf8');
  const name = path.basename(file);
  const front = findFrontMatter(source);
  const problems = front === undefined ? [] : readQueryFile(name, source, noProject).problems;
  return placed([...problems, ...checkText(name, source, front?.end ?? 0)], path.dirname(file));
}

async function placed(problems: readonly FileProblem[], root: string): Promise<readonly PlacedProblem[]> {
  const sources = new Map<string, string>();
  for (const { path: file } of problems) {
    if (!sources.has(file)) sources.set(file, await readFile(path.join(root, file), 'utf8'));
  }
  return problems.map((problem) => ({
    ...problem,
    file: path.join(root, problem.path),
    source: sources.get(problem.path) ?? '',
  }));
}
