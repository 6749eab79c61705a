import { resultDatabase } from './engineSession';

/** Functions for IP addresses of both versions, which are represented by keys, see `addressMacros`. */
export const addressFunctions: Readonly<Record<string, (...args: string[]) => string>> = {
  ip: (address) => address,
  withinnetwork: (address, network) => addressMacro('within', address, network),
  outsidenetwork: (address, network) =>
    `(${address} IS NOT NULL AND NOT ${addressMacro('within', address, network)})`,
  ip2long: (address) => `CASE WHEN ${address}[1] = '4' THEN CAST('0x' || ${address}[2:] AS BIGINT) END`,
  long2ip: (value) => `CASE WHEN ${value} BETWEEN 0 AND 4294967295 THEN printf('4%08x', ${value}) END`,
  network: (address, bits) => addressMacro('network', address, bits),
};

export function addressMacro(name: string, ...args: readonly string[]): string {
  return `${resultDatabase}.main.address_${name}(${args.join(', ')})`;
}
