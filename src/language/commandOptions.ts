/** The type of an option value. `limit` and `offset` are non-negative integers. */
export type OptionType =
  | { readonly type: 'span' | 'date' | 'limit' | 'offset' | 'boolean' | 'field' | 'text' }
  | { readonly type: 'choice'; readonly values: readonly string[] };

export type CommandOptions = Readonly<Record<string, OptionType>>;

export const period = { duration: { type: 'span' }, from: { type: 'date' }, to: { type: 'date' } } as const;
export const limit = { limit: { type: 'limit' } } as const;
export const parsing = { field: { type: 'field' }, overlay: { type: 'boolean' } } as const;

export const joinTypes = ['inner', 'left', 'right', 'full', 'cross', 'leftonly', 'rightonly'] as const;
export type JoinType = (typeof joinTypes)[number];
