import { readFile } from 'node:fs/promises';
import { isIP, isIPv4 } from 'node:net';
import { Reader } from 'mmdb-lib';
import type { CityResponse } from 'mmdb-lib';
import { t } from '../core/base/localize';
import { UsageError } from './errors';

/** The place of an address as JSON; undefined if it is unknown. */
export type PlaceOf = (address: string) => string | undefined;

const fields = ['country', 'region', 'city', 'latitude', 'longitude'] as const;

type Place = Readonly<Partial<Record<(typeof fields)[number], string | number | undefined>>>;

/** Reads an MMDB file, or a CSV file whose header has `network` and some of the fields of a place. */
export async function openGeoip(path: string): Promise<PlaceOf> {
  try {
    const content = await readFile(path);
    const placeOf = isCsv(content) ? csvPlaces(content.toString('utf8')) : mmdbPlaces(content);
    return (text) => {
      // As addresses are shown.
      const address = text.replace(/^\//, '');
      const place = isIP(address) === 0 ? undefined : placeOf(address);
      return place && JSON.stringify(place);
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new UsageError(t('--geoip: the file {0} cannot be read: {1}', path, reason));
  }
}

function isCsv(content: Buffer): boolean {
  const [header = ''] = content.subarray(0, 1000).toString('utf8').split('\n');
  return header.split(',').some((name) => name.trim() === 'network');
}

function mmdbPlaces(content: Buffer): (address: string) => Place | undefined {
  const reader = new Reader<CityResponse>(content);
  return (address) => {
    const found = reader.get(address);
    if (!found) return undefined;
    const { country, subdivisions, city, location } = found;
    return {
      country: country?.iso_code,
      region: subdivisions?.[0]?.names.en,
      city: city?.names.en,
      latitude: location?.latitude,
      longitude: location?.longitude,
    };
  };
}

/** Places by the version of the address, the length of the prefix and its value. */
function csvPlaces(text: string): (address: string) => Place | undefined {
  const lines = text.split(/\r?\n/).filter((line) => line !== '');
  const [header = [], ...rows] = lines.map(cellsOf);
  const places = new Map<string, Place>();
  const lengths = new Set<number>();
  for (const cells of rows) {
    const named = Object.fromEntries(cells.map((cell, index) => [header[index] ?? '', cell]));
    const [address = '', length] = (named['network'] ?? '').split('/');
    if (isIP(address) === 0) throw new Error(t('“{0}” is not a network.', named['network'] ?? ''));
    const bits = Math.min(Number(length ?? bitsOf(address)), bitsOf(address));
    lengths.add(bits);
    const place = fields.flatMap((name) => (named[name] ? [[name, named[name]] as const] : []));
    places.set(prefixOf(address, bits), Object.fromEntries(place));
  }
  const longestFirst = [...lengths].toSorted((one, other) => other - one);
  return (address) => {
    const known = longestFirst.map((bits) => places.get(prefixOf(address, bits)));
    return known.find((place) => place !== undefined);
  };
}

function cellsOf(line: string): readonly string[] {
  const cells = line.match(/(?<=^|,)(?:"(?:[^"]|"")*"|[^,]*)/g) ?? [];
  return cells.map((cell) => (cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell.trim()));
}

function bitsOf(address: string): number {
  return isIPv4(address) ? 32 : 128;
}

function prefixOf(address: string, bits: number): string {
  return `${bitsOf(address)}/${bits}/${keyOf(address) >> BigInt(Math.max(0, bitsOf(address) - bits))}`;
}

function keyOf(address: string): bigint {
  if (isIPv4(address)) return address.split('.').reduce((key, part) => key * 256n + BigInt(part), 0n);
  // Lower case, without zeros, and with hexadecimal digits for an IPv4 address at the end.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const groupsOf = (text: string | undefined): readonly string[] => (text ? text.split(':') : []);
  const [first, last] = [groupsOf(head), groupsOf(tail)];
  const zeros = Array.from({ length: 8 - first.length - last.length }, () => '0');
  return BigInt(`0x${[...first, ...zeros, ...last].map((group) => group.padStart(4, '0')).join('')}`);
}
