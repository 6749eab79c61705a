import { BlockList, isIP } from 'node:net';

/**
 * A simple interpreter of Sigma to compare conversions with: slow, short, and independent of the converter.
 * Selections are given as values, conditions as trees.
 */
export interface PlainRule {
  readonly selections: Readonly<Record<string, PlainSelection>>;
  readonly condition: PlainCondition;
}

export type PlainScalar = string | number | boolean | null;
export type PlainMap = Readonly<Record<string, PlainScalar | readonly PlainScalar[]>>;
export type PlainSelection = PlainMap | readonly (PlainMap | string)[];

export type PlainCondition =
  | { readonly use: string }
  | { readonly not: PlainCondition }
  | { readonly operator: 'and' | 'or'; readonly parts: readonly PlainCondition[] }
  | { readonly quantifier: '1' | 'all'; readonly prefix: string };

export type PlainEvent = Readonly<Record<string, PlainScalar>>;

export function matches({ selections, condition }: PlainRule, event: PlainEvent): boolean {
  const holds = (part: PlainCondition): boolean => {
    if ('use' in part) return matchesSelection(selections[part.use] ?? {}, event);
    if ('not' in part) return !holds(part.not);
    if ('quantifier' in part) {
      const names = Object.keys(selections).filter((name) => name.startsWith(part.prefix));
      const results = names.map((use) => holds({ use }));
      return part.quantifier === 'all' ? results.every(Boolean) : results.some(Boolean);
    }
    return part.operator === 'and' ? part.parts.every(holds) : part.parts.some(holds);
  };
  return holds(condition);
}

export function conditionText(condition: PlainCondition): string {
  if ('use' in condition) return condition.use;
  if ('not' in condition) return `not ${conditionText(condition.not)}`;
  if ('quantifier' in condition) return `${condition.quantifier} of ${condition.prefix}*`;
  return `(${condition.parts.map(conditionText).join(` ${condition.operator} `)})`;
}

function matchesSelection(selection: PlainSelection, event: PlainEvent): boolean {
  if (!Array.isArray(selection)) return matchesMap(selection as PlainMap, event);
  return (selection as readonly (PlainMap | string)[]).some((part) =>
    typeof part === 'string' ? matchesKeyword(part, event) : matchesMap(part, event),
  );
}

function matchesKeyword(keyword: string, event: PlainEvent): boolean {
  return Object.values(event).some(
    (value) => value !== null && fits(value, positioned(keyword, ['contains']), false),
  );
}

function matchesMap(map: PlainMap, event: PlainEvent): boolean {
  return Object.entries(map).every(([key, args]) => {
    const [field = '', ...modifiers] = key.split('|');
    const wanted = Array.isArray(args) ? (args as readonly PlainScalar[]) : [args as PlainScalar];
    const value = event[field] ?? null;
    const results = wanted.map((one) => matchesValue(value, one, modifiers, event));
    if (modifiers.includes('neq')) return value !== null && !results.some(Boolean);
    return modifiers.includes('all') ? results.every(Boolean) : results.some(Boolean);
  });
}

function matchesValue(
  value: PlainScalar,
  wanted: PlainScalar,
  modifiers: readonly string[],
  event: PlainEvent,
): boolean {
  if (modifiers.includes('exists')) return (value !== null) === wanted;
  if (wanted === null || value === null) return wanted === value;
  const special = modifiers.find((modifier) => modifier in tests);
  if (special !== undefined) return tests[special]?.(value, wanted, modifiers, event) ?? false;
  const isWhole = modifiers.every((modifier) => modifier === 'all' || modifier === 'neq');
  if (typeof wanted === 'number' && isWhole) return numberOf(value) === wanted;
  const patterns = modifiers.includes('windash') ? dashed(String(wanted)) : [String(wanted)];
  return patterns.some((pattern) => fits(value, positioned(pattern, modifiers), modifiers.includes('cased')));
}

type PlainTest = (
  value: PlainScalar,
  wanted: PlainScalar,
  modifiers: readonly string[],
  event: PlainEvent,
) => boolean;

const compared =
  (holds: (one: number, other: number) => boolean): PlainTest =>
  (value, wanted) => {
    const number = numberOf(value);
    return number !== undefined && holds(number, Number(wanted));
  };

const tests: Readonly<Record<string, PlainTest>> = {
  cidr: (value, wanted) => isInside(String(value), String(wanted)),
  re: (value, wanted, modifiers) => {
    // Unlike in JavaScript, the end also matches before a trailing line break.
    const source = String(wanted).replace(/\$$/, '(?=\\n?$)');
    return new RegExp(source, modifiers.includes('i') ? 'iu' : 'u').test(String(value));
  },
  fieldref: (value, wanted, _modifiers, event) => {
    const other = event[String(wanted)] ?? null;
    return other !== null && String(value).toLowerCase() === String(other).toLowerCase();
  },
  lt: compared((one, other) => one < other),
  lte: compared((one, other) => one <= other),
  gt: compared((one, other) => one > other),
  gte: compared((one, other) => one >= other),
};

/** Numbers are compared by value, even if an event has them as text. A boolean is no number. */
function numberOf(value: PlainScalar): number | undefined {
  if (typeof value === 'boolean') return undefined;
  const text = String(value).trim();
  return /^[-+]?(\d+\.?\d*|\.\d+)$/.test(text) ? Number(text) : undefined;
}

function positioned(pattern: string, modifiers: readonly string[]): string {
  if (modifiers.includes('contains')) return `*${pattern}${closed(pattern)}*`;
  if (modifiers.includes('startswith')) return `${pattern}${closed(pattern)}*`;
  return modifiers.includes('endswith') ? `*${pattern}` : pattern;
}

/** A single backslash at the end is literal, and must not escape the following star. */
function closed(pattern: string): string {
  const [backslashes = ''] = /\\*$/.exec(pattern) ?? [];
  return backslashes.length % 2 === 1 ? '\\' : '';
}

function dashed(pattern: string): readonly string[] {
  const index = pattern.search(/(?<![A-Za-z0-9_])[-/](?=[A-Za-z0-9_])/);
  if (index < 0) return [pattern];
  const [before, rest] = [pattern.slice(0, index), dashed(pattern.slice(index + 1))];
  return Array.from('-/–—―').flatMap((dash) => rest.map((end) => before + dash + end));
}

/** Compares whole values with a wildcard pattern, as a regular expression. */
function fits(value: PlainScalar, pattern: string, cased: boolean): boolean {
  const [text, wanted] = cased
    ? [String(value), pattern]
    : [String(value).toLowerCase(), pattern.toLowerCase()];
  const source = wanted.replaceAll(
    /\\([\\*?])|([*?])|([^])/gu,
    (_, plain?: string, wildcard?: string, other?: string) => {
      if (wildcard !== undefined) return wildcard === '*' ? '.*' : '.';
      return (plain ?? other ?? '').replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
    },
  );
  return new RegExp(`^${source}$`, 'su').test(text);
}

function isInside(address: string, network: string): boolean {
  const [base = '', bits = ''] = network.split('/');
  const family = isIP(address);
  if (family === 0 || family !== isIP(base)) return false;
  const list = new BlockList();
  list.addSubnet(base, Number(bits), family === 4 ? 'ipv4' : 'ipv6');
  return list.check(address, family === 4 ? 'ipv4' : 'ipv6');
}
