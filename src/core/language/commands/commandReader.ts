import type { Command, Option } from '../ast';
import { commandOptions } from '../catalog/catalog';
import type { Located, Name } from '../expression';
import { readOptions } from '../readOptions';
import type { TermReader } from '../termReader';

/** The start of every command. */
export interface CommandHead extends Located {
  readonly name: Name;
}

/** Parses the arguments of one command. Never throws: errors are reported to the reader. */
export type CommandReader = (head: CommandHead, reader: TermReader) => Command;

/** By the name of the command. */
export type CommandReaders = Readonly<Record<string, CommandReader>>;

interface CommandNode extends CommandHead {
  readonly options: readonly Option[];
  readonly subqueries: readonly [];
}

const nothing: readonly [] = [];

/** The common properties of a command without subqueries. Spread it last, because spreading it first is slower. */
export function plain(head: CommandHead, options: readonly Option[] = nothing): CommandNode {
  return { from: head.from, to: head.to, name: head.name, options, subqueries: nothing };
}

/** The options that the catalog lists for the command. */
export function readOwnOptions(
  { name }: CommandHead,
  reader: TermReader,
  expressionFollows = false,
): readonly Option[] {
  return readOptions(reader, commandOptions[name.text], expressionFollows);
}
