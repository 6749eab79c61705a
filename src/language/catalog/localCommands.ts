import { optionText } from '../values';
import { joinTypes, limit, parsing } from './entry';
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
import type { CommandEntry } from './entry';
import {
  add,
  follow,
  groups,
  namesOf,
  onlyFields,
  parsed,
  renameField,
  withoutFields,
  withSubqueries,
} from './fieldRules';

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
  },
  eval: {
    syntax: 'eval FIELD = EXPRESSION[, FIELD = EXPRESSION…]',
    description:
      'Computes fields. Assignments are evaluated from left to right, so a later one can use an earlier one. An existing field is replaced.',
    example: 'eval kb = bytes / 1024, size = if(kb > 100, "large", "small")',
    isRowwise: true,
    expects: ({ item }) => (item.length === 0 ? field : assignment(item, operand, [',', '|'])),
    fields: add('eval', ({ assignments }) => assignments.map(({ target }) => target.name)),
  },
  fields: {
    syntax: 'fields [-] FIELD[, FIELD…]',
    description:
      'Keeps the named fields, in this order. With a minus sign, removes the named fields and keeps all others.',
    example: 'fields src_ip, dst_ip, bytes',
    isRowwise: true,
    expects: ({ terms, item }) =>
      terms.length === 0 ? { ...field, next: ['-'] } : fields(withoutSign(item), ',', '|'),
    fields: follow('fields', (flow, { exclude, fields: named }) =>
      exclude ? withoutFields(flow, namesOf(named)) : onlyFields(namesOf(named)),
    ),
  },
  rename: {
    syntax: 'rename FIELD as NAME[, FIELD as NAME…]',
    description: 'Renames fields.',
    example: 'rename src as src_ip, dst as dst_ip',
    isRowwise: true,
    expects: ({ item }) => aliased(item, field, ['as'], [',', '|']),
    fields: follow('rename', (flow, { renames }) => renames.reduce(renameField, flow)),
  },
  stats: {
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
    options: { span: { type: 'span' } },
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: follow('timechart', (_flow, { aggregates, by }) => ({
      ...onlyFields(['_time', ...aggregates.map(({ column }) => column)]),
      // Each value of the field becomes a column.
      open: by.length > 0,
    })),
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
  },
  limit: {
    syntax: 'limit [OFFSET] MAXIMUM',
    description:
      'Returns at most the given number of rows, after skipping the given offset, and then stops the query.',
    example: 'limit 20 10',
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
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
    fields: withSubqueries,
  },
  union: {
    syntax: 'union [ SUBQUERY ]',
    description: 'Adds the rows of the subquery.',
    example: 'table duration=1h web_access | union [ table duration=1h web_error ]',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries,
  },
  parallel: {
    syntax: 'parallel [ SUBQUERY ] [ SUBQUERY ]…',
    description: 'Runs subqueries in parallel and collects their rows.',
    example: 'parallel [ table a ] [ table b ]',
    expects: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
    fields: withSubqueries,
  },
  serial: {
    syntax: 'serial [ SUBQUERY ] [ SUBQUERY ]…',
    description: 'Runs subqueries one after another and collects their rows.',
    example: 'serial [ table a ] [ table b ]',
    expects: ({ terms }) => (terms.length === 0 ? next('[') : next('[', '|')),
    fields: withSubqueries,
  },
  rex: {
    syntax: 'rex field=FIELD "REGEX"',
    description:
      'Extracts fields from text with the named groups of a regular expression, (?<name>…). Write each backslash twice.',
    example: 'rex field=line "user=(?<user>\\\\w+)"',
    isRowwise: true,
    options: { field: { type: 'field' } },
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: add('rex', ({ groups: named }) => named),
  },
  parsejson: {
    syntax: 'parsejson [field=FIELD] [overlay=t|f]',
    description:
      'Creates fields from the JSON object in a field (default: line). With overlay, keeps the other fields.',
    example: 'parsejson field=payload overlay=t',
    isRowwise: true,
    options: parsing,
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
    syntax: 'parsecsv [field=FIELD] [overlay=t|f] [delimiter="TEXT"] [NAME[, NAME…]]',
    description: 'Splits a line of comma-separated values into fields with the given names.',
    example: 'parsecsv field=line overlay=t time, user, action',
    isRowwise: true,
    options: { ...parsing, delimiter: { type: 'text' } },
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
  },
  order: {
    syntax: 'order FIELD[, FIELD…]',
    description: 'Puts the named fields first, in this order. The others follow.',
    example: 'order _time, user, action',
    isRowwise: true,
    expects: ({ item }) => fields(item, ',', '|'),
  },
  prev: {
    syntax: 'prev FIELD[, FIELD…]',
    description: 'Adds the value of each field in the previous row, as prev_FIELD.',
    example: 'prev bytes',
    expects: ({ item }) => fields(item, ',', '|'),
    fields: add('prev', ({ fields: named }) => namesOf(named).map((name) => `prev_${name}`)),
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
    syntax: 'pivot AGGREGATE rows FIELD[, …] cols FIELD[, …]',
    description:
      'Aggregates into a pivot table: the values of some fields become rows, those of others columns.',
    example: 'pivot count rows src_ip cols action',
    expects: ({ terms, item }) => crossTable(terms, item),
    fields: follow('pivot', (_flow, { rowFields }) => ({ ...onlyFields(namesOf(rowFields)), open: true })),
  },
  rollup: {
    syntax: 'rollup AGGREGATE[, …] by FIELD[, …]',
    description: 'Aggregates like stats and adds subtotals for each prefix of the group fields, and a total.',
    example: 'rollup count by country, city',
    expects: ({ terms, item }) => aggregation(terms, item),
    fields: groups,
  },
  cube: {
    syntax: 'cube AGGREGATE[, …] by FIELD[, …]',
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
    fields: add('tojson', ({ options }) => [optionText(options, 'output') ?? '_json']),
  },
  bypass: {
    syntax: 'bypass',
    description: 'Passes rows through unchanged; a placeholder for a command.',
    example: 'bypass',
    isRowwise: true,
    expects: () => next('|'),
  },
};
