import { readFileSync } from 'node:fs';
import { inProject } from '../project.mjs';

const start = '(?<=^|[|\\[])\\s*';
const end = '(?![\\p{L}\\p{N}_.-])';

/**
 * The TextMate grammar with the names of the commands. Those that write or send have a scope of their own, also apps'
 * commands with the same beginning.
 * @param {typeof import('../../src/language/catalog/catalog').commands} commands
 */
export function queryGrammar(commands) {
  const grammar = JSON.parse(readFileSync(inProject('syntaxes/logbench-query.tmLanguage.json'), 'utf8'));
  /** @param {boolean} writes */
  const namesOf = (writes) =>
    commands
      .filter((command) => command.writes === writes && command.name !== 'system')
      .map(({ name }) => name);
  const writing = namesOf(true).filter((name) => !/^(?:output|send|db)/.test(name));
  const [changing, , reading] = grammar.repository.command.patterns;
  changing.match = `${start}((?:${writing.join('|')})${end}|(?:output|send|db)[a-z0-9_-]*${end})`;
  reading.match = `${start}(${namesOf(false).join('|')})${end}`;
  return JSON.stringify(grammar);
}
