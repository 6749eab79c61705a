import { boxplot, pivot, timechart } from './charts';
import { readAggregation, stats, totals } from './grouping';
import type { Command } from './command';
import { readOptions } from './syntax';

export const aggregating: Readonly<Record<string, Command>> = {
  stats: (text, { rows }, scope) => {
    const { options, rest } = readOptions(text, ['parallel']);
    return {
      rows: stats(readAggregation(rest, scope), rows),
      ordered: !(options['parallel'] ?? 'f').startsWith('t'),
    };
  },
  pivot: (text, { rows }, scope) => ({ rows: pivot(text, scope, rows), ordered: true }),
  timechart: (text, { rows }, scope) => ({ rows: timechart(text, scope, rows), ordered: true }),
  boxplot: (text, { rows }, scope) => ({ rows: boxplot(text, scope, rows), ordered: false }),
  rollup: withTotals((by) => by.map((_name, left) => by.slice(0, by.length - left)).concat([[]])),
  cube: withTotals(combinations),
};

function withTotals(listsOf: (by: readonly string[]) => readonly (readonly string[])[]): Command {
  return (text, { rows }, scope) => {
    const { options, rest } = readOptions(text, ['label', 'parallel']);
    const aggregation = readAggregation(rest, scope);
    return { rows: totals(aggregation, listsOf(aggregation.by), options['label'], rows), ordered: false };
  };
}

function combinations(names: readonly string[]): readonly (readonly string[])[] {
  const [first, ...rest] = names;
  if (first === undefined) return [[]];
  const others = combinations(rest);
  return [...others.map((list) => [first, ...list]), ...others];
}
