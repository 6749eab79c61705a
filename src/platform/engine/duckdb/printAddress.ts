import { type BoundCall } from '../plan/expression';

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const version4 = `'^${octet}(\\.${octet}){3}$'`;
// Enough to tell an address from other text; the exact rules of version 6 matter to nobody who filters logs.
const version6 = `'^([0-9a-fA-F]{0,4}:){2,7}[0-9a-fA-F]{0,4}(%[0-9a-zA-Z]+)?$'`;

/** Functions on addresses, which the engine knows only through an extension that has to be fetched. */
export const addressFunctions: Readonly<
  Record<string, (given: readonly string[], call: BoundCall) => string>
> = {
  ip: ([value = '']) =>
    `CASE WHEN regexp_matches(${value}, ${version4}) OR regexp_matches(${value}, ${version6}) THEN ${value} END`,
  ip2long: ([value = '']) => toNumber(value),
  long2ip: ([value = '']) => toAddress(value),
  network: ([address = '', bits = '']) => {
    const size = `CAST(pow(2, 32 - ${bits}) AS BIGINT)`;
    const number = toNumber(address);
    return `CASE WHEN ${bits} BETWEEN 0 AND 32 THEN ${toAddress(`(${number} - ${number} % ${size})`)} END`;
  },
};

function toNumber(address: string): string {
  const part = (place: number): string => `TRY_CAST(split_part(${address}, '.', ${place}) AS BIGINT)`;
  const sum = `${part(1)} * 16777216 + ${part(2)} * 65536 + ${part(3)} * 256 + ${part(4)}`;
  return `(CASE WHEN regexp_matches(${address}, ${version4}) THEN ${sum} END)`;
}

function toAddress(number: string): string {
  const part = (shift: number): string => `CAST((${number} >> ${shift}) & 255 AS VARCHAR)`;
  const text = [24, 16, 8, 0].map(part).join(` || '.' || `);
  return `CASE WHEN ${number} BETWEEN 0 AND 4294967295 THEN ${text} END`;
}
