import type { Kind } from '../plan/kind';
import { timeMacro } from './localTime';
import { sqlType } from './sqlText';

/** Converts a value to another kind; null, never an error, if it cannot be converted. */
export function printConversion(operand: string, from: Kind, to: Kind): string {
  return printers[to](operand, from, to);
}

export function isJson(kind: Kind): boolean {
  return kind === 'any' || kind === 'list' || kind === 'map';
}

/** The text of a JSON value; other values as they are. */
function plain(operand: string, from: Kind): string {
  return isJson(from) ? `(${operand} ->> '$')` : operand;
}

function printText(operand: string, from: Kind): string {
  if (isJson(from)) return plain(operand, from);
  if (from === 'date') return timeMacro('moment_text', operand);
  return `CAST(${operand} AS VARCHAR)`;
}

function printLong(operand: string, from: Kind): string {
  if (from === 'date') return `epoch_ms(${operand})`;
  if (from === 'bool') return `CAST(${operand} AS BIGINT)`;
  if (from === 'double') return `TRY_CAST(trunc(${operand}) AS BIGINT)`;
  const text = printText(operand, from);
  // The engine rounds fractions; Java, and therefore the language, truncates them.
  const cut = `TRY_CAST(trunc(TRY_CAST(${text} AS DOUBLE)) AS BIGINT)`;
  return `CASE WHEN regexp_matches(${text}, '[.eE]') THEN ${cut} ELSE TRY_CAST(${text} AS BIGINT) END`;
}

function printBoolean(operand: string, from: Kind): string {
  if (from === 'date') return 'CAST(NULL AS BOOLEAN)';
  return `TRY_CAST(${plain(operand, from)} AS BOOLEAN)`;
}

function printDouble(operand: string, from: Kind): string {
  if (from === 'date') return `CAST(epoch_ms(${operand}) AS DOUBLE)`;
  if (from === 'long' || from === 'bool') return `CAST(${operand} AS DOUBLE)`;
  return `TRY_CAST(${plain(operand, from)} AS DOUBLE)`;
}

function printMoment(operand: string, from: Kind): string {
  if (from === 'long' || from === 'double') {
    return `TRY(make_timestamp_ms(CAST(${operand} AS BIGINT)))`;
  }
  return timeMacro('read_moment', printText(operand, from));
}

function printJson(operand: string, from: Kind, to: Kind): string {
  const json = isJson(from) ? operand : `to_json(${from === 'date' ? printText(operand, from) : operand})`;
  if (to === 'any' || from === to) return json;
  const wanted = to === 'list' ? 'ARRAY' : 'OBJECT';
  return `CASE WHEN json_type(${json}) = '${wanted}' THEN ${json} END`;
}

const printers: Readonly<Record<Kind, (operand: string, from: Kind, to: Kind) => string>> = {
  string: printText,
  long: printLong,
  double: printDouble,
  date: printMoment,
  bool: printBoolean,
  any: printJson,
  list: printJson,
  map: printJson,
  null: (_operand, _from, to) => `CAST(NULL AS ${sqlType(to)})`,
};
