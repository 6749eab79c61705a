import { resultDatabase } from './engineSession';

/** Functions for IP addresses of both versions, see `addressMacros`. */
export const addressFunctions: Readonly<Record<string, (...given: string[]) => string>> = {
  ip: (value) => text(key(value)),
  addresskey: (value) => key(value),
  withinnetwork: (address, network) => addressMacro('within', address, network),
  outsidenetwork: (address, network) =>
    `(${key(address)} IS NOT NULL AND NOT ${addressMacro('within', address, network)})`,
  ip2long: (value) => `CASE WHEN ${key(value)}[1] = '4' THEN CAST('0x' || ${key(value)}[2:] AS BIGINT) END`,
  long2ip: (value) =>
    `CASE WHEN ${value} BETWEEN 0 AND 4294967295 THEN ${text(`printf('4%08x', ${value})`)} END`,
  network: (address, bits) => text(addressMacro('network', key(address), bits)),
};

function key(address: string): string {
  return addressMacro('key', address);
}

function text(addressKey: string): string {
  return addressMacro('text', addressKey);
}

export function addressMacro(name: string, ...given: readonly string[]): string {
  return `${resultDatabase}.main.address_${name}(${given.join(', ')})`;
}
