import type {
  CommandEntry,
  CommandOptions,
  Descriptions,
  FunctionEntry,
  Localized,
  OptionType,
  ParameterEntry,
} from './entry';
import { changesOrSends } from './entry';
import { localCommands } from './localCommands';
import { localSources } from './localSources';
import { aggregateFunctions, numberFunctions } from './numberFunctions';
import { optionDescriptions } from './optionDescriptions';
import { otherCommands } from './otherCommands';
import { textFunctions } from './textFunctions';
import { valueFunctions } from './valueFunctions';

/** A command with everything for the editor and the documentation. */
export interface DescribedCommand extends Omit<CommandEntry, keyof Localized | 'options'> {
  readonly name: string;
  readonly description: Localized;
  readonly options: readonly DescribedOption[];
  readonly isSource: boolean;
  /** Whether it changes or sends data. */
  readonly writes: boolean;
  readonly runsLocally: boolean;
}

export interface DescribedOption {
  readonly name: string;
  readonly type: OptionType;
  readonly description: Localized;
}

export type Locale = keyof Localized;

const local = { ...localSources, ...localCommands };
const all: Readonly<Record<string, CommandEntry>> = { ...local, ...otherCommands };

export const commands = Object.entries(all).map(([name, entry]) => describe(name, entry));
/** The options of commands whose arguments the language parses. Other commands have none. */
export const commandOptions: Readonly<Record<string, CommandOptions>> = Object.fromEntries(
  Object.entries(all).flatMap(([name, { options }]) => (options ? [[name, options]] : [])),
);
/** Functions for expressions; `min`, `max` and `array` are also aggregates. */
export const functions = functionsOf({ ...valueFunctions, ...textFunctions, ...numberFunctions });
export const aggregates = functionsOf(aggregateFunctions);

export const findCommand = byName(commands);
export const findFunction = byName(functions);
export const findAggregate = byName(aggregates);

/** The signature, such as `substr(text, begin[, end])`. */
export function signatureOf({ name, parameters }: FunctionEntry): string {
  if (name === 'count') return 'count[(value)]';
  const parts = parameters.map((parameter, index) => {
    const text = `${index > 0 ? ', ' : ''}${parameter.name}${parameter.repeated ? ', …' : ''}`;
    return parameter.optional ? `[${text}]` : text;
  });
  return `${name}(${parts.join('')})`;
}

function describe(name: string, { en, ko, options = {}, ...entry }: CommandEntry): DescribedCommand {
  return {
    ...entry,
    name,
    description: { en, ko },
    options: Object.entries(options).map(([option, type]) => ({
      name: option,
      type,
      description: optionDescriptions[option] ?? { en: '', ko: '' },
    })),
    isSource: entry.isSource === true,
    writes: changesOrSends(entry.effect),
    runsLocally: Object.hasOwn(local, name),
  };
}

function functionsOf(described: Descriptions): readonly FunctionEntry[] {
  return Object.entries(described).map(([name, [parameters, en, ko, example]]) => ({
    name,
    parameters: parameters === '' ? [] : parameters.split(', ').map(parameterEntry),
    description: { en, ko },
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
