import { bindExpression } from '../plan/bindExpression';
import { convert } from '../plan/planNode';
import { findColumn, overlayColumns } from '../plan/kind';
import type { Schema } from '../plan/kind';
import type { OperatorOf } from '../plan/operator';
import { QueryRejection } from '../plan/queryRejection';
import type { StoredRows } from '../run/resultRows';
import type { EngineSession } from './engineSession';
import { printSearch, searchedTexts } from './printFulltext';
import { printCondition, printField } from './sqlExpression';
import { quoteText } from '../../store/sqlText';
import { columnAt } from './sqlValues';
import { mapStep } from './step';
import type { Step } from './step';

interface Pattern {
  readonly pattern: string;
  readonly condition: string | null;
  /** As JSON. */
  readonly rule: string;
}

/** Each is a condition for every field. */
const maxPatterns = 1000;
const result = '_mp_result';

export async function readPatterns(
  _operator: OperatorOf<'match'>,
  { table, schema, start, end }: StoredRows,
  session: EngineSession,
): Promise<readonly Pattern[]> {
  if (end - start > maxPatterns) throw new QueryRejection('query-too-large');
  const [pattern, condition] = ['expr', 'expr2'].map((name) => printField(name, 'string', schema));
  const rule = `CAST(${printField('rule', 'json', schema)} AS VARCHAR)`;
  const rows = await session.read(
    `SELECT ${pattern}, ${condition}, ${rule} FROM ${table} WHERE rowid >= ${start} AND rowid < ${end}`,
  );
  return rows.flatMap(([text, further, name]) =>
    text === null
      ? []
      : [{ pattern: String(text), condition: further as string | null, rule: String(name ?? 'null') }],
  );
}

/** Adds the patterns that match, in their order; null without any. */
export function matchStep(
  { command, fields, read }: OperatorOf<'match'>,
  schema: Schema,
  patterns: readonly Pattern[],
): Step {
  const texts = searchedTexts(schema, fields);
  const tests = patterns.map(({ pattern, condition: written, rule }) => {
    const { search, condition } = read(pattern, written);
    const further = condition && printCondition(convert(bindExpression(condition, schema), 'bool'), schema);
    const holds = [printSearch(search, schema, texts), ...(further === undefined ? [] : [`(${further})`])];
    const found = quoteText(`{"expr":${JSON.stringify(pattern)},"rule":${rule}}`);
    return `CASE WHEN ${holds.join(' AND ')} THEN CAST(${found} AS JSON) END`;
  });
  const matches = `list_filter([${['NULL', ...tests].join(', ')}], lambda item: item IS NOT NULL)`;
  const columns = overlayColumns(schema, [{ name: result, kind: 'list' }]);
  const expressions = columns.map((column) => {
    const own = findColumn(schema, column.name);
    return own && column.name !== result ? columnAt(schema.indexOf(own)) : printList(matches);
  });
  return mapStep(command, columns, expressions);
}

function printList(matches: string): string {
  return `CASE WHEN len(${matches}) > 0 THEN to_json(${matches}) END`;
}
