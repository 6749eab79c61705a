import type { ErrorKey } from '../errorCodes';
import type { CommandEntry, CommandOptions, Effect, OptionType } from './entry';

/**
 * Reads a table of commands. The second column has the kind (`source`, `rows` for each row by itself, `all`, `sink`,
 * `param`), the effect, and words: `tables` (names some), `raw` (its arguments are no terms), `local` (the local
 * platform runs it), `-option` (but not with this option).
 */
export function readCommands(table: string): readonly CommandEntry[] {
  return table.trim().split('\n').map(readCommand);
}

function readCommand(line: string): CommandEntry {
  const columns = line.split(/ ·(?= |$)/).map((column) => column.trim());
  const [name, about, syntax, description, korean, ...more] = columns as Columns;
  const [kind, effect, ...words] = about.split(' ');
  return {
    name,
    syntax: `${name} ${syntax}`.trim(),
    description,
    korean,
    example: more.filter((column) => !column.startsWith('→')).join(''),
    adds: more.flatMap((column) => (column.startsWith('→') ? column.slice(2).split(' ') : [])),
    effect: effect as Effect,
    isSource: kind === 'source',
    isRowwise: kind === 'rows' || kind === 'param',
    namesTables: words.includes('tables'),
    isRaw: words.includes('raw'),
    runsLocally: words.includes('local'),
    options: optionsIn(name, syntax, new Set(words.filter((word) => word.startsWith('-')))),
  };
}

type Columns = [string, string, string, string, string, ...string[]];

/** The options that a syntax mentions, with the type of their values: `limit=N`, `type=inner|left`, `html=f`. */
function optionsIn(command: string, syntax: string, notLocal: ReadonlySet<string>): CommandOptions {
  const options: Record<string, OptionType> = {};
  for (const [, name = '', value = ''] of syntax.matchAll(/(?<![\w"])([a-z_][\w-]*)=("[^"]*"|[^\s\]]+)/g)) {
    const known = options[name];
    const type = typeOf(name, value, known?.type === 'choice' ? known.values : []);
    const key = choiceErrors[`${command} ${name}`];
    options[name] = {
      ...type,
      ...(notLocal.has(`-${name}`) && { notLocal: true }),
      ...(type.type === 'choice' && key && { key }),
    };
  }
  return options;
}

/** The codes of values that are not in the list. */
const choiceErrors: Readonly<Record<string, ErrorKey>> = {
  'memlookup op': 'unsupported-memlookup-op',
  'streamjoin type': 'invalid-streamjoin-type',
};

const placeholders: Readonly<Record<string, OptionType>> = {
  SPAN: { type: 'span' },
  DATE: { type: 'date' },
  yyyyMMdd: { type: 'date' },
  FIELD: { type: 'field' },
  line: { type: 'field' },
  _json: { type: 'field' },
  _time: { type: 'field' },
  t: { type: 'boolean' },
  f: { type: 'boolean' },
};

/** @param others the values in an earlier alternative of the syntax. */
function typeOf(name: string, value: string, others: readonly string[]): OptionType {
  const known = placeholders[value];
  if (known) return known;
  if (/^(N|\d+)$/.test(value)) return { type: name === 'offset' ? 'offset' : 'limit' };
  const isChoice = value.includes('|') || name === 'op';
  return isChoice
    ? { type: 'choice', values: [...new Set([...others, ...value.split('|')])] }
    : { type: 'text' };
}
