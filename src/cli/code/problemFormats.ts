import path from 'node:path';
import type { FileProblem } from '../../core/project/fileProblem';
import type { Terminal } from '../terminal';
import { locate } from '../../core/project/fileProblem';

export const problemFormats = ['text', 'json', 'sarif', 'github'] as const;

export interface LocatedProblem extends FileProblem {
  /** The absolute path. */
  readonly file: string;
  readonly source: string;
}

export function printProblems(
  problems: readonly LocatedProblem[],
  format: (typeof problemFormats)[number],
  terminal: Terminal,
): void {
  const lines = problems
    .map((problem) => lineOf(problem, folderOfPaths(format, problem.file)))
    .sort(byPosition);
  switch (format) {
    case 'text':
      for (const { path: file, line, column, severity, message, code } of lines) {
        const text = `${file}:${line}:${column}: ${severity}: ${message} (${code})`;
        terminal.print(text, severity === 'error' ? 'red' : 'yellow');
      }
      return;
    case 'json':
      terminal.printJson(lines, 2);
      return;
    case 'sarif':
      terminal.printJson(sarifOf(lines), 2);
      return;
    case 'github':
      for (const line of lines) terminal.print(githubCommand(line));
      return;
  }
}

type ProblemLine = ReturnType<typeof lineOf>;

/** GitHub expects paths relative to the repository root. */
function folderOfPaths(format: (typeof problemFormats)[number], file: string): string {
  const repository = process.env['GITHUB_WORKSPACE'] ?? '';
  const isInside = repository !== '' && !path.relative(repository, file).startsWith('..');
  return isInside && (format === 'github' || format === 'sarif') ? repository : process.cwd();
}

function lineOf({ file, source, from, to, severity, code, message }: LocatedProblem, folder: string) {
  const [start, end] = [locate(source, from), locate(source, to)];
  return {
    path: path.relative(folder, file).split(path.sep).join('/'),
    line: start.line,
    column: start.column,
    end_line: end.line,
    end_column: end.column,
    severity,
    code,
    message,
  };
}

function byPosition(one: ProblemLine, other: ProblemLine): number {
  if (one.path !== other.path) return one.path < other.path ? -1 : 1;
  return one.line - other.line || one.column - other.column;
}

/** See https://docs.oasis-open.org/sarif/sarif/v2.1.0/sarif-v2.1.0.html. */
function sarifOf(lines: readonly ProblemLine[]): unknown {
  const codes = [...new Set(lines.map(({ code }) => code))];
  return {
    $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'logbench', rules: codes.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: lines.map((line) => ({
          ruleId: line.code,
          ruleIndex: codes.indexOf(line.code),
          level: line.severity,
          message: { text: line.message },
          locations: [
            {
              physicalLocation: {
                artifactLocation: { uri: line.path.split('/').map(encodeURIComponent).join('/') },
                region: {
                  startLine: line.line,
                  startColumn: line.column,
                  endLine: line.end_line,
                  endColumn: line.end_column,
                },
              },
            },
          ],
        })),
      },
    ],
  };
}

/** Shown by code scanning above the results. */
function ruleOf(id: string): unknown {
  const text = ruleTexts[id] ?? 'The text of a query has a mistake.';
  return { id, shortDescription: { text }, fullDescription: { text }, help: { text } };
}

const ruleTexts: Readonly<Record<string, string>> = {
  'base-url': 'The address of a platform is not valid.',
  cron: 'A schedule is not a cron expression.',
  chain: 'A query follows one that does not exist, or follows itself.',
  'duplicate-name': 'Two files have the same name.',
  encoding: 'A file is not UTF-8.',
  link: 'A file or folder is a symbolic link.',
  lock: 'The lock file is not valid.',
  'missing-key': 'A required key is missing.',
  'missing-text': 'The text of a query is missing.',
  'no-files': 'No file matches the patterns of the project.',
  secret: 'A file holds a secret.',
  'too-long': 'A value is too long.',
  'two-triggers': 'A query has a schedule and a preceding query.',
  'unknown-key': 'A key is not known.',
  'wrong-type': 'A value has the wrong type.',
  'wrong-value': 'A value is not one of the expected ones.',
  yaml: 'The YAML is not valid.',
};

/** GitHub supports columns only within one line. */
function githubCommand(problem: ProblemLine): string {
  const { path: file, line, column, end_line: endLine, end_column: endColumn, severity, code } = problem;
  const columns = line === endLine ? { col: column, endColumn } : {};
  const properties = { file, line, endLine, ...columns, title: code };
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${severity} ${written.join(',')}::${escapeData(problem.message)}`;
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
