import type { Command, TableName } from '../ast';
import { isErrorKey } from '../errorCodes';
import type { Located } from '../expression';
import { parseQuery } from '../parseQuery';
import { problemAt } from '../problem';
import { walkCommands } from './walk';

export interface RejectedRange extends Located {
  readonly code: number | undefined;
  readonly message: string;
}

/** The position of an error. The platform returns only `(<code>) <key>`; our parser finds the position. */
export function rejectedRange(message: string, text: string): RejectedRange {
  const [, code, key = '', name] = /^\((\d+)\) ?([\w-]*)(?:: (.+))?/.exec(message) ?? [];
  const { query, problems } = parseQuery(text);
  const found = problems.find((problem) => String(problem.code) === code);
  const table = onlyTable(key, name, walkCommands(query));
  const range = found ?? table ?? firstLine(text);
  return {
    from: range.from,
    to: range.to,
    code: code === undefined ? undefined : Number(code),
    message:
      found?.message ?? (isErrorKey(key) ? problemAt(key, range, undefined, table?.name).message : message),
  };
}

/** Where a platform does not return the table name, it is unknown with two tables. */
function onlyTable(
  key: string,
  name: string | undefined,
  commands: readonly Command[],
): TableName | undefined {
  if (key !== 'table-not-found' && key !== 'no-read-permission') return undefined;
  const tables = commands.flatMap((command) => ('tables' in command ? command.tables : []));
  if (name !== undefined) return tables.find((table) => table.name === name);
  return tables.length === 1 ? tables[0] : undefined;
}

function firstLine(text: string): Located {
  const end = text.indexOf('\n');
  return { from: 0, to: end === -1 ? text.length : end };
}
