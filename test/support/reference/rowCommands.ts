import { parseExpression } from './expressions';
import type { Command, Result } from './command';
import { pick } from './sources';
import { Refusal } from './refusal';
import type { Scope } from './scope';
import { readAlias, readClauses, readOptions, splitList } from './syntax';
import { asText, identity, isList, jsonText, sortOrder } from './values';
import type { Row, Value } from './values';

const mapRows = (input: Result, change: (row: Row) => Row): Result => ({
  ...input,
  rows: input.rows.map(change),
});

function namesIn(text: string, code = '20400'): string[] {
  const names = splitList(text);
  if (names.length === 0) throw new Refusal(code);
  return names;
}

export const rowCommands: Readonly<Record<string, Command>> = {
  search: (text, input, scope) => {
    const { options, rest } = readOptions(text, ['limit']);
    const condition = parseExpression(rest, scope);
    const found = input.rows.filter((row) => condition.value(row) === true);
    return { ...input, rows: found.slice(0, numberOf(options['limit'], scope)) };
  },
  eval: (text, input, scope) => {
    const assignments = splitList(text).map((part) => {
      const [, name = '', expression = ''] = /^([^\s=]+)\s*=(?!=)\s*([^]*)$/.exec(part) ?? [];
      if (name === '') throw new Refusal('20100');
      if (expression === '') throw new Refusal('20102');
      return { name, expression: parseExpression(expression, scope) };
    });
    return mapRows(input, (row) =>
      assignments.reduce<Row>(
        (one, { name, expression }) => new Map([...one, [name, expression.value(one)]]),
        row,
      ),
    );
  },
  evalc: (text, input, scope) => {
    const [, name = '', expression = ''] = /^([^\s=]+)\s*=([^]*)$/.exec(text) ?? [];
    const parsed = parseExpression(expression, scope);
    for (const row of input.rows) scope.parameters.set(name, parsed.value(row));
    return input;
  },
  fields: (text, input) => {
    const excluded = text.startsWith('-');
    const names = namesIn(text.replaceAll(/(^|,)\s*-/g, '$1'));
    return mapRows(input, (row) =>
      excluded ? new Map([...row].filter(([name]) => !names.includes(name))) : pick(row, names),
    );
  },
  rename: (text, input) =>
    splitList(text)
      .map(readAlias)
      .reduce((result, { name, as }) => mapRows(result, (row) => renamed(row, name, as)), input),
  order: (text, input) => {
    const first = namesIn(text);
    return mapRows(input, (row) => {
      const rest = [...row.keys()].filter((name) => !first.includes(name)).toSorted();
      return pick(row, [...first.filter((name) => row.has(name)), ...rest]);
    });
  },
  sort: (text, input, scope) => {
    const { options, rest } = readOptions(text, ['limit']);
    const clauses = readClauses(rest, ['by']);
    const keys = namesIn(clauses[''] ?? '', '21600');
    const groups = splitList(clauses['by'] ?? '');
    const limit = numberOf(options['limit'], scope);
    const rows = input.rows.toSorted((one, other) => compareRows(keys, one, other));
    if (groups.length === 0) return { ...input, rows: rows.slice(0, limit) };
    const seen = new Map<string, number>();
    const kept = rows.filter((row) => {
      const id = JSON.stringify(groups.map((name) => identity(row.get(name) ?? null)));
      seen.set(id, (seen.get(id) ?? 0) + 1);
      return (seen.get(id) ?? 0) <= (limit ?? Infinity);
    });
    return { rows: kept, ordered: false };
  },
  limit: (text, input) => {
    const numbers = text.trim().split(/\s+/).map(Number);
    if (numbers.some(Number.isNaN)) throw new Refusal('20600');
    const [most = 0, offset = 0] = numbers.toReversed();
    return { ...input, rows: input.rows.slice(offset, offset + most) };
  },
  explode: (text, input) => {
    const [name = ''] = namesIn(text, '20300');
    const rows = input.rows.flatMap((row) => {
      const value = row.get(name) ?? null;
      return isList(value) && value.length > 0 ? value.map((item) => new Map([...row, [name, item]])) : [row];
    });
    return { ...input, rows };
  },
  repeat: (text, input) => {
    const count = Number(readOptions(text, ['count']).options['count']);
    return { rows: input.rows.flatMap((row) => Array.from({ length: count }, () => row)), ordered: false };
  },
  prev: (text, input) => ({
    ...input,
    rows: input.rows.map((row, index) => {
      const before = namesIn(text).map((name): [string, Value] => [
        `prev_${name}`,
        input.rows[index - 1]?.get(name) ?? null,
      ]);
      return new Map([...row, ...before]);
    }),
  }),
  drop: (_text, input) => ({ ...input, rows: [] }),
  bypass: (_text, input) => input,
  signature: (_text, input) =>
    mapRows(input, (row) => {
      const line = asText(row.get('line') ?? null);
      return new Map([...row, ['signature', line?.replaceAll(/[\p{L}\p{N}\s]/gu, '') ?? null]]);
    }),
  tojson: (text, input) => {
    const { options, rest } = readOptions(text, ['output']);
    const names = splitList(rest);
    return mapRows(input, (row) => {
      const cells = names.length === 0 ? row : pick(row, names);
      return new Map([...row, [options['output'] ?? '_json', jsonText(cells)]]);
    });
  },
};

function renamed(row: Row, from: string, to: string): Row {
  if (!row.has(from) || from === to) return row;
  return new Map(
    [...row].filter(([name]) => name !== to).map(([name, value]) => [name === from ? to : name, value]),
  );
}

function compareRows(keys: readonly string[], one: Row, other: Row): number {
  for (const key of keys) {
    const [, sign, name = ''] = /^([-+]?)\s*(.+)$/.exec(key) ?? [];
    const by = sortOrder(one.get(name) ?? null, other.get(name) ?? null);
    if (by !== 0) return sign === '-' ? -by : by;
  }
  return 0;
}

function numberOf(option: string | undefined, scope: Scope): number | undefined {
  return option === undefined ? undefined : Number(parseExpression(option, scope).value(new Map()));
}
