import { optionText } from '../values';
import { hint, joinTypes, limit, parsing } from './entry';
import {
  aggregation,
  aliased,
  assignment,
  crossTable,
  expression,
  field,
  fields,
  indexOfWord,
  lastItem,
  next,
  nothing,
  operand,
  withoutSign,
} from './argumentRules';
import type { CommandEntry, CommandOptions } from './entry';
import { crossSteps, groups, namesOf, parsed, reading, stepsOf, withSubqueries } from './fieldSteps';
import type { FieldStep } from './fieldSteps';

const subtotals: CommandOptions = { label: { type: 'text' }, ...hint };

/** The commands of the local platform that transform rows, and only read. */
export const localCommands: Readonly<Record<string, Omit<CommandEntry, 'effect'>>> = {
  search: {
    syntax: 'search [limit=N] EXPRESSION',
    description:
      'Keeps the rows for which the expression is true. With == and !=, a string on the right can contain * as a wildcard. With limit, stops after that many rows.',
    example: 'search status >= 500 and path == "/api/*"',
    isRowwise: true,
    options: limit,
    expects: ({ terms }) => expression(terms, ['|']),
    fields: stepsOf('search', ({ condition }) => [{ kind: 'compute', values: [condition] }]),
  },
  eval: {
    syntax: 'eval FIELD = EXPRESSION[, FIELD = EXPRESSION…]',
    description:
      'Computes fields. Assignments are evaluated from left to right, so a later one can use an earlier one. An existing field is replaced.',
    example: 'eval kb = bytes / 1024, size = if(kb > 100, "large", "small")',
    isRowwise: true,
    expects: ({ item }) => (item.length === 0 ? field : assignment(item, operand, [',', '|'])),
    fields: stepsOf('eval', ({ assignments }) =>
      assignments.map(({ target, value }) => ({ kind: 'assign', target, value })),
    ),
  },
  fields: {
    syntax: 'fields [-] FIELD[, FIELD…]',
    description:
      'Keeps the named fields, in this order. With a minus sign, removes the named fields and keeps all others.',
    example: 'fields src_ip, dst_ip, bytes',
    isRowwise: true,
    expects: ({ terms, item }) =>
      terms.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', '|'),
    fields: stepsOf('fields', ({ exclude, fields: named }) => [
      { kind: 'read', fields: named },
      { kind: exclude ? 'remove' : 'keep', names: namesOf(named) },
    ]),
  },
  rename: {
    syntax: 'rename FIELD as NAME[, FIELD as NAME…]',
    description: 'Renames fields.',
    example: 'rename src as src_ip, dst as dst_ip',
    isRowwise: true,
    expects: ({ item }) => aliased(item, field, ['as'], [',', '|']),
    fields: stepsOf('rename', ({ renames }) =>
      renames.map(({ source, target }) => ({ kind: 'rename', source, target })),
    ),
  },
  stats: {
    options: hint,
    syntax: 'stats AGGREGATE [as NAME][, …] [by FIELD[, FIELD…]]',
    description:
      'Aggregates all rows, or the rows of each group if fields follow by. Without as, the column is named after the call, such as sum(bytes).',
    example: 'stats count, sum(bytes) as total by src_ip',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  timechart: {
    syntax: 'timechart span=SPAN AGGREGATE [as NAME][, …] [by FIELD]',
    description: 'Aggregates over time intervals. Each value of the field after by becomes a column.',
    example: 'timechart span=10m count by action',
    options: { span: { type: 'span' }, offset: { type: 'span' }, ...hint },
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: stepsOf('timechart', ({ aggregates, by }) => crossSteps(aggregates, ['_time'], by, by)),
  },
  sort: {
    syntax: 'sort [limit=N] [-]FIELD[, …] [by FIELD[, …]]',
    description:
      'Sorts rows in ascending order, or in descending order if the field has a minus sign. With limit, keeps only the first rows. With by, sorts and limits each group separately.',
    example: 'sort limit=10 -total, src_ip',
    options: limit,
    expects: ({ terms, item }) => {
      const by = indexOfWord(terms, 'by');
      if (by >= 0) return fields(lastItem(terms.slice(by + 1)), ',', '|');
      return item.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', 'by', '|');
    },
    fields: reading('sort', ({ keys, by }) => [...keys.map((key) => key.field), ...by]),
  },
  limit: {
    syntax: 'limit [OFFSET] MAXIMUM',
    description:
      'Returns at most the given number of rows, after skipping the given offset, and then stops the query.',
    example: 'limit 20 10',
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('limit', ({ offset, maximum }) => [
      { kind: 'compute', values: [offset, maximum].filter((value) => value !== undefined) },
    ]),
  },
  join: {
    syntax: 'join [type=inner|left|right|full|cross|leftonly|rightonly] FIELD[, FIELD…] [ SUBQUERY ]',
    description:
      'Joins the rows with those of the subquery where the key fields are equal. The subquery runs before the outer query.',
    example: `json "[{'code': 1}, {'code': 2}]" | join code [ json "[{'code': 1, 'name': 'foo'}]" ]`,
    options: { type: { type: 'choice', values: joinTypes } },
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
    syntax: 'union [ SUBQUERY ]',
    description: 'Adds the rows of the subquery.',
    example: 'table duration=1h web_access | union [ table duration=1h web_error ]',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries('mixed'),
  },
  parallel: {
    syntax: 'parallel core=N [ SUBQUERY ]',
    options: { core: { type: 'limit' } },
    description:
      'Passes the incoming rows through the commands of the subquery, on several cores. Their order is not kept.',
    example: 'table duration=1h web_access | parallel core=4 [ search status >= 500 ]',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries('none'),
  },
  serial: {
    syntax: 'serial [ SUBQUERY ]',
    description: 'Passes the incoming rows through the commands of the subquery, one after the other.',
    example: 'table duration=1h web_access | serial [ prev bytes ]',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries('none'),
  },
  rex: {
    syntax: 'rex field=FIELD "REGEX"',
    description: 'Extracts fields from text with the named groups of a regular expression, (?<name>…).',
    example: String.raw`rex field=line "user=(?<user>\w+)"`,
    isRowwise: true,
    options: {
      field: { type: 'field' },
      engine: { type: 'choice', values: ['jdk', 're2j', 'jdk-re2j', 'jdk-re2j-lax'] },
      debug: { type: 'boolean', notLocal: true },
    },
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('rex', ({ groups: names, options }) => [
      { kind: 'add', names, from: [optionText(options, 'field') ?? ''] },
    ]),
  },
  parsejson: {
    syntax: 'parsejson [field=FIELD] [overlay=t|f] [flatten=t|f] [lenient=t|f] [cutoff=N]',
    description:
      'Creates fields from the JSON object in a field (default: line). With overlay, keeps the other fields.',
    example: 'parsejson field=payload overlay=t',
    isRowwise: true,
    options: {
      ...parsing,
      flatten: { type: 'boolean' },
      lenient: { type: 'boolean' },
      cutoff: { type: 'limit' },
    },
    expects: () => next('|'),
    fields: parsed,
  },
  parsekv: {
    syntax: 'parsekv [field=FIELD] [overlay=t|f] [pairdelim="TEXT"] [kvdelim="TEXT"]',
    description: 'Creates fields from pairs such as a=1 b=2. The default delimiters are a space and =.',
    example: 'parsekv field=line pairdelim=";" kvdelim=":"',
    isRowwise: true,
    options: { ...parsing, pairdelim: { type: 'text' }, kvdelim: { type: 'text' } },
    expects: () => next('|'),
    fields: parsed,
  },
  parsecsv: {
    syntax: 'parsecsv [field=FIELD] [overlay=t|f] [strict=t|f] [tab=t|f] [NAME[, NAME…]]',
    description: 'Splits a line of comma-separated values into fields with the given names.',
    example: 'parsecsv field=line overlay=t time, user, action',
    isRowwise: true,
    options: {
      ...parsing,
      delimiter: { type: 'text' },
      strict: { type: 'boolean' },
      tab: { type: 'boolean' },
    },
    expects: ({ terms, item }) => {
      if (terms.length === 0) return next('|');
      return item.length === 0 ? nothing : next(',', '|');
    },
    fields: parsed,
  },
  explode: {
    syntax: 'explode FIELD',
    description: 'Creates one row for each item of a list.',
    example: 'explode addresses',
    isRowwise: true,
    expects: ({ item }) => fields(item, '|'),
    fields: reading('explode', (command) => [command.field]),
  },
  order: {
    syntax: 'order FIELD[, FIELD…]',
    description: 'Puts the named fields first, in this order. The others follow.',
    example: 'order _time, user, action',
    isRowwise: true,
    expects: ({ item }) => fields(item, ',', '|'),
    fields: reading('order', (command) => command.fields),
  },
  prev: {
    syntax: 'prev FIELD[, FIELD…]',
    description: 'Adds the value of each field in the previous row, as prev_FIELD.',
    example: 'prev bytes',
    expects: ({ item }) => fields(item, ',', '|'),
    fields: stepsOf('prev', ({ fields: named }) => [
      { kind: 'read', fields: named },
      { kind: 'pin', names: namesOf(named) },
      ...named.map(({ name }): FieldStep => ({ kind: 'add', names: [`prev_${name}`], from: [name] })),
    ]),
  },
  repeat: {
    syntax: 'repeat count=N [over=SPAN]',
    description: 'Repeats each row the given number of times.',
    example: `json "{'n': 1}" | repeat count=3`,
    options: { count: { type: 'limit' }, over: { type: 'span' } },
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
  },
  drop: {
    syntax: 'drop',
    description: 'Discards all rows.',
    example: 'table duration=1h web_access | drop',
    expects: () => next('|'),
  },
  pivot: {
    options: hint,
    syntax: 'pivot AGGREGATE[, …] [by|rows FIELD[, …]] [for|cols FIELD[, …]]',
    description:
      'Aggregates into a pivot table: the values of some fields become rows, those of others columns.',
    example: 'pivot count rows src_ip cols action',
    expects: ({ terms, item }) => crossTable(terms, item),
    fields: stepsOf('pivot', ({ aggregates, rowFields, columnFields }) =>
      crossSteps(aggregates, namesOf(rowFields), [...rowFields, ...columnFields], columnFields),
    ),
  },
  rollup: {
    options: subtotals,
    syntax: 'rollup [label=VALUE] AGGREGATE[, …] by FIELD[, …]',
    description: 'Aggregates like stats and adds subtotals for each prefix of the group fields, and a total.',
    example: 'rollup count by country, city',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  cube: {
    options: subtotals,
    syntax: 'cube [label=VALUE] AGGREGATE[, …] by FIELD[, …]',
    description: 'Aggregates like stats and adds subtotals for every combination of the group fields.',
    example: 'cube count by country, action',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  tojson: {
    syntax: 'tojson [output=FIELD] [FIELD[, …]]',
    description: 'Writes fields as JSON text to one field.',
    example: 'tojson output=payload user, action',
    isRowwise: true,
    options: { output: { type: 'field' } },
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
    syntax: 'bypass',
    description: 'Passes rows through unchanged; a placeholder for a command.',
    example: 'bypass',
    isRowwise: true,
    expects: () => next('|'),
  },
};
