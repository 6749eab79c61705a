import { readFile } from 'node:fs/promises';
import { parseWireTime } from '../core/interface/time';
import type { Terminal } from './terminal';

/** A command, named by one or two words. */
export interface Command {
  readonly name: string;
  /** The arguments after the name, for example `PATH…`. */
  readonly parameters: string;
  /** One sentence. */
  readonly summary: string;
  readonly options: Readonly<Record<string, CommandOption>>;
  /** Resolves to the exit code. A rejection is reported, with exit code 1. */
  run(input: CommandInput, terminal: Terminal): Promise<number>;
}

export interface CommandOption {
  /** The letter for a single dash. */
  readonly short?: string;
  /** Whether it can be repeated. */
  readonly multiple?: boolean;
  /** The placeholder of its value in the help; without it, the option has no value. */
  readonly value?: string;
  readonly summary: string;
}

export interface CommandInput {
  readonly args: readonly string[];
  readonly options: Readonly<Record<string, string | boolean | readonly (string | boolean)[] | undefined>>;
}

export const exitCodes = { done: 0, failed: 1, problems: 2, partly: 3 } as const;

/** Invalid command line arguments. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}

/** The text of a file; the message tells which one cannot be read. */
export async function readTextFile(file: string, message: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => {
    throw new UsageError(message);
  });
}

/** The only argument; the message tells what it should be. */
export function onlyArgument({ args: [argument, ...more] }: CommandInput, message: string): string {
  if (argument === undefined || more.length > 0) throw new UsageError(message);
  return argument;
}

/** The value of a string option. */
export function textOption({ options }: CommandInput, name: string): string | undefined {
  const value = options[name];
  return typeof value === 'string' ? value : undefined;
}

/** The values of a repeatable option. */
export function listOption({ options }: CommandInput, name: string): readonly string[] {
  const value = options[name];
  return typeof value === 'object' ? value.filter((item) => typeof item === 'string') : [];
}

/** The value of a numeric option. */
export function countOption(input: CommandInput, name: string): number | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  if (!/^\d{1,15}$/.test(text)) throw new UsageError(`--${name} must be a whole number, not ${text}.`);
  return Number(text);
}

/** The value of an option with fixed choices; undefined if it is not set. */
export function choiceOption<Choice extends string>(
  input: CommandInput,
  name: string,
  choices: readonly Choice[],
): Choice | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  return choice;
}

export const periodOptions = {
  from: { value: 'TIME', summary: 'such as 2026-01-31T09:00:00Z, or 2026-01-31 in local time' },
  to: { value: 'TIME', summary: 'the end of the period' },
} as const satisfies Record<string, CommandOption>;

/** The value of an option that is a time. */
export function timeOption(input: CommandInput, name: string): Date | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const timestamp = timestampOf(text.trim());
  if (timestamp !== undefined) return timestamp;
  throw new UsageError(`--${name} must be a time such as 2026-01-31T09:00:00Z or 2026-01-31, not ${text}.`);
}

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without a zone is local; a date starts at local midnight. */
function timestampOf(text: string): Date | undefined {
  const [, day, clock = '00:00', seconds = ':00', zone] = isoTime.exec(text) ?? [];
  if (day === undefined) return undefined;
  const inUtc = parseWireTime(`${day} ${clock}${seconds}${zone?.toUpperCase() ?? 'Z'}`);
  if (inUtc === undefined) return undefined;
  return zone === undefined ? new Date(`${day}T${clock}${seconds}`) : inUtc;
}

/** The columns that the user calls sensitive. */
export function privacyColumns(): readonly string[] {
  const names = (process.env['LOGBENCH_PRIVACY_COLUMNS'] ?? '').split(',').map((name) => name.trim());
  return names.filter((name) => name !== '');
}
