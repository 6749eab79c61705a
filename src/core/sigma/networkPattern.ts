const octet = '(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])';

/**
 * A regular expression for the addresses of a network such as `10.0.0.0/8` or `fe80::/10`, in lower case.
 * Undefined if the text is not a network.
 */
export function networkPattern(network: string): string | undefined {
  const [address = '', bits, ...rest] = network.trim().toLowerCase().split('/');
  if (rest.length > 0 || (bits !== undefined && !/^\d{1,3}$/.test(bits))) return undefined;
  return address.includes(':')
    ? version6Pattern(address, bits === undefined ? 128 : Number(bits))
    : version4Pattern(address, bits === undefined ? 32 : Number(bits));
}

function version4Pattern(address: string, bits: number): string | undefined {
  const octets = address.split('.').map(Number);
  const isAddress = new RegExp(`^${octet}(\\.${octet}){3}$`).test(address);
  if (!isAddress || bits > 32) return undefined;
  const parts = octets.map((value, index) => {
    const [first, last] = rangeOf(value, bits - index * 8, 8);
    return first === 0 && last === 255 ? octet : alternatives(first, last);
  });
  const free = parts.length - parts.findLastIndex((part) => part !== octet) - 1;
  const fixed = parts.slice(0, parts.length - free).join('\\.');
  if (free === 0) return `^${fixed}$`;
  return fixed === '' ? `^${octet}(\\.${octet}){3}$` : `^${fixed}(\\.${octet}){${free}}$`;
}

/** The lowest and highest value of a part if this many of its bits are fixed. */
function rangeOf(value: number, prefixBits: number, size: number): readonly [number, number] {
  const free = size - Math.max(0, Math.min(size, prefixBits));
  const first = value - (value % 2 ** free);
  return [first, first + 2 ** free - 1];
}

/** The numbers of a range whose size is a power of two, as alternatives. */
function alternatives(first: number, last: number): string {
  if (first === last) return String(first);
  const numbers = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  return `(${numbers.join('|')})`;
}

const groupCount = 8;

/** The rest of an address, which is not validated. */
const anyGroups = '[0-9a-f:.]';

function version6Pattern(address: string, bits: number): string | undefined {
  const groups = readGroups(address);
  if (!groups || bits > 128) return undefined;
  const ranges = groups
    .slice(0, Math.ceil(bits / 16))
    .map((value, index) => rangeOf(value, bits - index * 16, 16));
  if (ranges.length === 0) return `^${anyGroups}*:${anyGroups}*$`;
  const parts = ranges.map(([first, last]) => groupPattern(first, last));
  const free = groupCount - parts.length;
  const spellings = [parts.join(':') + (free === 0 ? '' : `:${anyGroups}+`)];
  for (const [from, to] of zeroRuns(ranges.map(([first]) => first === 0))) {
    const rest = parts.slice(to);
    const tail = rest.length === 0 ? groupsUpTo(free) : furtherGroups(free);
    spellings.push(`${parts.slice(0, from).join(':')}::${rest.join(':')}${tail}`);
  }
  return spellings.length === 1 ? `^${spellings.join('')}$` : `^(${spellings.join('|')})$`;
}

const anyGroup = '[0-9a-f]{1,4}';
/** The last two groups as an IPv4 address. */
const version4End = '[0-9]+[.][0-9.]+';

/** At most this many groups after `::`, which stands for more groups if there are fewer. */
function groupsUpTo(count: number): string {
  if (count === 0) return '';
  const mixed = count === 1 ? '' : `|(${anyGroup}:){0,${count - 2}}${version4End}`;
  return `(${anyGroup}(:${anyGroup}){0,${count - 1}}${mixed})?`;
}

/** Exactly this many groups after others that follow `::`: with more or fewer, those would be other groups. */
function furtherGroups(count: number): string {
  if (count < 2) return `:${anyGroup}`.repeat(count);
  return `((:${anyGroup}){${count}}|(:${anyGroup}){${count - 2}}:${version4End})`;
}

/** The runs of groups that `::` can represent, because all of them can be zero. */
function zeroRuns(canBeZero: readonly boolean[]): readonly (readonly [number, number])[] {
  return canBeZero.flatMap((_, from) => {
    const end = canBeZero.findIndex((isZero, index) => index >= from && !isZero);
    const length = (end === -1 ? canBeZero.length : end) - from;
    return Array.from({ length }, (__, more) => [from, from + more + 1] as const);
  });
}

/** The eight groups of an address; undefined if it is invalid. */
function readGroups(address: string): readonly number[] | undefined {
  const halves = address.split('::');
  if (halves.length > 2) return undefined;
  const [left = [], right] = halves.map((half) => (half === '' ? [] : half.split(':')));
  const missing = groupCount - left.length - (right?.length ?? 0);
  if (right ? missing < 1 : missing !== 0) return undefined;
  const all = [...left, ...Array.from({ length: missing }, () => '0'), ...(right ?? [])];
  return all.every((group) => /^[\da-f]{1,4}$/.test(group))
    ? all.map((group) => parseInt(group, 16))
    : undefined;
}

function groupPattern(first: number, last: number): string {
  if (first === 0 && last === 0xffff) return '[0-9a-f]{1,4}';
  const low = first.toString(16).padStart(4, '0');
  const high = last.toString(16).padStart(4, '0');
  const digits = Array.from(low, (digit, index) => digitPattern(digit, high.charAt(index)));
  // Leading zeros are optional.
  const zeros = digits.findIndex((digit) => digit !== '0');
  if (zeros === -1) return '0{1,4}';
  const leading = zeros === 0 ? '' : `0{0,${zeros}}`;
  const rest = digits.slice(zeros);
  if (first !== 0) return `${leading}${rest.join('')}`;
  return `${leading}${optionalFrom(rest)}`;
}

/** Digits of which all but the last are optional, from the left, if they are zero. */
function optionalFrom(digits: readonly string[]): string {
  const [first = '', ...rest] = digits;
  return rest.length === 0 ? first : `(${first})?${optionalFrom(rest)}`;
}

function digitPattern(low: string, high: string): string {
  if (low === high) return low;
  const [first, last] = [parseInt(low, 16), parseInt(high, 16)];
  const digits = Array.from({ length: last - first + 1 }, (_, index) => (first + index).toString(16));
  return `[${digits.join('')}]`;
}
