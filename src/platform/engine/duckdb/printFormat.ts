import type { BoundCall } from '../plan/planNode';
import { quoteText } from '../../store/sqlText';

type Printer = (call: BoundCall, value: string) => string;

function constantAt(call: BoundCall, index: number): number {
  const argument = call.arguments[index];
  return argument?.node === 'literal' ? Number(argument.value) : 0;
}

/** Beyond it a double has no more digits. */
const maxDigits = 15;

function printNumber(type: 'f' | 'e'): Printer {
  return (call, value) => {
    const digits = Math.min(constantAt(call, 1), 30);
    const grouping = constantAt(call, 2) > 0 ? ',' : '';
    // Like round(): halves away from zero.
    const rounded = type === 'f' && digits <= maxDigits ? `round(${value}, ${digits})` : value;
    return `printf(${quoteText(`%${grouping}.${digits}${type}`)}, ${rounded})`;
  };
}

/** What `format` is converted to: the value, then constants. */
export const formatFunctions: Readonly<Record<string, Printer>> = {
  formatinteger: (call, value) =>
    constantAt(call, 2) > 0 ? `format('{:,d}', ${value})` : `CAST(${value} AS VARCHAR)`,
  fixed: printNumber('f'),
  scientific: printNumber('e'),
  hexnumber: (_call, value) => `printf('%x', ${value})`,
  octalnumber: (_call, value) => `printf('%o', ${value})`,
  character: (_call, value) => `TRY(chr(CAST(${value} AS INTEGER)))`,
  signed: (call, value) => {
    const plus = constantAt(call, 1) > 0 ? quoteText('+') : quoteText('');
    const width = constantAt(call, 2);
    const isNegative = `starts_with(${value}, '-')`;
    const sign = `CASE WHEN ${isNegative} THEN '-' ELSE ${plus} END`;
    const digits = `CASE WHEN ${isNegative} THEN substr(${value}, 2) ELSE ${value} END`;
    return `(${sign} || lpad(${digits}, CAST(greatest(length(${digits}), ${width} - length(${sign})) AS INTEGER), '0'))`;
  },
};
