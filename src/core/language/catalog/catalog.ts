import { languageTag } from '../../base/localize';
import type {
  CommandEntry,
  CommandOptions,
  Descriptions,
  FunctionEntry,
  OptionType,
  ParameterEntry,
} from './entry';
import { changesOrSends } from './entry';
import { localAnalysis } from './localAnalysis';
import { localCommands } from './localCommands';
import { localSources } from './localSources';
import { aggregateFunctions, expressionFunctions } from './functions';
import korean from './korean.json';
import { otherCommands } from './otherCommands';

/** A command with everything for the editor and the documentation. */
export interface DescribedCommand extends Omit<CommandEntry, 'options'> {
  readonly name: string;
  readonly options: readonly DescribedOption[];
  readonly isSource: boolean;
  /** Whether it changes or sends data. */
  readonly writes: boolean;
  readonly runsLocally: boolean;
}

export interface DescribedOption {
  readonly name: string;
  readonly type: OptionType;
  readonly description: string;
}

/** Descriptions of options by name; commands with the same option share its meaning. */
const optionDescriptions: Readonly<Record<string, string>> = {
  duration: 'How far back to read, such as 1d.',
  from: 'Start, included: a prefix of yyyyMMddHHmmss.',
  to: 'End, not included: a prefix of yyyyMMddHHmmss.',
  limit: 'The maximum number of rows.',
  offset: 'How many rows to skip first.',
  order: 'desc is newest first, asc oldest first.',
  span: 'The length of one interval, such as 10m.',
  type: 'Which rows without a match to keep.',
  field: 'The field to read. The default of parse commands is line.',
  overlay: 'Whether to keep the other fields.',
  pairdelim: 'The delimiter between pairs.',
  kvdelim: 'The delimiter between a key and its value.',
  delimiter: 'The delimiter between values.',
  over: 'The time span over which to spread the repetitions.',
  output: 'The field to write. The default is _json.',
  op: 'The action on the lookup: list is the default.',
  name: 'The name of the lookup.',
  key: 'The field with the key.',
  count: 'The number of repetitions.',
  parallel: 'Whether to use several cores.',
  window: 'How long to read rows that arrive from now on, such as 10m.',
  tt: 'Whether to split terms as the index does.',
  engine: 'The regular expression engine.',
  debug: 'Whether to add the engine that was used as _engine.',
  flatten: 'Whether to join nested names with _.',
  lenient: 'Whether to read text that was cut off.',
  cutoff: 'The number of characters to read.',
  strict: 'Whether to read as RFC 4180 says.',
  tab: 'Whether a tab separates values.',
  core: 'The number of cores.',
  label: 'The value of the group fields in total rows.',
  create: 'Whether to create the table if it does not exist.',
  _sk: 'The field with the sort key.',
  topic: 'The topic of the event contexts.',
  dynamic: 'Whether the rows name the topic and its limits.',
  expire: 'How long a context lives after its creation, such as 1h.',
  timeout: 'How long to wait at most.',
  maxrows: 'The number of rows to keep.',
  all: 'Whether to drop those of all topics.',
};

const notLocal = Object.fromEntries(
  Object.entries(otherCommands).map(([name, entry]) => [name, { ...entry, notLocal: true }] as const),
);
const all = { ...localSources, ...localCommands, ...localAnalysis, ...notLocal };

export const commands = Object.entries(all).map(([name, entry]) =>
  describe(name, { effect: 'reads', ...entry }),
);
/** The options of commands whose arguments the language parses. Other commands have none. */
export const commandOptions: Readonly<Record<string, CommandOptions>> = Object.fromEntries(
  Object.entries(all).flatMap(([name, { options }]) => (options ? [[name, options]] : [])),
);
export const functions = functionsOf(expressionFunctions);
export const aggregates = functionsOf(aggregateFunctions);

export const findCommand = byName(commands);
export const findFunction = byName(functions);
export const findAggregate = byName(aggregates);

const translations: Readonly<Record<string, string>> = korean;

/** The Korean of a description; English if there is none. */
export function inKorean(description: string): string {
  return translations[description] ?? description;
}

export function inDisplayLanguage(description: string): string {
  return languageTag().startsWith('ko') ? inKorean(description) : description;
}

/** The signature, such as `substr(text, begin[, end])`. */
export function signatureOf({ name, parameters }: FunctionEntry): string {
  if (name === 'count') return 'count[(value)]';
  const parts = parameters.map((parameter, index) => {
    const text = `${index > 0 ? ', ' : ''}${parameter.name}${parameter.repeated ? ', …' : ''}`;
    return parameter.optional ? `[${text}]` : text;
  });
  return `${name}(${parts.join('')})`;
}

/** Whether a function can have so many arguments. */
export function takes({ parameters }: FunctionEntry, count: number): boolean {
  return count >= parameters.filter(({ optional }) => !optional).length && count <= parameters.length;
}

function describe(name: string, { options = {}, ...entry }: CommandEntry): DescribedCommand {
  return {
    ...entry,
    name,
    options: Object.entries(options).map(([option, type]) => ({
      name: option,
      type,
      description: optionDescriptions[option] ?? '',
    })),
    isSource: entry.isSource === true,
    writes: changesOrSends(entry.effect),
    runsLocally: entry.notLocal !== true,
  };
}

function functionsOf(described: Descriptions): readonly FunctionEntry[] {
  return Object.entries(described).map(([name, [parameters, description, example]]) => ({
    name,
    parameters: parameters === '' ? [] : parameters.split(', ').map(parameterEntry),
    description,
    example,
  }));
}

function parameterEntry(text: string): ParameterEntry {
  const [name = '', values] = text.replace(/[[\]…]/g, '').split(':');
  return {
    name,
    optional: text.startsWith('['),
    repeated: text.endsWith('…'),
    values: values?.split('|') ?? [],
  };
}

function byName<Entry extends { readonly name: string }>(
  entries: readonly Entry[],
): (name: string) => Entry | undefined {
  const known = new Map(entries.map((entry) => [entry.name, entry]));
  return (name) => known.get(name);
}
