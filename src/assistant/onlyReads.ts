import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';
import { writesOrSends } from '../language/commandOptions';
import { visitCommands } from '../language/services/walk';
import type { Command } from '../language/ast';
import { repairedQuery } from './checkedQuery';
import { namesHere } from './otherLanguages';
import { ToolRefusal } from './tool';

/**
 * Commands that read data of the platform or only transform rows. All others are rejected, including unknown
 * ones, whose effects cannot be determined.
 */
export const readingCommands: ReadonlySet<string> = new Set(
  (
    'table fulltext json search eval fields rename stats timechart sort limit join union rex parsejson parsekv ' +
    'parsecsv explode order prev repeat drop set setq lookup system pivot rollup cube tojson parallel serial ' +
    'matchnet evalc bypass result memlookup boxplot parse parsexml signature mpsearch streamjoin iplookup ' +
    'matchport matchblackip matchfeed dataset event load lookuptable anomalies forecast kmeans #'
  ).split(' '),
);

/** Longer texts are not returned. */
const longestRepaired = 2000;

/** Known read-only commands that are not allowed, with the reason. */
export const reachingCommands: ReadonlyMap<string, string> = new Map([
  ['wget', 'it sends a request to another server'],
  ['nslookup', 'it sends names to other servers'],
  ['remote', 'it runs on another node'],
  ['proc', 'a stored procedure may change data'],
  ['csvfile', 'it reads files of the server'],
  ['jsonfile', 'it reads files of the server'],
  ['textfile', 'it reads files of the server'],
  ['zipfile', 'it reads files of the server'],
  ['logger', 'it never ends'],
  ['stream', 'it never ends'],
]);

/** Parses a query from an assistant. Rejects everything that might do more than read. */
export function parseReadingQuery(text: string): ParsedQuery {
  const parsed = parseQuery(text);
  const reason = whyRefusedQuery(parsed);
  if (reason !== undefined) throw new ToolRefusal(`The query was not sent: ${reason}`);
  return parsed;
}

/** Why a query would not be run; undefined if it would. */
export function whyNotRun(text: string): string | undefined {
  return whyRefusedQuery(parseQuery(text));
}

function whyRefusedQuery(parsed: ParsedQuery): string | undefined {
  const commands: Command[] = [];
  visitCommands(parsed.query.commands, (command) => commands.push(command));
  for (const command of commands) {
    const reason = whyRefused(command);
    if (reason !== undefined) return `the command "${command.name.text}" is not allowed because ${reason}.`;
  }
  const [problem] = parsed.problems;
  if (problem === undefined) return undefined;
  return `(${problem.code}) ${problem.key} at offset ${problem.from}: ${problem.message} ${howToRepair(parsed.text)}`;
}

function howToRepair(text: string): string {
  const repaired = text.length > longestRepaired ? text : repairedQuery(text);
  return repaired === text ? 'logbench_language tells how it is written.' : `Fixed: ${repaired}`;
}

function whyRefused(command: Command): string | undefined {
  const name = command.name.text;
  if (writesOrSends(name)) return 'it writes or sends data, and assistants only read';
  if (isBuilding(command)) return 'with this option it changes what the platform keeps';
  if (readingCommands.has(name)) return undefined;
  const instead = namesHere(name);
  if (instead.length > 0) return `this language has no such command: use ${instead.join(', ')}`;
  return reachingCommands.get(name) ?? 'it is not known to be read-only';
}

/** `memlookup op=build` and `op=drop`; an option whose value is not literal could be either. */
function isBuilding(command: Command): boolean {
  // The language does not parse the arguments of this command.
  if (command.kind === 'other' && otherOperation.test(command.arguments)) return true;
  return command.options.some(({ name, value }) => {
    const word = value.kind === 'word' ? value.text : value.kind === 'string' ? value.value : '';
    return name.text === 'op' && word !== 'load' && word !== 'list';
  });
}

const otherOperation = /(?:^|\s)op\s*=(?!\s*"?(?:load|list)\b)/;
