import { type Command, type Option } from '../ast';
import { type Located, type Name } from '../expression';
import { type TermReader } from '../termReader';

/** What every command begins with. */
export interface CommandHead extends Located {
  readonly name: Name;
}

/** Reads the arguments of one command. Never throws: what is wrong is reported to the reader. */
export type CommandReader = (head: CommandHead, reader: TermReader) => Command;

/** A command that takes neither options nor subqueries. */
export function plain(head: CommandHead, options: readonly Option[] = []): CommandParts {
  return { ...head, options, subqueries: [] };
}

type CommandParts = CommandHead & {
  readonly options: readonly Option[];
  readonly subqueries: readonly [];
};
