import { parseExpression } from './expressions';
import { nothing } from './command';
import type { Command } from './command';

import { Refusal } from './refusal';
import type { Scope } from './scope';
import { readAlias, readClauses, readOptions, readSubquery, splitList } from './syntax';
import { asText, isSame } from './values';
import type { Row, Value } from './values';

const inner = (scope: Scope): Scope => ({ ...scope, parameters: new Map(scope.parameters) });

/** Null equals nothing. */
function hasSameKeys(keys: readonly string[], one: Row, other: Row): boolean {
  return keys.every((key) => {
    const [left = null, right = null] = [one.get(key), other.get(key)];
    return left !== null && isSame(left, right);
  });
}

export const severalPipelines: Readonly<Record<string, Command>> = {
  join: (text, input, scope, run) => {
    const { before, query } = readSubquery(text);
    const { options, rest } = readOptions(before, ['type']);
    const { type = 'inner' } = options;
    const keys = splitList(rest).map((key) => key.replace(/^\+/, ''));
    const others = run(query, inner(scope), nothing).rows;
    const matches = (row: Row): readonly Row[] => others.filter((other) => hasSameKeys(keys, row, other));
    if (type === 'leftonly') return { ...input, rows: input.rows.filter((row) => matches(row).length === 0) };
    const joined = input.rows.flatMap((row) => matches(row).map((other) => new Map([...row, ...other])));
    const left = input.rows.filter((row) => matches(row).length === 0);
    const right = others.filter((other) => !input.rows.some((row) => hasSameKeys(keys, row, other)));
    const rows = [
      ...(type === 'rightonly' ? [] : joined),
      ...(['left', 'full'].includes(type) ? left : []),
      ...(['right', 'full', 'rightonly'].includes(type) ? right : []),
    ];
    return { rows, ordered: false };
  },
  union: (text, input, scope, run) => {
    const others = run(readSubquery(text).query, inner(scope), nothing).rows;
    return { rows: [...input.rows, ...others], ordered: false };
  },
  parallel: (text, input, scope, run) => ({
    ...run(readSubquery(text).query, scope, input),
    ordered: false,
  }),
  /** Row by row, so that contexts and parameters change between them. */
  serial: (text, input, scope, run) => {
    const { query } = readSubquery(text);
    if (/\bprev\b/.test(query)) return run(query, scope, input);
    const rows = input.rows.flatMap((row) => run(query, scope, { rows: [row], ordered: true }).rows);
    return { ...input, rows };
  },
  lookup: (text, input, scope) => {
    const clauses = readClauses(text, ['output']);
    if (clauses['output'] === undefined) throw new Refusal('20700');
    const [, lookupName = '', keys = ''] = /^(\S+)\s+([^]*)$/.exec(clauses[''] ?? '') ?? [];
    const table = scope.world.tables.get(lookupName) ?? scope.world.lookups.get(lookupName)?.rows;
    if (!table) throw new Refusal('20701');
    const { name, as: field } = readAlias(keys);
    const outputs = splitList(clauses['output']).map(readAlias);
    const rows = input.rows.map((row) => {
      const value = row.get(field) ?? null;
      const match = value === null ? undefined : table.find((one) => isSame(one.get(name) ?? null, value));
      return new Map([
        ...row,
        ...outputs.map((one): [string, Value] => [one.as, match?.get(one.name) ?? null]),
      ]);
    });
    return { ...input, rows };
  },
  mpsearch: (text, input, scope, run) => {
    const { before, query } = readSubquery(text);
    const rules = run(query, inner(scope), nothing).rows;
    const names = splitList(before);
    const rows = input.rows.map((row) => {
      const values = (names.length === 0 ? [...row.keys()] : names).map(
        (name) => asText(row.get(name) ?? null) ?? '',
      );
      const found = rules.filter((rule) =>
        hasTerms(asText(rule.get('expr') ?? null) ?? '', values.join('\n'), scope),
      );
      const result = found.map(
        (rule) => new Map([...rule].filter(([name]) => name === 'expr' || name === 'rule')),
      );
      return new Map([...row, ['_mp_result', result]]);
    });
    return { ...input, rows };
  },
};

/** Quoted terms with `and` and `or`. */
function hasTerms(expression: string, text: string, scope: Scope): boolean {
  const asCalls = expression.replaceAll(/"[^"]*"/g, (term) => `contains(text, ${term.toLowerCase()})`);
  return parseExpression(asCalls, scope).value(new Map([['text', text.toLowerCase()]])) === true;
}
