import { BlockList, isIPv4, isIPv6 } from 'node:net';

/**
 * Whether an address is a proxy that is trusted to report its caller. Hop 0 is the connected peer, hop 1 the last
 * address in `X-Forwarded-For`, and so on backwards: everything before the first untrusted address can be forged by
 * the caller.
 */
export type TrustedProxies = (address: string, hop: number) => boolean;

const maxHops = 32;

/** Parses a number of hops, or networks such as `10.0.0.0/8,::1`; undefined if it is neither. */
export function parseTrustedProxies(text: string): TrustedProxies | undefined {
  if (/^\d+$/.test(text)) {
    const hops = Number(text);
    return hops >= 1 && hops <= maxHops ? (_address, hop) => hop < hops : undefined;
  }
  const networks = new BlockList();
  for (const part of text.split(',')) if (!addNetwork(networks, part.trim())) return undefined;
  return (address) => isWithin(networks, address);
}

function addNetwork(networks: BlockList, text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const family = isIPv4(address) ? 'ipv4' : 'ipv6';
  if (family === 'ipv6' && !isIPv6(address)) return false;
  const addressBits = family === 'ipv4' ? 32 : 128;
  const bits = Number(prefix ?? addressBits);
  if (bits > addressBits) return false;
  networks.addSubnet(address, bits, family);
  return true;
}

function isWithin(networks: BlockList, address: string): boolean {
  if (isIPv4(address)) return networks.check(address, 'ipv4');
  return isIPv6(address) && networks.check(address, 'ipv6');
}
