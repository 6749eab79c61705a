/** A text in every supported language. */
export interface Localized {
  readonly en: string;
  readonly ko: string;
}

export type CommandCategory =
  | 'source'
  | 'filter'
  | 'field'
  | 'aggregate'
  | 'combine'
  | 'parse'
  | 'lookup'
  | 'parameter'
  | 'output'
  | 'analysis'
  | 'control';

export interface CommandEntry {
  readonly name: string;
  readonly category: CommandCategory;
  readonly syntax: string;
  readonly description: Localized;
  readonly example: string;
}

export type FunctionCategory =
  | 'conversion'
  | 'test'
  | 'choice'
  | 'text'
  | 'number'
  | 'date'
  | 'address'
  | 'hash'
  | 'parameter'
  | 'aggregate';

export interface FunctionEntry {
  readonly name: string;
  readonly category: FunctionCategory;
  readonly parameters: readonly ParameterEntry[];
  readonly description: Localized;
  readonly example: string;
}

export interface ParameterEntry {
  readonly name: string;
  readonly optional: boolean;
  /** Whether it can be repeated. */
  readonly repeated: boolean;
  /** The allowed values, if there are only a few. */
  readonly values: readonly string[];
}

/** Creates an entry from a parameter list such as `text, [format], more…, unit:day|hour`. */
export function functionEntry(
  category: FunctionCategory,
  name: string,
  parameters: string,
  en: string,
  ko: string,
  example: string,
): FunctionEntry {
  const names = parameters === '' ? [] : parameters.split(', ');
  return { name, category, parameters: names.map(parameterEntry), description: { en, ko }, example };
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

export function commandEntry(
  category: CommandCategory,
  name: string,
  syntax: string,
  en: string,
  ko: string,
  example: string,
): CommandEntry {
  return { name, category, syntax, description: { en, ko }, example };
}
