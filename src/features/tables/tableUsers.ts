import { meansTable, namedTables } from '../../language/services/namedTables';
import type { TableUser } from '../../shared/protocol/table';
import type { Rule, RuleKind } from '../../shared/wire/rule';
import type { ScheduledQuery } from '../../shared/wire/scheduledQuery';

/** Scheduled queries that use a table, by name or wildcard. */
export function queriesUsing(table: string, queries: readonly ScheduledQuery[]): readonly TableUser[] {
  return queries.flatMap(({ guid, name, query }) =>
    usesIn([query], table).map((use) => ({ kind: 'scheduledQuery' as const, guid, name, use })),
  );
}

/** Detection rules that use it. */
export function rulesUsing(table: string, kind: RuleKind, rules: readonly Rule[]): readonly TableUser[] {
  return rules.flatMap(({ guid, name, raw }) =>
    usesIn(queriesOf(raw), table).map((use) => ({ kind: `${kind}Rule` as const, guid, name, use })),
  );
}

function usesIn(texts: readonly string[], table: string): readonly TableUser['use'][] {
  const named = texts.map(namedTables);
  const isNamed = (names: readonly string[]): boolean => names.some((name) => meansTable(name, table));
  return [
    ...(named.some(({ read }) => isNamed(read)) ? ['reads' as const] : []),
    ...(named.some(({ written }) => isNamed(written)) ? ['writes' as const] : []),
  ];
}

/** A batch rule has a query; a stream rule has a list of commands, some of which contain one. */
function queriesOf(raw: Rule['raw']): readonly string[] {
  const commands: readonly unknown[] = Array.isArray(raw['commands']) ? raw['commands'] : [];
  return [raw, ...commands].flatMap((one) => {
    const { query } = Object(one) as { readonly query?: unknown };
    return typeof query === 'string' ? [query] : [];
  });
}
