import type { Kind } from '../plan/kind';
import { isNumber } from '../plan/kind';
import { timeMacro } from './localTime';
import { addressMacro } from './printAddress';
import { bytesToText, packMixed, textToDouble, unpackMixed } from './printMixed';
import { sqlType } from './sqlValues';

/** Converts a value to another kind; null, never an error, if it cannot be converted. */
export function printConversion(operand: string, from: Kind, to: Kind): string {
  if (from === to) return operand;
  if (from === 'any') return unpackMixed(operand, to, (value, plain) => printConversion(value, plain, to));
  return printers[to](operand, from, to);
}

/** Whether values are JSON in the engine. */
export function isJson(kind: Kind): boolean {
  return kind === 'list' || kind === 'map' || kind === 'json';
}

function printText(operand: string, from: Kind): string {
  if (isJson(from)) return `(${operand} ->> '$')`;
  switch (from) {
    case 'date':
      return timeMacro('time_text', operand);
    case 'ip':
      return addressMacro('text', operand);
    case 'bytes':
      return bytesToText(operand);
    default:
      return `CAST(${operand} AS VARCHAR)`;
  }
}

function printInteger(operand: string, from: Kind, to: Kind): string {
  const type = sqlType(to);
  if (from === 'date') return `CAST(epoch_ms(${operand}) AS ${type})`;
  if (from === 'bool') return `CAST(CAST(${operand} AS INTEGER) AS ${type})`;
  if (from === 'long' || from === 'hugeint') return `TRY_CAST(${operand} AS ${type})`;
  if (from === 'double') return `TRY_CAST(trunc(${operand}) AS ${type})`;
  const text = plainText(operand, from);
  // The engine rounds fractions; Java, and therefore the language, truncates them.
  const cut = `TRY_CAST(trunc(TRY_CAST(${text} AS DOUBLE)) AS ${type})`;
  // The engine also reads 1_000, 0x1f and 0b11.
  return `CASE WHEN regexp_matches(${text}, '[_xXbBoO]') THEN NULL WHEN regexp_matches(${text}, '[.eE]') THEN ${cut} ELSE TRY_CAST(${text} AS ${type}) END`;
}

function plainText(operand: string, from: Kind): string {
  return from === 'string' ? operand : printText(operand, from);
}

function printBoolean(operand: string, from: Kind): string {
  if (from === 'date') return 'CAST(NULL AS BOOLEAN)';
  if (isNumber(from)) return `CAST(${operand} AS BOOLEAN)`;
  return `TRY_CAST(${plainText(operand, from)} AS BOOLEAN)`;
}

function printDouble(operand: string, from: Kind): string {
  if (from === 'date') return `CAST(epoch_ms(${operand}) AS DOUBLE)`;
  if (isNumber(from) || from === 'bool') return `CAST(${operand} AS DOUBLE)`;
  return textToDouble(plainText(operand, from));
}

function printTimestamp(operand: string, from: Kind): string {
  if (isNumber(from)) return `TRY(make_timestamp_ms(CAST(${operand} AS BIGINT)))`;
  return timeMacro('read_time', plainText(operand, from));
}

function printJson(operand: string, from: Kind, to: Kind): string {
  const json = printJsonValue(operand, from);
  if (to === 'json') return json;
  const wanted = to === 'list' ? 'ARRAY' : 'OBJECT';
  return `CASE WHEN json_type(${json}) = '${wanted}' THEN ${json} END`;
}

function printJsonValue(operand: string, from: Kind): string {
  if (isJson(from)) return operand;
  const isPlain = from === 'bool' || isNumber(from) || from === 'string';
  return `to_json(${isPlain ? operand : printText(operand, from)})`;
}

const printers: Readonly<Record<Kind, (operand: string, from: Kind, to: Kind) => string>> = {
  string: printText,
  long: printInteger,
  hugeint: printInteger,
  double: printDouble,
  date: printTimestamp,
  bool: printBoolean,
  ip: (operand, from) => addressMacro('key', plainText(operand, from)),
  bytes: (operand, from) => `encode(${plainText(operand, from)})`,
  any: packMixed,
  list: printJson,
  map: printJson,
  json: printJson,
  null: (_operand, _from, to) => `CAST(NULL AS ${sqlType(to)})`,
};
