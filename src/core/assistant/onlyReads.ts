import { parseQuery } from '../language/parseQuery';
import type { ParsedQuery } from '../language/parseQuery';
import { effectOf, hasHiddenSubquery } from '../language/commandEffects';
import type { Effect } from '../language/catalog/entry';
import { visitCommands } from '../language/services/walk';
import type { Command } from '../language/ast';
import { repairedQuery } from './checkedQuery';
import { namesHere } from './otherLanguages';
import { ToolRejection } from './tool';

/** Longer texts are not returned. */
const maxRepairedLength = 2000;

/** Why a command with this effect is rejected. */
const reasons: Readonly<Partial<Record<Effect, string>>> = {
  writes: 'it writes or sends data, and assistants only read',
  sends: 'it writes or sends data, and assistants only read',
  runs: 'what it runs may change data',
  readsFiles: 'it reads files of the server',
  waits: 'it waits for rows that arrive from now on: read a period with from, to or duration instead',
};

/** Parses a query from an assistant. Rejects everything that might do more than read. */
export function parseReadingQuery(text: string): ParsedQuery {
  const reason = notRunReason(text);
  if (reason !== undefined) throw new ToolRejection(`The query was not sent: ${reason}`);
  return parseQuery(text);
}

/** Why a query would not be run; undefined if it would. */
export function notRunReason(text: string): string | undefined {
  const { query, problems } = parseQuery(text);
  const commands: Command[] = [];
  visitCommands(query.commands, (command) => commands.push(command));
  for (const command of commands) {
    const reason = rejectionReason(command);
    if (reason !== undefined) return `the command "${command.name.text}" is not allowed because ${reason}.`;
  }
  const [problem] = problems;
  if (problem === undefined) return undefined;
  return `(${problem.code}) ${problem.key} at offset ${problem.from}: ${problem.message} ${howToRepair(text)}`;
}

function howToRepair(text: string): string {
  const repaired = text.length > maxRepairedLength ? text : repairedQuery(text);
  return repaired === text ? 'logbench_language tells how it is written.' : `Fixed: ${repaired}`;
}

function rejectionReason(command: Command): string | undefined {
  if (hasHiddenSubquery(command)) return 'it contains a subquery that cannot be checked';
  const effect = effectOf(command);
  if (effect !== 'unknown') return reasons[effect];
  const instead = namesHere(command.name.text);
  if (instead.length > 0) return `this language has no such command: use ${instead.join(', ')}`;
  return 'it is not known to be read-only';
}
