import type { Command } from './ast';
import { findCommand } from './catalog/catalog';
import { changesOrSends } from './catalog/entry';
import type { Effect } from './catalog/entry';
import { expressionsOf, walkExpressions } from './services/walk';
import { optionText } from './values';

/**
 * The effect of a command with its options.
 *
 * @param maySet whether the text calls the function that changes something, which takes time to find.
 */
export function effectOf(command: Command, maySet = true): Effect {
  if (command.kind === 'comment') return 'reads';
  const name = command.name.text.toLowerCase();
  const rule = Object.hasOwn(dependent, name) ? dependent[name] : undefined;
  const effect = rule?.(command) ?? effectOfName(name);
  return effect === 'reads' && maySet && setsEventContext(command) ? 'writes' : effect;
}

/** Whether each row of its output depends on one row of its input, and their order stays. */
export function isRowwise({ kind, name }: Command): boolean {
  return kind === 'comment' || findCommand(name.text)?.isRowwise === true;
}

/** Commands whose effect depends on their arguments. */
const dependent: Readonly<Record<string, (command: Command) => Effect | undefined>> = {
  memlookup: (command) => (isBuilding(command) ? 'writes' : undefined),
  stream: (command) => (mentions(command, 'forward') ? 'writes' : undefined),
  table: (command) => (mentions(command, 'window') ? 'waits' : undefined),
  ftp: (command) => (isListing(command) ? 'readsFiles' : undefined),
  sftp: (command) => (isListing(command) ? 'readsFiles' : undefined),
  hdfs: (command) => (isListing(command) ? 'readsFiles' : undefined),
};

/** Also by prefix, because apps add similar commands. */
function effectOfName(written: string): Effect {
  // The language has lower case only, but not every platform may insist on it.
  const name = written.toLowerCase();
  const known = findCommand(name)?.effect;
  if (known !== undefined) return known;
  if (name.startsWith('send')) return 'sends';
  return /^(output|db)/.test(name) ? 'writes' : 'unknown';
}

/** The same for a name without options. */
export function writesOrSends(name: string): boolean {
  return changesOrSends(effectOfName(name));
}

/** `op=build` and `op=drop`; an option whose value is not literal could be either. */
function isBuilding(command: Command): boolean {
  // An option with a mistake is an argument.
  if (command.kind === 'other' && otherOperation.test(command.arguments)) return true;
  return command.options.some(
    (option) => option.name.text.toLowerCase() === 'op' && optionText([option], option.name.text) !== 'list',
  );
}

const otherOperation = /(?:^|[\s,(])op\s*=(?!\s*"?list\b)/i;

/** Also as an argument, if something about the option is wrong. */
function mentions(command: Command, option: string): boolean {
  const isWritten = command.kind === 'other' && new RegExp(`\\b${option}\\b`, 'i').test(command.arguments);
  return isWritten || command.options.some(({ name }) => name.text.toLowerCase() === option);
}

/** `ls`, `lsr` and `cat` after the profile, and no `put` anywhere. */
function isListing(command: Command): boolean {
  const text = command.kind === 'other' ? command.arguments : '';
  return /^\S+\s+(ls|lsr|cat)\b/.test(text) && !/\bput\b/i.test(text);
}

/** The only function that changes something. */
function setsEventContext(command: Command): boolean {
  if (command.kind === 'other') return command.arguments.includes('evtctxsetvar');
  let sets = false;
  for (const expression of expressionsOf(command)) {
    walkExpressions(expression, (inner) => {
      sets ||= inner.kind === 'call' && inner.function.text === 'evtctxsetvar';
    });
  }
  return sets;
}

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
    writesOrSends(name) ||
    (name.toLowerCase() === 'memlookup' && otherOperation.test(text)) ||
    (name.toLowerCase() === 'stream' && /\bforward\b/i.test(text));
  return [...names.filter(isPossible), ...(/\bevtctxsetvar\b/.exec(text) ?? [])];
}
