import { aggregating } from './aggregating';
import { nothing } from './command';
import type { Command, Result } from './command';
import { correlating } from './correlating';
import { extracting } from './extracting';
import { Refusal } from './refusal';
import { rowCommands } from './rowCommands';
import type { Scope, World } from './scope';
import { severalPipelines } from './severalPipelines';
import { sources } from './sources';
import { splitPipeline } from './syntax';

export function emptyWorld(): World {
  return { tables: new Map(), lookups: new Map(), contexts: new Map() };
}

/** Runs a query as the facts about the language say: slow and plain. */
export function interpret(query: string, world: World): Result {
  return runPipeline(query, { parameters: new Map(), world }, nothing);
}

function runPipeline(text: string, scope: Scope, input: Result): Result {
  const commands = splitPipeline(text);
  return commands.reduce((result, command) => runCommand(command, result, scope), input);
}

export function runCommand(text: string, input: Result, scope: Scope): Result {
  const [, name = '', rest = ''] = /^([a-z][\w-]*)(?=\s|$)\s*([^]*)$/.exec(text) ?? [];
  const command = commands[name];
  if (!command) throw new Refusal('92000');
  return command(rest, input, scope, runPipeline);
}

const commands: Readonly<Record<string, Command>> = {
  ...sources,
  ...rowCommands,
  ...extracting,
  ...aggregating,
  ...severalPipelines,
  ...correlating,
};
