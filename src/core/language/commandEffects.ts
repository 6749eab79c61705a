import type { Command } from './ast';
import { findCommand } from './catalog/catalog';
import { changesOrSends } from './catalog/entry';
import type { Effect } from './catalog/entry';

/** The effect of a command with its options. */
export function effectOf(command: Command): Effect {
  if (command.kind === 'comment') return 'reads';
  const effect = effectOfName(command.name.text);
  return effect === 'reads' && isBuilding(command) ? 'writes' : effect;
}

/** Whether each row of its output depends on one row of its input, and their order stays. */
export function isRowwise({ kind, name }: Command): boolean {
  return kind === 'comment' || findCommand(name.text)?.isRowwise === true;
}

/** Also by prefix, because apps add similar commands. */
function effectOfName(written: string): Effect {
  // The language has lower case only, but not every platform may insist on it.
  const name = written.toLowerCase();
  if (name.startsWith('send')) return 'sends';
  return /^(output|db)/.test(name) ? 'writes' : (findCommand(name)?.effect ?? 'unknown');
}

/** The same for a name without options. */
export function writesOrSends(name: string): boolean {
  return changesOrSends(effectOfName(name));
}

/** Such as `memlookup op=build` and `op=drop`; an option whose value is not literal could be either. */
function isBuilding(command: Command): boolean {
  // An option with a mistake is an argument.
  if (command.kind === 'other' && otherOperation.test(command.arguments)) return true;
  return command.options.some(({ name, value }) => {
    const word = value.kind === 'word' ? value.text : value.kind === 'string' ? value.value : '';
    return name.text.toLowerCase() === 'op' && word !== 'load' && word !== 'list';
  });
}

const otherOperation = /(?:^|[\s,(])op\s*=(?!\s*"?(?:load|list)\b)/i;

/** In the arguments that the language does not parse, for example within parentheses. */
export function hasHiddenSubquery(command: Command): boolean {
  return command.kind === 'other' && command.arguments.replaceAll(/"(?:[^"\\]|\\.)*"/g, '').includes('[');
}

/**
 * Everything in a text that could be the name of a command that changes or sends data. For texts that are not as the
 * language describes: a platform may read them otherwise.
 */
export function possibleWrites(text: string): readonly string[] {
  const names = Array.from(text.matchAll(/(?:^|[|[])[^\p{L}\p{N}|[]*([\w-]+)/gu), ([, name = '']) => name);
  const isPossible = (name: string): boolean =>
    writesOrSends(name) || (name.toLowerCase() === 'memlookup' && otherOperation.test(text));
  return names.filter(isPossible);
}
