import type { Kind } from '../plan/kind';
import { printMomentText, printReadMoment } from './localTime';
import { sqlType } from './sqlText';

/** Converts a value to another kind; null, never an error, if it cannot be converted. */
export function printConversion(operand: string, from: Kind, to: Kind): string {
  switch (to) {
    case 'string':
      return printText(operand, from);
    case 'long':
      return printLong(operand, from);
    case 'double':
      return printDouble(operand, from);
    case 'date':
      return printMoment(operand, from);
    case 'bool':
      return printBoolean(operand, from);
    case 'any':
    case 'list':
    case 'map':
      return printJson(operand, from, to);
    case 'null':
      return `CAST(NULL AS ${sqlType(to)})`;
    default:
      return to satisfies never;
  }
}

export function isJson(kind: Kind): boolean {
  return kind === 'any' || kind === 'list' || kind === 'map';
}

function printText(operand: string, from: Kind): string {
  if (isJson(from)) return `(${operand} ->> '$')`;
  if (from === 'date') return printMomentText(operand);
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
  return `TRY_CAST(${isJson(from) ? `(${operand} ->> '$')` : operand} AS BOOLEAN)`;
}

function printDouble(operand: string, from: Kind): string {
  if (from === 'date') return `CAST(epoch_ms(${operand}) AS DOUBLE)`;
  if (from === 'long' || from === 'bool') return `CAST(${operand} AS DOUBLE)`;
  return `TRY_CAST(${isJson(from) ? `(${operand} ->> '$')` : operand} AS DOUBLE)`;
}

function printMoment(operand: string, from: Kind): string {
  if (from === 'long' || from === 'double') {
    return `TRY(make_timestamp_ms(CAST(${operand} AS BIGINT)))`;
  }
  return printReadMoment(printText(operand, from));
}

function printJson(operand: string, from: Kind, to: Kind): string {
  const json = isJson(from) ? operand : `to_json(${from === 'date' ? printText(operand, from) : operand})`;
  if (to === 'any' || from === to) return json;
  const wanted = to === 'list' ? 'ARRAY' : 'OBJECT';
  return `CASE WHEN json_type(${json}) = '${wanted}' THEN ${json} END`;
}
