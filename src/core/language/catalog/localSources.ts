import { hint, limit, period } from './entry';
import {
  assignment,
  indexOfWord,
  isWord,
  lastItem,
  lookup,
  next,
  nothing,
  operand,
  table,
  tables,
  words,
} from './argumentRules';
import type { LookupField } from '../ast';
import type { CommandEntry, CommandOptions } from './entry';
import type { FieldStep } from './fieldSteps';
import { ofTables, setParameter, stepsOf, unknownFields, withSubqueries } from './fieldSteps';

/** What `system` lists. */
export const systemObjects: readonly string[] = [
  ...[
    'tables',
    'queries',
    'count',
    'logdisk',
    'indexdisk',
    'loggers',
    'streams',
    'lookups',
    'logs',
    'sentries',
  ],
  ...['threads', 'topthreads', 'nodes', 'license-usages', 'ceptopics', 'cepclocks', 'pcapdevices'],
  ...['memory pools', 'memory objects'],
];

const order = {
  offset: { type: 'offset' },
  order: { type: 'choice', values: ['asc', 'desc'] },
} as const satisfies CommandOptions;

/** The commands of the local platform that read or write tables, lookups and results, or set parameters. */
export const localSources: Readonly<Record<string, CommandEntry>> = {
  table: {
    syntax:
      'table [duration=SPAN | from=DATE to=DATE | window=SPAN] [limit=N] [offset=N] [order=asc|desc] TABLE[, TABLE…]',
    description:
      'Reads the rows of one or more tables, newest first. A name can contain * as a wildcard. A name that ends with ? causes no error if the table does not exist. Rows have _table, _time, _id, line and their fields.',
    example: 'table duration=1h web_access, web_error?',
    effect: 'reads',
    isSource: true,
    namesTables: true,
    options: {
      ...period,
      ...limit,
      ...hint,
      ...order,
      window: { type: 'span', notLocal: true },
    },
    expects: ({ item }) => tables(item, ',', '|'),
    fields: ofTables('table'),
  },
  fulltext: {
    syntax:
      'fulltext [duration=SPAN | from=DATE to=DATE] [limit=N] [offset=N] [order=asc|desc] [tt=f] CONDITION [from TABLE[, TABLE…]]',
    description:
      'Finds rows that contain terms in any field. Case is ignored. Combine terms with and, or, not and parentheses.',
    example: 'fulltext duration=1d "login" and "failed" not "test" from win_security',
    effect: 'reads',
    isSource: true,
    namesTables: true,
    options: { ...period, ...limit, ...order, tt: { type: 'boolean' } },
    expects: ({ terms }) => {
      const from = indexOfWord(terms, 'from');
      return from < 0 ? words(terms, 'from') : tables(lastItem(terms.slice(from + 1)), ',', '|');
    },
    fields: ofTables('fulltext'),
  },
  json: {
    syntax: 'json "{…}" | json "[{…}, …]"',
    description:
      'Creates rows from JSON text: an object becomes one row, a list of objects one row per object. Inside the text, single quotes can be used instead of double quotes.',
    example: `json "[{'code': 1}, {'code': 2}]"`,
    effect: 'reads',
    isSource: true,
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: stepsOf('json', ({ rows }) => {
      const start = { kind: 'start', names: rows.flatMap((row) => Object.keys(row)), tables: [] } as const;
      return rows.length === 0 ? [start, { kind: 'open', from: [] }] : [start];
    }),
  },
  set: {
    syntax: 'set NAME = EXPRESSION',
    description: 'Sets a parameter before the source. Refer to it with $("NAME").',
    example: 'set from = string(ago("3d"), "yyyyMMdd") | table from=$("from") web_access',
    effect: 'reads',
    isRowwise: true,
    expects: ({ terms }) =>
      terms.length === 0 ? nothing : assignment(terms, { ...operand, fields: false }, ['|']),
    fields: setParameter,
  },
  setq: {
    syntax: 'setq [ SUBQUERY ]',
    description: 'Sets parameters from the fields of the first row of the subquery.',
    example: 'setq [ table limit=1 settings | fields threshold ] | table duration=1h web_access',
    effect: 'reads',
    expects: ({ terms }) => next(terms.length === 0 ? '[' : '|'),
    fields: withSubqueries('none'),
  },
  import: {
    syntax: 'import [create=f] TABLE',
    description: 'Writes the incoming rows to a table. Requires the ADMIN role.',
    example: 'table duration=1h web_access | search status >= 500 | import web_failures',
    effect: 'writes',
    namesTables: true,
    options: { create: { type: 'boolean', notLocal: true }, _sk: { type: 'field', notLocal: true } },
    expects: ({ item }) => tables(item, '|'),
  },
  system: {
    syntax: 'system OBJECT [OPTION=VALUE…] [TABLE, …]',
    description:
      'Lists information about the platform: its tables, the running queries, the number of rows in tables.',
    example: 'system tables | fields table',
    effect: 'reads',
    isSource: true,
    namesTables: true,
    expects: ({ terms }) => {
      if (terms.length === 0) return next(...systemObjects);
      return isWord(terms[0], 'count') ? { ...table, next: ['|'] } : next('|');
    },
    fields: unknownFields,
  },
  evalc: {
    syntax: 'evalc NAME = EXPRESSION',
    description: 'Computes a value for every row and keeps it as a parameter that $("NAME") refers to.',
    example: 'evalc top = max(bytes, $("top", 0))',
    effect: 'reads',
    expects: ({ terms }) => (terms.length === 0 ? nothing : assignment(terms, operand, ['|'])),
    fields: stepsOf('evalc', ({ parameter, value }) => [
      { kind: 'parameter', name: parameter?.text ?? '', value },
    ]),
  },
  result: {
    syntax: 'result [offset=N] ID',
    description: 'Reads the result of another query of the same account by its ID.',
    example: 'result 42',
    effect: 'reads',
    isSource: true,
    options: { offset: { type: 'offset' } },
    expects: ({ terms }) => (terms.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
  load: {
    syntax: 'load ID',
    description:
      'Reads a saved result; on the local platform, the kept result of a query of the same account, by its ID.',
    example: 'load 42',
    effect: 'reads',
    isSource: true,
    namesTables: true,
    fields: unknownFields,
  },
  lookuptable: {
    syntax: 'lookuptable NAME [limit=N] [offset=N] [FIELD, …]',
    description: 'Reads the rows of a mapping.',
    example: 'lookuptable country_codes',
    effect: 'reads',
    isSource: true,
    namesTables: true,
    options: { ...limit, offset: { type: 'offset' } },
    expects: ({ item }) => tables(item, '|'),
    fields: ofTables('table'),
  },
  lookup: {
    syntax: 'lookup NAME KEY [as INPUT] output FIELD [as NAME][, …]',
    description: 'Looks up the key in a mapping and adds the named fields of the match.',
    example: 'lookup country_codes code output name as country',
    effect: 'reads',
    namesTables: true,
    isRowwise: true,
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
    syntax: 'matchnet field=FIELD NAME',
    description:
      'Keeps rows whose address is in one of the networks of a mapping. The local platform reads the networks from the field network of a table.',
    example: 'matchnet field=src_ip internal',
    effect: 'reads',
    namesTables: true,
    isRowwise: true,
    options: { field: { type: 'field' } },
    expects: ({ item }) => tables(item, '|'),
  },
  memlookup: {
    syntax:
      'memlookup op=build name=NAME key=FIELD [FIELD, …] | memlookup [op=list] [name=NAME] | memlookup op=drop name=NAME',
    description:
      'Builds a lookup in memory from the rows, for the command lookup, reads its rows, drops it, or lists all. On the local platform it belongs to the account that built it and is lost when the platform stops.',
    example: 'memlookup name=users',
    effect: 'reads',
    options: {
      op: { type: 'text' },
      name: { type: 'text' },
      key: { type: 'field' },
    },
    expects: ({ options }) => (options.length > 0 ? next('|') : nothing),
    fields: unknownFields,
  },
};

function namesOfLookup({ field, alias }: LookupField): readonly string[] {
  return alias ? [field.name, alias.name] : [field.name];
}
