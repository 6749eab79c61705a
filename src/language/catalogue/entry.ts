/** A text in every supported language. */
export interface Localized {
  readonly en: string;
  readonly ko: string;
}

/** By name. The signature is the syntax of a command, or parameters such as `text, [format], more…, unit:day|hour`. */
export type Descriptions = Readonly<
  Record<string, readonly [signature: string, en: string, ko: string, example: string]>
>;

export interface FunctionEntry {
  readonly name: string;
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
