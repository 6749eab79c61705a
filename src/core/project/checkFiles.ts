import { parseQuery } from '../language/parseQuery';
import { exceededLimit, sizeLimits } from '../language/sizeLimits';
import { formatCount } from '../pages/format';
import { GuidMap, isGuid } from '../interface/guid';
import { t } from '../base/localize';
import type { Definition } from './definition';
import { locate } from './fileProblem';
import type { FileProblem } from './fileProblem';
import type { Lock } from './lock';
import { tidyText } from './definition';
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
    .flatMap((file) => [
      ...checkText(file.path, file.source, file.textFrom),
      ...checkOtherTexts(file, project),
    ]);
  return [...checkFrontMatters(files, project, lock), ...texts];
}

/** Problems that prevent a plan: everything except query texts, which concern one query alone. */
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

/** The texts that a file has for single platforms. */
function checkOtherTexts(file: QueryFile, { platforms }: Project): readonly FileProblem[] {
  if (file.problems.some(({ code }) => code === 'yaml')) return [];
  const texts = new Set(platforms.map(({ name }) => file.on(name)?.query));
  texts.delete(tidyText(file.source.slice(file.textFrom)));
  return [...texts].flatMap((text) => {
    const problems = text === undefined ? [] : checkText(file.path, text, 0);
    return problems.map((problem) => ({ ...problem, ...rangeOf(file, 'query') }));
  });
}

/** The language problems of a query text. */
export function checkText(path: string, source: string, from: number): readonly FileProblem[] {
  const text = source.slice(from);
  if (text.trim() === '') {
    const message = t('The text of the query is missing.');
    return [{ path, from, to: source.length, severity: 'error', code: 'missing-text', message }];
  }
  const tooLarge = checkSize(path, text, from);
  if (tooLarge?.severity === 'error') return [tooLarge];
  const { query, problems: found } = parseQuery(text);
  if (found.length === 0 && query.commands.every(({ kind }) => kind === 'comment')) {
    const message = t('The text has nothing but a comment, which ends only at “|”.');
    return [{ path, from, to: source.length, severity: 'error', code: 'missing-text', message }];
  }
  const problems = found.map((problem) => ({
    path,
    from: from + problem.from,
    to: from + problem.to,
    severity: problem.severity,
    code: String(problem.code),
    message: problem.message,
  }));
  return tooLarge === undefined ? problems : [tooLarge, ...problems];
}

/** A text that is too long is not even parsed. Other platforms may accept more of the rest. */
function checkSize(path: string, text: string, from: number): FileProblem | undefined {
  const limit = exceededLimit(text);
  if (limit === undefined) return undefined;
  const max = formatCount(sizeLimits[limit]);
  const messages = {
    characters: t('The text is too long: the limit of the platform is {0} characters.', max),
    commands: t('The query is too large: the limit of the platform is {0} commands.', max),
    terms: t('The query is too large: the limit of the platform is {0} words, values and operators.', max),
    nesting: t('The query is too large: the limit of the platform is {0} nested parentheses.', max),
  };
  const severity = limit === 'characters' ? 'error' : 'warning';
  return { path, from, to: from, severity, code: 'too-long', message: messages[limit] };
}

/** Whether the text of a query is written, or begins to run. With an error, it can still be renamed or disabled. */
export function isTextApplied(fields: readonly string[], enabled: unknown): boolean {
  return fields.includes('query') || (enabled === true && fields.includes('enabled'));
}

/** The first error in the text of a query, which keeps it from being applied: platforms store texts unread. */
export function textError(text: string): string | undefined {
  const error = checkText('', text, 0).find(({ severity }) => severity === 'error');
  return error && t('line {0} of the text: {1}', locate(text, error.from).line, error.message);
}

/** The line of a plan below a change with an error. */
export function notApplied(error: string | undefined): readonly string[] {
  return error === undefined ? [] : [`    ${t('not applied: {0}', error)}`];
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
  return { path: file.path, ...rangeOf(file, key), severity: 'error', code, message };
}

function rangeOf({ source, textFrom }: QueryFile, key: string): Pick<FileProblem, 'from' | 'to'> {
  const front = source.slice(0, textFrom);
  const from = Math.max(0, front.search(new RegExp(`^[ \\t]*${key}[ \\t]*:`, 'm')));
  const line = front.indexOf('\n', from + 1);
  return { from, to: line === -1 ? textFrom : line };
}
