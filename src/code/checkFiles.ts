import { parseQuery } from '../language/parseQuery';
import { GuidMap, isGuid } from '../shared/wire/guid';
import { t } from '../shared/localize';
import type { Definition } from './definition';
import type { FileProblem } from './fileProblem';
import type { Lock } from './lock';
import type { Project } from './project';
import type { QueryFile } from './queryFile';

/** All problems of the files that can be found without a platform. The lock knows which file a GUID belongs to. */
export function checkFiles(
  files: readonly QueryFile[],
  project: Project,
  lock?: Lock,
): readonly FileProblem[] {
  const texts = files
    .filter(({ isReadable }) => isReadable)
    .flatMap(({ path, source, textFrom }) => checkText(path, source, textFrom));
  return [...checkFrontMatters(files, project, lock), ...texts];
}

/** Problems that prevent a plan: everything except query texts, which the platform checks. */
export function checkFrontMatters(
  files: readonly QueryFile[],
  project: Project,
  lock?: Lock,
): readonly FileProblem[] {
  const names = project.platforms.length === 0 ? [''] : project.platforms.map(({ name }) => name);
  const found = new Map<string, FileProblem>();
  for (const platform of names) {
    for (const problem of checkChains(files, platform, lock))
      found.set(`${problem.path}\n${problem.message}`, problem);
  }
  return [...files.flatMap(({ problems }) => problems), ...found.values()];
}

/** The language problems of a query text. */
export function checkText(path: string, source: string, from: number): readonly FileProblem[] {
  const text = source.slice(from);
  if (text.trim() === '') {
    const message = t('The text of the query is missing.');
    return [{ path, from, to: source.length, severity: 'error', code: 'missing-text', message }];
  }
  return parseQuery(text).problems.map((problem) => ({
    path,
    from: from + problem.from,
    to: from + problem.to,
    severity: problem.severity,
    code: String(problem.code),
    message: problem.message,
  }));
}

function checkChains(
  files: readonly QueryFile[],
  platform: string,
  lock: Lock | undefined,
): readonly FileProblem[] {
  const problems: FileProblem[] = [];
  const byName = new Map<string, { readonly file: QueryFile; readonly definition: Definition }>();
  const definitions = new Map<QueryFile, Definition>();
  for (const file of files) {
    const definition = file.on(platform);
    if (definition === undefined) continue;
    definitions.set(file, definition);
    const first = byName.get(definition.name);
    if (first === undefined) byName.set(definition.name, { file, definition });
    else {
      const message = t(
        '{0} also has the name “{1}”. Names must be unique.',
        first.file.path,
        definition.name,
      );
      problems.push(problemOf(file, 'name', 'duplicate-name', message));
    }
  }
  const paths = new GuidMap(Array.from(lock?.of(platform) ?? [], ([path, { guid }]) => [guid, path]));
  const byPath = new Map([...definitions].map(([{ path }, definition]) => [path, definition]));
  const find = (after: string): Definition | undefined =>
    isGuid(after) ? byPath.get(paths.get(after) ?? '') : byName.get(after)?.definition;
  for (const [file, definition] of definitions) {
    if ('schedule' in definition.trigger) continue;
    const message = chainProblem(definition, find);
    if (message !== undefined) problems.push(problemOf(file, 'after', 'chain', message));
  }
  return problems;
}

function chainProblem(
  definition: Definition,
  find: (name: string) => Definition | undefined,
): string | undefined {
  const seen = [definition.name];
  for (let current = definition; 'after' in current.trigger;) {
    const { after } = current.trigger;
    const next = find(after);
    if (next === undefined) {
      const isMissing = current === definition && !isGuid(after);
      return isMissing ? t('No file in this folder has the name “{0}”.', after) : undefined;
    }
    if (seen.includes(next.name)) {
      return next.name === definition.name
        ? t('The chain is circular: {0}.', [...seen, next.name].join(' → '))
        : undefined;
    }
    seen.push(next.name);
    current = next;
  }
  return undefined;
}

/** At the key, if the front matter has it. */
function problemOf(file: QueryFile, key: string, code: string, message: string): FileProblem {
  const front = file.source.slice(0, file.textFrom);
  const from = Math.max(0, front.search(new RegExp(`^\\s*${key}\\s*:`, 'm')));
  const line = front.indexOf('\n', from + 1);
  return { path: file.path, from, to: line === -1 ? file.textFrom : line, severity: 'error', code, message };
}
