import { t } from '../../base/localize';
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
  const range = found ?? table ?? rangeOf(name, text);
  return {
    from: range.from,
    to: range.to,
    code: code === undefined ? undefined : Number(code),
    message: found?.message ?? messageOf(message, key, table?.name ?? name),
  };
}

function messageOf(message: string, key: string, name: string | undefined): string {
  if (key === 'unsupported-command' && name !== undefined) {
    return t('The platform does not have “{0}”.', name);
  }
  return isErrorKey(key) ? problemAt(key, { from: 0, to: 0 }, undefined, name).message : message;
}

/** Where the text has what the platform does not have; else the first line. */
function rangeOf(name: string | undefined, text: string): Located {
  const from = name === undefined ? -1 : text.indexOf(name);
  return name === undefined || from < 0 ? firstLine(text) : { from, to: from + name.length };
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
