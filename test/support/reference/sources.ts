import { parseExpression } from './expressions';
import type { Command } from './command';
import { addSpan, readSpan } from './dates';
import { readJson } from './json';
import { matchesWildcard } from './patterns';
import { Refusal } from './refusal';
import type { Scope } from './scope';
import { readOptions, readSubquery, splitList } from './syntax';
import { asText, isList, isMap } from './values';
import type { Row, Value } from './values';

export const sources: Readonly<Record<string, Command>> = {
  json: (text, _input, scope) => {
    if (!/["$(]/.test(text)) throw new Refusal('10200');
    const value = readJson(asText(parseExpression(text, scope).value(new Map())) ?? '');
    if (value === undefined) throw new Refusal('10202');
    if (!isList(value) && !isMap(value)) throw new Refusal('10201');
    return { rows: (isMap(value) ? [value] : value).filter(isMap), ordered: true };
  },
  table: (text, _input, scope) => {
    const { options, rest } = readOptions(text, [
      'from',
      'to',
      'duration',
      'limit',
      'offset',
      'order',
      'parallel',
    ]);
    const names = splitList(rest).map((name) => (name.startsWith('$') ? textOf(name, scope) : name));
    if (names.length === 0) throw new Refusal('10604');
    const [from, to = Infinity] = ['from', 'to'].map((name) => timeOf(options[name], scope));
    const { duration } = options;
    const since = duration === undefined ? -Infinity : addSpan(new Date(), readSpan(duration), -1).getTime();
    const within = names
      .flatMap((name) => rowsOf(name, scope))
      .filter((row) => {
        const time = row.get('_time');
        return time instanceof Date && time.getTime() >= (from ?? since) && time.getTime() < to;
      });
    const sorted = options['order'] === 'asc' ? within.toReversed() : within;
    const [offset, limit] = ['offset', 'limit'].map((name) => countOf(options[name]));
    const start = offset ?? 0;
    return { rows: sorted.slice(start, start + (limit ?? Infinity)), ordered: names.length === 1 };
  },
  memlookup: (text, input, scope) => {
    const { options, rest } = readOptions(text, ['op', 'name', 'key']);
    const { op = 'list', name, key } = options;
    const { lookups } = scope.world;
    if (!['list', 'build', 'drop'].includes(op)) throw new Refusal('22000');
    if (op === 'list') return { rows: listed(name, scope), ordered: false };
    if (name === undefined) throw new Refusal(op === 'build' ? '22001' : '22003');
    if (op === 'drop') lookups.delete(name);
    else if (key === undefined) throw new Refusal('22002');
    else lookups.set(name, { key, rows: input.rows.map((row) => pick(row, [key, ...splitList(rest)])) });
    return input;
  },
  import: (text, input, { world }) => {
    world.tables.set(text.trim(), [...input.rows, ...(world.tables.get(text.trim()) ?? [])]);
    return input;
  },
  set: (text, input, scope) => {
    const [, name = '', equals, expression = ''] = /^([^\s=]*)\s*(=)?([^]*)$/.exec(text) ?? [];
    if (name === '') throw new Refusal('10400');
    if (equals === undefined) throw new Refusal('10401');
    if (expression.trim() === '') throw new Refusal('10402');
    scope.parameters.set(name, parseExpression(expression, scope).value(new Map()));
    return input;
  },
  setq: (text, input, scope, run) => {
    const inner = { ...scope, parameters: new Map(scope.parameters) };
    const [first] = run(readSubquery(text).query, inner, { rows: [], ordered: true }).rows;
    for (const [name, value] of first ?? []) scope.parameters.set(name, value);
    return input;
  },
};

function rowsOf(name: string, { world }: Scope): readonly Row[] {
  const plain = name.replace(/^\*:/, '').replace('?', '');
  if (plain.includes('*')) {
    return [...world.tables].flatMap(([table, rows]) => (matchesWildcard(table, plain) ? rows : []));
  }
  const rows = world.tables.get(plain);
  if (!rows && !name.endsWith('?')) throw new Refusal('10605');
  return rows ?? [];
}

function listed(name: string | undefined, { world }: Scope): readonly Row[] {
  if (name !== undefined) {
    const lookup = world.lookups.get(name);
    if (!lookup) throw new Refusal('20701');
    return lookup.rows;
  }
  return [...world.lookups].map(
    ([one, { key, rows }]) =>
      new Map<string, Value>([
        ['name', one],
        ['key', key],
        ['size', BigInt(rows.length)],
      ]),
  );
}

export function pick(row: Row, names: readonly string[]): Row {
  return new Map(names.map((name) => [name, row.get(name) ?? null]));
}

const textOf = (text: string, scope: Scope): string =>
  asText(parseExpression(text, scope).value(new Map())) ?? '';

const countOf = (text: string | undefined): number | undefined =>
  text === undefined ? undefined : Number(text);

/** A date, the text of one, or the first digits of `yyyyMMddHHmmss`. */
function timeOf(text: string | undefined, scope: Scope): number | undefined {
  if (text === undefined) return undefined;
  const value = text.startsWith('$') ? parseExpression(text, scope).value(new Map()) : text;
  if (value instanceof Date) return value.getTime();
  const [year = '1970', month = '01', ...rest] = (asText(value) ?? '').match(/^\d{4}|\d{2}/g) ?? [];
  const [day, hour, minute, second] = [0, 1, 2, 3].map((index) =>
    Number(rest[index] ?? (index === 0 ? 1 : 0)),
  );
  return Date.UTC(Number(year), Number(month) - 1, day, hour, minute, second);
}
