import { writesOrSends } from '../commandEffects';
import { commandOptions } from '../commandOptions';
import type { OptionType } from '../commandOptions';
import type { Descriptions, FunctionEntry, Localized, ParameterEntry } from './entry';
import { localCommands } from './localCommands';
import { aggregateFunctions, numberFunctions } from './numberFunctions';
import { optionDescriptions } from './optionDescriptions';
import { otherCommands } from './otherCommands';
import { textFunctions } from './textFunctions';
import { valueFunctions } from './valueFunctions';

/** A command with everything for the editor and the documentation. */
export interface DescribedCommand {
  readonly name: string;
  readonly syntax: string;
  readonly description: Localized;
  readonly example: string;
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

/** Commands that a query starts with. */
const sources = new Set(
  (
    'table fulltext json system result load lookuptable dbquery wget csvfile jsonfile textfile zipfile ' +
    'logger stream remote proc dataset event'
  ).split(' '),
);

export const commands = [...commandsOf(localCommands, true), ...commandsOf(otherCommands, false)];
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

function commandsOf(described: Descriptions, runsLocally: boolean): readonly DescribedCommand[] {
  return Object.entries(described).map(([name, [syntax, en, ko, example]]) => ({
    name,
    syntax,
    description: { en, ko },
    example,
    options: Object.entries(commandOptions[name] ?? {}).map(([option, type]) => ({
      name: option,
      type,
      description: optionDescriptions[option] ?? { en: '', ko: '' },
    })),
    isSource: sources.has(name),
    writes: writesOrSends(name),
    runsLocally,
  }));
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
