import { readFile } from 'node:fs/promises';
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
  const choice = choices.find((known) => known === text);
  if (choice === undefined) throw new UsageError(`--${name} must be one of ${choices.join(', ')}.`);
  return choice;
}
