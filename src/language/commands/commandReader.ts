import type { Command, Option } from '../ast';
import type { Located, Name } from '../expression';
import type { TermReader } from '../termReader';

/** What every command begins with. */
export interface CommandHead extends Located {
  readonly name: Name;
}

/** Reads the arguments of one command. Never throws: what is wrong is reported to the reader. */
export type CommandReader = (head: CommandHead, reader: TermReader) => Command;

/** The parts that every command has, for one without subqueries. Spread it last: first costs microseconds. */
export function plain(head: CommandHead, options: readonly Option[] = nothing): CommandNode {
  return { from: head.from, to: head.to, name: head.name, options, subqueries: nothing };
}

const nothing: readonly [] = [];

interface CommandNode extends CommandHead {
  readonly options: readonly Option[];
  readonly subqueries: readonly [];
}
