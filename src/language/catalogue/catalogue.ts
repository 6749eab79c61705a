import { writesOrSends } from '../commandNames';
import { commandOptions } from '../commandOptions';
import type { OptionType } from '../commandOptions';
import { coreCommands } from './coreCommands';
import type { CommandEntry, FunctionEntry, Localized } from './entry';
import { furtherCommands } from './furtherCommands';
import { aggregateFunctions, numberFunctions } from './numberFunctions';
import { optionDescriptions } from './optionDescriptions';
import { otherCommands } from './otherCommands';
import { otherSources } from './otherSources';
import { textFunctions } from './textFunctions';
import { valueFunctions } from './valueFunctions';

/** A command with everything for the editor and the documentation. */
export interface DescribedCommand extends CommandEntry {
  readonly options: readonly DescribedOption[];
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

export const commands: readonly DescribedCommand[] = [
  ...coreCommands.map((entry) => describe(entry, true)),
  ...furtherCommands.map((entry) => describe(entry, true)),
  ...otherSources.map((entry) => describe(entry, false)),
  ...otherCommands.map((entry) => describe(entry, false)),
];

/** Functions for expressions; `min`, `max` and `array` are also aggregates. */
export const functions: readonly FunctionEntry[] = [...valueFunctions, ...textFunctions, ...numberFunctions];

export const aggregates: readonly FunctionEntry[] = aggregateFunctions;

export function findCommand(name: string): DescribedCommand | undefined {
  return commandsByName.get(name);
}

export function findFunction(name: string): FunctionEntry | undefined {
  return functionsByName.get(name);
}

export function findAggregate(name: string): FunctionEntry | undefined {
  return aggregatesByName.get(name);
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

function describe(entry: CommandEntry, runsLocally: boolean): DescribedCommand {
  const options = Object.entries(commandOptions[entry.name] ?? {}).map(([name, type]) => ({
    name,
    type,
    description: optionDescriptions[name] ?? { en: '', ko: '' },
  }));
  return { ...entry, options, writes: writesOrSends(entry.name), runsLocally };
}

const commandsByName = new Map(commands.map((command) => [command.name, command]));
const functionsByName = new Map(functions.map((entry) => [entry.name, entry]));
const aggregatesByName = new Map(aggregates.map((entry) => [entry.name, entry]));
