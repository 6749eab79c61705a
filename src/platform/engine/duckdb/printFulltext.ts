import { bindExpression } from '../plan/bindExpression';
import { convert } from '../plan/planNode';
import type { Schema } from '../plan/kind';
import type { SearchCondition } from '../plan/operator';
import type { StoredRows } from '../run/resultRows';
import type { EngineSession } from './engineSession';
import { addressMacro } from './printAddress';
import { printConversion } from './printConversion';
import { printCondition } from './sqlExpression';
import { quoteText } from '../../store/sqlText';
import { columnAt } from './sqlValues';
import { filterStep } from './step';
import type { Step } from './step';

/** A full-text search, if there is one. `termsOf` reads the values of a subquery. */
export async function searchSteps(
  command: number,
  schema: Schema,
  condition: SearchCondition | undefined,
  termsOf: (subquery: number) => Promise<readonly string[]>,
): Promise<readonly Step[]> {
  if (!condition) return [];
  const terms = new Map<number, readonly string[]>();
  for (const subquery of subqueriesOf(condition)) terms.set(subquery, await termsOf(subquery));
  return [filterStep(command, schema, printSearch(condition, schema, searchedTexts(schema), terms))];
}

function subqueriesOf(condition: SearchCondition): readonly number[] {
  if (condition.kind === 'rows') return [condition.subquery];
  if (condition.kind === 'not') return subqueriesOf(condition.operand);
  return 'left' in condition ? [condition.left, condition.right].flatMap(subqueriesOf) : [];
}

/** The texts of some fields, or of all that come from the data. */
export function searchedTexts(schema: Schema, fields: readonly string[] = []): readonly string[] {
  return schema.flatMap(({ name, kind }, index) => {
    const isSearched = fields.length === 0 ? !ownFields.has(name) : fields.includes(name);
    return isSearched ? [printConversion(columnAt(index), kind, 'string')] : [];
  });
}

export function printSearch(
  condition: SearchCondition,
  schema: Schema,
  texts: readonly string[],
  terms: ReadonlyMap<number, readonly string[]> = new Map(),
): string {
  const print = (part: SearchCondition): string => printSearch(part, schema, texts, terms);
  switch (condition.kind) {
    case 'and':
    case 'or':
      return `(${print(condition.left)} ${condition.kind} ${print(condition.right)})`;
    case 'not':
      return `(NOT ${print(condition.operand)})`;
    case 'test':
      return `coalesce(${printCondition(convert(bindExpression(condition.predicate, schema), 'bool'), schema)}, false)`;
    case 'term':
      return anyOf(texts, (text) => printTerm(condition, text));
    case 'rows': {
      const list = (terms.get(condition.subquery) ?? []).map((term) => quoteText(term.toLowerCase()));
      return anyOf(texts, (text) => hasItem(`[${list.join(', ')}]`, `contains(lower(${text}), item)`));
    }
    default:
      return printRange(condition, texts);
  }
}

const ownFields: ReadonlySet<string> = new Set(['_table', '_time', '_id']);

function anyOf(texts: readonly string[], test: (text: string) => string): string {
  return texts.length === 0
    ? 'false'
    : `(${texts.map((text) => `coalesce(${test(text)}, false)`).join(' OR ')})`;
}

function hasItem(list: string, test: string): string {
  return `len(list_filter(${list}, lambda item: ${test})) > 0`;
}

/** Pieces in this order. */
function printTerm({ pieces, isWord }: Extract<SearchCondition, { kind: 'term' }>, text: string): string {
  const [piece = ''] = pieces;
  if (pieces.length <= 1 && !isWord) return `contains(lower(${text}), ${quoteText(piece)})`;
  const pattern = pieces.map((each) => each.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')).join('.*');
  const bounded = isWord ? `(^|[^\\p{L}\\p{N}])${pattern}($|[^\\p{L}\\p{N}])` : pattern;
  return `regexp_matches(lower(${text}), ${quoteText(bounded)}, 's')`;
}

/** The integers or addresses in a text. */
function printRange(
  { kind, minimum, maximum }: Extract<SearchCondition, { kind: 'range' | 'iprange' }>,
  texts: readonly string[],
): string {
  const isAddress = kind === 'iprange';
  const pattern = isAddress ? String.raw`[0-9a-fA-F]*[.:][0-9a-fA-F.:]+` : String.raw`-?\b[0-9]+\b`;
  const value = (text: string): string =>
    isAddress ? addressMacro('key', text) : `TRY_CAST(${text} AS HUGEINT)`;
  const [from, to] = [value(quoteText(minimum)), value(quoteText(maximum))];
  // Keys of addresses of both versions differ in length.
  const sameLength = isAddress ? ` AND length(${value('item')}) = length(${from})` : '';
  const test = `${value('item')} BETWEEN ${from} AND ${to}${sameLength}`;
  return anyOf(texts, (text) => hasItem(`regexp_extract_all(${text}, ${quoteText(pattern)})`, test));
}

const maxTerms = 10_000;

/** Every value of the rows. */
export async function readTerms(
  { table, schema, start, end }: StoredRows,
  session: EngineSession,
): Promise<readonly string[]> {
  if (schema.length === 0 || start === end) return [];
  const texts = schema.map(({ kind }, index) => printConversion(columnAt(index), kind, 'string'));
  const found = await session.read(
    `SELECT DISTINCT term FROM (SELECT unnest([${texts.join(', ')}]) AS term FROM ${table} WHERE rowid >= ${start} AND rowid < ${end})
     WHERE term <> '' LIMIT ${maxTerms}`,
  );
  return found.map(([term]) => String(term));
}
