import type { LookupField } from '../ast';
import { optionText } from '../values';
import {
  aggregation,
  aliased,
  assignment,
  crossTable,
  expression,
  field,
  fields,
  indexOfWord,
  isWord,
  lastItem,
  lookup,
  next,
  nothing,
  operand,
  table,
  tables,
  withoutSign,
  words,
} from './argumentRules';
import type { CommandRules } from './entry';
import {
  anchored,
  crossSteps,
  groups,
  namesOf,
  ofTables,
  parsed,
  reading,
  setParameter,
  stepsOf,
  unknownFields,
  whenMatching,
  withSubqueries,
} from './fieldSteps';
import type { FieldStep } from './fieldSteps';
import { fieldsOfSystem, systemObjects } from './systemObjects';

const throughSubquery: CommandRules = {
  expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
  fields: withSubqueries('none'),
};
const grouping: CommandRules = { expects: ({ terms, item }) => aggregation(terms, item), fields: groups };
const parsing: CommandRules = { expects: () => next('|'), fields: parsed };

/** What completes the arguments of commands, and what they do to fields. */
export const commandRules: Readonly<Record<string, CommandRules>> = {
  search: {
    expects: ({ terms }) => expression(terms, ['|']),
    fields: stepsOf('search', ({ condition }) => [{ kind: 'compute', values: [condition] }]),
  },
  eval: {
    expects: ({ item }) => (item.length === 0 ? field : assignment(item, operand, [',', '|'])),
    fields: stepsOf('eval', ({ assignments }) =>
      assignments.map(({ target, value }) => ({ kind: 'assign', target, value })),
    ),
  },
  fields: {
    expects: ({ terms, item }) =>
      terms.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', '|'),
    fields: stepsOf('fields', ({ exclude, fields: named }) => [
      { kind: 'read', fields: named },
      { kind: exclude ? 'remove' : 'keep', names: namesOf(named) },
    ]),
  },
  rename: {
    expects: ({ item }) => aliased(item, field, ['as'], [',', '|']),
    fields: stepsOf('rename', ({ renames }) =>
      renames.map(({ source, target }) => ({ kind: 'rename', source, target })),
    ),
  },
  stats: grouping,
  timechart: {
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: stepsOf('timechart', ({ aggregates, by }) => crossSteps(aggregates, ['_time'], by, by)),
  },
  sort: {
    expects: ({ terms, item }) => {
      const by = indexOfWord(terms, 'by');
      if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
      return item.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', 'by', '|');
    },
    fields: reading('sort', ({ keys, by }) => [...keys.map((key) => key.field), ...by]),
  },
  limit: {
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('limit', ({ offset, maximum }) => [
      { kind: 'compute', values: [offset, maximum].filter((value) => value !== undefined) },
    ]),
  },
  join: {
    expects: ({ terms, item, options }) => {
      if (terms.at(-1)?.kind === 'subquery') return next('|');
      // Only a cross join has no keys.
      const isCross = terms.length === 0 && indexOfWord(options, 'cross') >= 0;
      return isCross ? { ...field, next: ['['] } : fields(item, ',', '[');
    },
    fields: stepsOf('join', (command) => [
      { kind: 'read', fields: command.keys },
      ...withSubqueries('mixed')(command),
    ]),
  },
  union: {
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries('mixed'),
  },
  parallel: throughSubquery,
  serial: throughSubquery,
  rex: {
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('rex', ({ groups: names, options }) => [
      { kind: 'add', names, from: [optionText(options, 'field') ?? ''] },
    ]),
  },
  parsejson: parsing,
  parsekv: parsing,
  parsecsv: {
    expects: ({ terms, item }) => {
      if (terms.length === 0) return next('|');
      return item.length === 0 ? nothing : next(',', '|');
    },
    fields: parsed,
  },
  explode: {
    expects: ({ item }) => fields(item, '|'),
    fields: reading('explode', (command) => [command.field]),
  },
  order: {
    expects: ({ item }) => fields(item, ',', '|'),
    fields: reading('order', (command) => command.fields),
  },
  prev: {
    expects: ({ item }) => fields(item, ',', '|'),
    fields: stepsOf('prev', ({ fields: named }) => [
      { kind: 'read', fields: named },
      { kind: 'pin', names: namesOf(named) },
      ...named.map(({ name }): FieldStep => ({ kind: 'add', names: [`prev_${name}`], from: [name] })),
    ]),
  },
  repeat: {
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
  },
  drop: {
    expects: () => next('|'),
  },
  pivot: {
    expects: ({ terms, item }) => crossTable(terms, item),
    fields: stepsOf('pivot', ({ aggregates, rowFields, columnFields }) =>
      crossSteps(aggregates, namesOf(rowFields), [...rowFields, ...columnFields], columnFields),
    ),
  },
  rollup: grouping,
  cube: grouping,
  tojson: {
    expects: ({ terms, item }) => (terms.length === 0 ? { ...field, next: ['|'] } : fields(item, ',', '|')),
    fields: stepsOf('tojson', ({ fields: named, options }) => [
      { kind: 'read', fields: named },
      {
        kind: 'add',
        names: [optionText(options, 'output') ?? '_json'],
        from: named.length === 0 ? 'row' : namesOf(named),
      },
    ]),
  },
  bypass: {
    expects: () => next('|'),
  },
  table: {
    expects: ({ item }) => tables(item, ',', '|'),
    fields: ofTables('table'),
  },
  fulltext: {
    expects: ({ terms }) => {
      const from = indexOfWord(terms, 'from');
      return from < 0 ? words(terms, 'from') : tables(lastItem(terms.slice(from + 1)), ',', '|');
    },
    fields: ofTables('fulltext'),
  },
  json: {
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('json', ({ rows }) => {
      const start = { kind: 'start', names: rows.flatMap((row) => Object.keys(row)), tables: [] } as const;
      return rows.length === 0 ? [start, { kind: 'open', from: [] }] : [start];
    }),
  },
  set: {
    expects: ({ terms }) =>
      terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
    fields: setParameter,
  },
  setq: throughSubquery,
  import: {
    expects: ({ item }) => tables(item, '|'),
  },
  system: {
    expects: ({ terms }) => {
      if (terms.length === 0) return next(...systemObjects);
      return isWord(terms[0], 'count') ? { ...table, next: ['|'] } : next('|');
    },
    fields: (command) => [
      {
        kind: 'start',
        names: fieldsOfSystem(command.kind === 'system' ? (command.object?.text ?? '') : ''),
        tables: [],
      },
      { kind: 'open', from: [] },
    ],
  },
  evalc: {
    expects: ({ terms }) => (terms.length === 0 ? nothing : assignment(terms, operand, ['|'])),
    fields: stepsOf('evalc', ({ parameter, value }) => [
      { kind: 'parameter', name: parameter?.text ?? '', value },
    ]),
  },
  result: {
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
  load: {
    fields: unknownFields,
  },
  lookuptable: {
    expects: ({ item }) => tables(item, '|'),
    fields: ofTables('table'),
  },
  lookup: {
    expects: ({ terms }) => lookup(terms),
    fields: stepsOf('lookup', ({ key, outputs }) => [
      { kind: 'read', fields: key ? [key.alias ?? key.field] : [] },
      { kind: 'pin', names: [...(key ? [key] : []), ...outputs].flatMap(namesOfLookup) },
      ...outputs.map(({ field: { name }, alias }): FieldStep => {
        return { kind: 'add', names: [alias?.name ?? name], from: alias ? [name] : [] };
      }),
    ]),
  },
  matchnet: {
    expects: ({ item }) => tables(item, '|'),
  },
  memlookup: {
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
  proc: {
    fields: stepsOf('proc', ({ arguments: values }) => [
      { kind: 'compute', values },
      { kind: 'open', from: [] },
    ]),
  },
  purge: {
    expects: ({ item }) => tables(item, '|'),
  },
  signature: {
    fields: stepsOf('other', () => [{ kind: 'add', names: ['signature'], from: ['line'] }]),
  },
  summary: {
    fields: stepsOf('other', () => [
      { kind: 'keep', names: [] },
      { kind: 'add', names: ['name', 'type'], from: [] },
      { kind: 'open', from: [] },
    ]),
  },
  boxplot: {
    fields: stepsOf('boxplot', ({ value, by }) => [
      { kind: 'compute', values: [value] },
      { kind: 'read', fields: by },
      { kind: 'keep', names: namesOf(by) },
      { kind: 'add', names: ['count', 'min', 'iqr1', 'iqr2', 'iqr3', 'max'], from: [] },
    ]),
  },
  parse: {
    fields: anchored,
  },
  parsemap: parsing,
  evtctxadd: {
    fields: whenMatching,
  },
  evtctxdel: {
    fields: whenMatching,
  },
  parsexml: parsing,
  mpsearch: {
    fields: stepsOf('mpsearch', ({ fields, subqueries }) => [
      { kind: 'read', fields },
      ...subqueries.map(({ query }) => ({ kind: 'subquery', query, rows: 'none' }) as const),
      { kind: 'add', names: ['_mp_result'], from: fields.length === 0 ? 'row' : namesOf(fields) },
    ]),
  },
  streamjoin: {
    fields: (command) => [
      ...withSubqueries('mixed')(command),
      { kind: 'add', names: ['_streamjoin_fail'], from: [] },
    ],
  },
};

function namesOfLookup({ field: { name }, alias }: LookupField): readonly string[] {
  return alias ? [name, alias.name] : [name];
}
