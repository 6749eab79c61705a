import { languageTag } from '../../base/localize';
import { commandRules } from './commandRules';
import { coreCommands } from './coreCommands';
import type {
  CommandEntry,
  CommandOptions,
  CommandRules,
  Descriptions,
  FunctionEntry,
  OptionType,
  ParameterEntry,
} from './entry';
import { changesOrSends } from './entry';
import { aggregateFunctions } from './aggregates';
import { expressionFunctions } from './functions';
import korean from './korean.json';
import { moreCommands } from './moreCommands';
import { optionTexts } from './optionTexts';
import { systemObjects } from './systemObjects';
import { readCommands } from './readCommands';

/** A command with everything for the editor and the documentation. */
export interface DescribedCommand extends Omit<CommandEntry, 'options' | 'korean'>, CommandRules {
  readonly options: readonly DescribedOption[];
  /** Whether it changes or sends data. */
  readonly writes: boolean;
}

export interface DescribedOption {
  readonly name: string;
  readonly type: OptionType;
  readonly description: string;
}

const entries = [...readCommands(coreCommands), ...readCommands(moreCommands)];

export const commands = entries.map(describe);
export const commandOptions: Readonly<Record<string, CommandOptions>> = Object.fromEntries(
  entries
    .filter(({ options }) => Object.keys(options).length > 0)
    .map(({ name, options }) => [name, options]),
);
export const functions = functionsOf(expressionFunctions);
export const aggregates = functionsOf(aggregateFunctions);

const commandNamed = byName(commands);

/** Objects of `system` may be written with a hyphen, such as `system-logs`. */
export function findCommand(name: string): DescribedCommand | undefined {
  const isObject = name.startsWith('system-') && systemObjects.includes(name.slice(systemPrefix));
  return commandNamed(name) ?? (isObject ? commandNamed('system') : undefined);
}

const systemPrefix = 'system-'.length;

export const findFunction = byName(functions);
export const findAggregate = byName(aggregates);

const translations: Readonly<Record<string, string>> = {
  ...korean,
  ...Object.fromEntries(entries.map((entry) => [entry.description, entry.korean])),
  ...Object.fromEntries(optionTexts.values()),
};

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

function describe({ options, ...entry }: CommandEntry): DescribedCommand {
  return {
    ...entry,
    ...commandRules[entry.name],
    options: Object.entries(options).map(([name, type]) => ({
      name,
      type,
      description: optionTexts.get(name)?.[0] ?? '',
    })),
    writes: changesOrSends(entry.effect),
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
