import { resultDatabase } from './engineSession';
import { once } from './once';

/** Functions for IP addresses of both versions, which are represented by keys, see {@link addressMacros}. */
export const addressFunctions: Readonly<Record<string, (...args: string[]) => string>> = {
  ip: (address) => address,
  ip2long: unsigned,
  ip2int: (address) =>
    `CASE WHEN ${unsigned(address)} > 2147483647 THEN ${unsigned(address)} - 4294967296 ELSE ${unsigned(address)} END`,
  reverseip: (address) =>
    `CASE WHEN ${address}[1] = '4' THEN array_to_string(list_reverse(string_split(${addressMacro('text', address)}, '.')), '.') END`,
  network: (address, bits) => addressMacro('network', address, bits),
};

function unsigned(address: string): string {
  return `CASE WHEN ${address}[1] = '4' THEN CAST('0x' || ${address}[2:] AS BIGINT) END`;
}

export function addressMacro(name: string, ...args: readonly string[]): string {
  return `${called(name)}(${args.join(', ')})`;
}

/**
 * The statements that create SQL macros for IP addresses, because DuckDB's extension for them would have to
 * be downloaded. An address is represented by a key: `4` and 8 hexadecimal digits, or `6` and 32. Keys of one
 * version sort like their addresses, and a network is a prefix of a key.
 */
export function addressMacros(): readonly string[] {
  return [...readingMacros(), ...keyMacros()].map(
    ([signature, body]) => `CREATE OR REPLACE MACRO ${called(signature)} AS ${body}`,
  );
}

function called(name: string): string {
  return `${resultDatabase}.main.address_${name}`;
}

const octet = '(25[0-5]|2[0-4][0-9]|1[0-9][0-9]|[1-9]?[0-9])';
const version4 = `'^${octet}(\\.${octet}){3}$'`;
const digits = "'0123456789abcdef'";
/** The first 24 digits of an IPv4-mapped IPv6 address. */
const mapped = `${'0'.repeat(20)}ffff`;

type Macros = readonly (readonly [signature: string, body: string])[];

/** Macros that parse addresses, in order of their dependencies. */
function readingMacros(): Macros {
  const [hex4, parts6, groups6] = [called('hex4'), called('parts6'), called('groups6')];
  const octetDigits = (index: number): string =>
    `printf('%02x', TRY_CAST(split_part(address, '.', ${index}) AS INTEGER))`;
  return [
    ['hex4(address)', `concat(${[1, 2, 3, 4].map(octetDigits).join(', ')})`],
    // Removes the zone and converts a trailing IPv4 address to two groups.
    [
      'plain6(address)',
      once(
        `regexp_extract(address, '[^:]*$')`,
        'tail',
        `CASE WHEN regexp_matches(tail, ${version4})
          THEN lower(regexp_extract(address, '^.*:')) || substr(${hex4}(tail), 1, 4) || ':' || substr(${hex4}(tail), 5, 4)
          ELSE lower(split_part(address, '%', 1)) END`,
      ),
    ],
    ['parts6(address)', `list_filter(string_split(address, ':'), lambda part: part <> '')`],
    [
      'groups6(address)',
      `CASE WHEN contains(address, '::')
        THEN list_concat(${parts6}(split_part(address, '::', 1)),
          list_transform(range(8 - len(${parts6}(address))), lambda missing: '0'),
          ${parts6}(split_part(address, '::', 2)))
        ELSE string_split(address, ':') END`,
    ],
    [
      'hex6(address)',
      once(
        'address',
        'plain',
        `CASE WHEN regexp_matches(plain, '^[0-9a-f:]*$') AND NOT regexp_matches(plain, ':::|::.*::|^:[^:]|[^:]:$')
            AND len(${parts6}(plain)) <= CASE WHEN contains(plain, '::') THEN 7 ELSE 8 END
          THEN ${once(
            `${groups6}(plain)`,
            'found',
            `CASE WHEN len(found) = 8 AND len(list_filter(found, lambda part: length(part) > 4)) = 0
              THEN array_to_string(list_transform(found, lambda part: lpad(part, 4, '0')), '') END`,
          )} END`,
      ),
    ],
  ];
}

/** Macros that create keys and compute with them. */
function keyMacros(): Macros {
  return [
    [
      'key(address)',
      once(
        `ltrim(address, '/')`,
        'given',
        `CASE WHEN regexp_matches(given, ${version4}) THEN '4' || ${called('hex4')}(given)
          WHEN contains(given, ':') THEN ${once(
            `${called('hex6')}(${called('plain6')}(given))`,
            'hex',
            `CASE WHEN starts_with(hex, '${mapped}') THEN '4' || substr(hex, 25) ELSE '6' || hex END`,
          )} END`,
      ),
    ],
    ['text(key)', once('key', 'known', `CASE known[1] WHEN '4' THEN ${text4} WHEN '6' THEN ${text6} END`)],
    ['network(key, bits)', once('key', 'known', printNetwork('known'))],
    [
      'within(key, network)',
      once(
        `TRY_CAST(split_part(network, '/', 2) AS INTEGER)`,
        'bits',
        `coalesce(${called('network')}(key, bits)
          = ${called('network')}(${called('key')}(split_part(network, '/', 1)), bits), false)`,
      ),
    ],
  ];
}

function digitValue(digit: string): string {
  return `(instr(${digits}, ${digit}) - 1)`;
}

const text4 = `concat_ws('.', ${[2, 4, 6, 8]
  .map(
    (index) =>
      `(${digitValue(`substr(known, ${index}, 1)`)} * 16 + ${digitValue(`substr(known, ${index + 1}, 1)`)})`,
  )
  .join(', ')})`;

// Groups without leading zeros.
const text6 = `concat_ws(':', ${[2, 6, 10, 14, 18, 22, 26, 30]
  .map((index) => `ltrim(substr(known, ${index}, 3), '0') || substr(known, ${index + 3}, 1)`)
  .join(', ')})`;

/** The first bits of a key, followed by zeros. A digit has four bits. */
function printNetwork(key: string): string {
  const digit = digitValue(`substr(${key}, 2 + (bits // 4), 1)`);
  const cut = `substr(${digits}, ((${digit} >> (4 - bits % 4)) << (4 - bits % 4)) + 1, 1)`;
  return `CASE WHEN bits BETWEEN 0 AND (length(${key}) - 1) * 4
    THEN rpad(substr(${key}, 1, 1 + (bits // 4)) || CASE WHEN bits % 4 = 0 THEN '' ELSE ${cut} END,
      CAST(length(${key}) AS INTEGER), '0') END`;
}
