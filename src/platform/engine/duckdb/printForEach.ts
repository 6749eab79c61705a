import type { BoundExpression, ForEach } from '../plan/planNode';
import type { Kind, Schema } from '../plan/kind';
import { once } from './once';
import { printConversion } from './printConversion';
import { hasType, packMixed } from './printMixed';
import { columnAt } from './sqlValues';

/** Items are columns of a schema, too: named by position, they are variables of a lambda. */
export function printForEach(
  { body, schema: visible, arguments: lists }: ForEach,
  schema: Schema,
  printExpression: (expression: BoundExpression, schema: Schema) => string,
): string {
  const all = lists.map((list, index) =>
    printItems(printExpression(list, schema), list.kind, `lists.l${index}`),
  );
  const lengths = all.map(({ length }) => length);
  const item = lists.reduce(
    (inner, _, index) => once(all[index]?.item ?? '', columnAt(schema.length + index), inner),
    printExpression(body, visible),
  );
  const held = all.map(({ items }, index) => `'l${index}': ${items}`).join(', ');
  return once(
    `{${held}}`,
    'lists',
    `to_json(list_transform(range(1, greatest(${lengths.join(', ')}) + 1), lambda number: ${item}))`,
  );
}

interface PrintedItems {
  readonly items: string;
  readonly length: string;
  /** The item of the current number; that of a single value is always the value. */
  readonly item: string;
}

function printItems(value: string, kind: Kind, name: string): PrintedItems {
  const mixed = `lambda item: ${packMixed('item', 'json')}`;
  const ofList = (list: string): string => `list_transform(CAST(${list} AS JSON[]), ${mixed})`;
  if (kind === 'list') return { items: ofList(value), length: `len(${name})`, item: `${name}[number]` };
  const single = printConversion(value, kind, 'any');
  if (kind !== 'any') return { items: `[${single}]`, length: '1', item: `${name}[1]` };
  const isList = hasType(value, 'list');
  const items = `CASE WHEN ${isList} THEN ${ofList(printConversion(value, kind, 'list'))} ELSE [${value}] END`;
  return {
    items,
    length: `len(${name})`,
    item: `${name}[CASE WHEN len(${name}) = 1 AND NOT coalesce(${isList}, false) THEN 1 ELSE number END]`,
  };
}
