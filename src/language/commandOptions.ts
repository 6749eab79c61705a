/** The type of an option value. `limit` and `offset` are non-negative integers. */
export type OptionType =
  | { readonly type: 'span' | 'date' | 'limit' | 'offset' | 'boolean' | 'field' | 'text' }
  | { readonly type: 'choice'; readonly values: readonly string[] };

export type CommandOptions = Readonly<Record<string, OptionType>>;

const period = { duration: { type: 'span' }, from: { type: 'date' }, to: { type: 'date' } } as const;
const limit = { limit: { type: 'limit' } } as const;
const parsing = { field: { type: 'field' }, overlay: { type: 'boolean' } } as const;

export const joinTypes = ['inner', 'left', 'right', 'full', 'cross', 'leftonly', 'rightonly'] as const;
export type JoinType = (typeof joinTypes)[number];

/** The options of commands whose arguments the language parses. Other commands have none. */
export const commandOptions: Readonly<Record<string, CommandOptions>> = {
  table: {
    ...period,
    ...limit,
    offset: { type: 'offset' },
    order: { type: 'choice', values: ['asc', 'desc'] },
  },
  fulltext: { ...period, ...limit },
  search: limit,
  timechart: { span: { type: 'span' } },
  sort: limit,
  join: { type: { type: 'choice', values: joinTypes } },
  rex: { field: { type: 'field' } },
  parsejson: parsing,
  parsekv: { ...parsing, pairdelim: { type: 'text' }, kvdelim: { type: 'text' } },
  parsecsv: { ...parsing, delimiter: { type: 'text' } },
  tojson: { output: { type: 'field' } },
  copytable: { from: { type: 'date' }, to: { type: 'date' } },
  matchnet: { field: { type: 'field' } },
  memlookup: {
    op: { type: 'choice', values: ['build', 'load', 'drop', 'list'] },
    name: { type: 'text' },
    key: { type: 'field' },
  },
  repeat: { count: { type: 'limit' }, over: { type: 'span' } },
};
