import type { Kind } from '../plan/kind';
import { isInteger, isNumber } from '../plan/kind';
import { timeMacro } from './localTime';
import { addressMacro } from './printAddress';
import { doubleText, itemMarks, packMixed, shownText, textToDouble, unpackMixed } from './printMixed';
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
  if (isJson(from)) return shownText(`(${operand} ->> '$')`);
  switch (from) {
    case 'date':
      return timeMacro('time_text', operand);
    case 'ip':
      return addressMacro('text', operand);
    case 'bytes':
      return `lower(hex(${operand}))`;
    case 'double':
      return doubleText(operand);
    default:
      return `CAST(${operand} AS VARCHAR)`;
  }
}

/** That of an IPv4 address is unsigned. */
function printInteger(operand: string, from: Kind, to: Kind): string {
  const type = sqlType(to);
  if (isInteger(from)) return `TRY_CAST(${operand} AS ${type})`;
  if (from === 'double') return `TRY_CAST(trunc(${operand}) AS ${type})`;
  if (from === 'ip') return `CASE WHEN ${operand}[1] = '4' THEN CAST('0x' || ${operand}[2:] AS ${type}) END`;
  if (from !== 'string') return `CAST(NULL AS ${type})`;
  // The engine rounds fractions; Java, and therefore the language, truncates them.
  const cut = `TRY_CAST(trunc(TRY_CAST(${operand} AS DOUBLE)) AS ${type})`;
  // The engine also reads 1_000, 0x1f and 0b11.
  return `CASE WHEN regexp_matches(${operand}, '[_xXbBoO]') THEN NULL WHEN regexp_matches(${operand}, '[.eE]') THEN ${cut} ELSE TRY_CAST(${operand} AS ${type}) END`;
}

function printBoolean(operand: string, from: Kind): string {
  return from === 'string' ? `TRY_CAST(${operand} AS BOOLEAN)` : 'CAST(NULL AS BOOLEAN)';
}

function printDouble(operand: string, from: Kind): string {
  if (isNumber(from)) return `CAST(${operand} AS DOUBLE)`;
  if (from === 'ip') return printDouble(printInteger(operand, from, 'long'), 'long');
  return from === 'string' ? textToDouble(operand) : 'CAST(NULL AS DOUBLE)';
}

function plainText(operand: string, from: Kind): string {
  return from === 'string' ? operand : printText(operand, from);
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
  if (isPlain) return `to_json(${operand})`;
  return `to_json(${itemMarks[from] === undefined ? '' : `${itemMarks[from]} || `}${printText(operand, from)})`;
}

/** A number is one of version 4, also if it is negative, as one of 32 bits with a sign. */
function printAddress(operand: string, from: Kind): string {
  if (isInteger(from)) {
    const bits = `CASE WHEN ${operand} < 0 THEN ${operand} + 4294967296 ELSE ${operand} END`;
    return `CASE WHEN ${operand} BETWEEN -2147483648 AND 4294967295 THEN printf('4%08x', CAST(${bits} AS BIGINT)) END`;
  }
  return from === 'string' ? addressMacro('key', operand) : 'CAST(NULL AS VARCHAR)';
}

const printers: Readonly<Record<Kind, (operand: string, from: Kind, to: Kind) => string>> = {
  string: printText,
  long: printInteger,
  hugeint: printInteger,
  double: printDouble,
  date: printTimestamp,
  bool: printBoolean,
  ip: printAddress,
  bytes: () => 'CAST(NULL AS BLOB)',
  any: packMixed,
  list: printJson,
  map: printJson,
  json: printJson,
  null: (_operand, _from, to) => `CAST(NULL AS ${sqlType(to)})`,
};
