import type { Command } from '../../../core/language/ast';
import type { Expression } from '../../../core/language/expression';
import { setsField } from '../../../core/language/services/fieldBindings';
import { conjuncts } from '../../../core/language/services/walk';
import { runOwnQuery } from '../../../core/api/operations/queries';
import { printFieldName } from '../../../core/language/printExpression';
import { sourcePeriod } from '../../../core/language/services/comparedField';
import { unknownFields } from '../../../core/language/services/unknownFields';
import { parseForRun } from '../../../core/results/rowShape';
import { languageTag, t } from '../../../core/base/localize';
import type { RawRecord } from '../../../core/interface/optional';
import type { QueryClient } from '../../../core/api/runningQuery';

/** Enough rows to know which fields there are. */
const sampledRows = 1000;
const maxFields = 20;

/** A query that shows which of the fields that a text reads from its tables are in the rows. */
interface FieldSample {
  readonly query: string;
  readonly tables: readonly string[];
  readonly fields: readonly string[];
}

/** Undefined if the text reads no tables. */
export function fieldSample(text: string): FieldSample | undefined {
  const parsed = parseForRun(text);
  const source = parsed.query.commands.find(({ kind }) => kind === 'table' || kind === 'fulltext');
  if (source?.kind !== 'table' && source?.kind !== 'fulltext') return undefined;
  const tables = source.tables.map(({ name }) => name);
  const required = requiredFields(parsed.query.commands);
  // Of tables without any field, every field that the text does not set itself is unknown.
  const read = unknownFields(parsed, () => new Set()).filter(
    (field) =>
      required.has(field.name) &&
      field.tables.length > 0 &&
      field.tables.every((table) => tables.includes(table)),
  );
  const fields = [...new Set(read.map(({ name }) => name))].slice(0, maxFields);
  const counts = fields.map((name, index) => `count(${printFieldName(name)}) as field_${index}`);
  const period = sourcePeriod([source]);
  const options = [...(period === '' ? [] : [period]), `limit=${sampledRows}`].join(' ');
  const query = `table ${options} ${tables.join(', ')} | stats ${['count as sampled_rows', ...counts].join(', ')}`;
  return { query, tables, fields };
}

/** The fields without which no row passes: a comparison with a missing value is false. */
function requiredFields(commands: readonly Command[]): ReadonlySet<string> {
  let required = new Set<string>();
  for (const command of commands.toReversed()) {
    const before = [...required].map((field) => sourceOf(command, field));
    required = new Set(before.filter((field) => field !== undefined));
    if (command.kind !== 'search') continue;
    for (const conjunct of conjuncts(command.condition)) {
      for (const field of comparedFields(conjunct)) required.add(field);
    }
  }
  return required;
}

/** The field that a command takes a field from; undefined if it computes it. */
function sourceOf(command: Command, field: string): string | undefined {
  if (command.kind === 'rename') {
    const renamed = command.renames.findLast(({ target }) => target.name === field);
    if (renamed) return renamed.source.name;
  }
  if (command.kind === 'eval') {
    const assigned = command.assignments.findLast(({ target }) => target.name === field);
    if (assigned) return assigned.value.kind === 'field' ? assigned.value.name : undefined;
  }
  return setsField(command, field) ? undefined : field;
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '<', '<=', '>', '>=']);

function comparedFields(expression: Expression): readonly string[] {
  if (expression.kind === 'call') {
    const [field] = expression.arguments;
    const isTest = ['in', 'contains'].includes(expression.function.text);
    return isTest && field?.kind === 'field' ? [field.name] : [];
  }
  if (expression.kind !== 'binary' || !comparisons.has(expression.operator)) return [];
  return [expression.left, expression.right].flatMap((side) => (side.kind === 'field' ? [side.name] : []));
}

/** Why no row was found; null if the sample does not show it. */
export function emptyResultText({ tables, fields }: FieldSample, sample: RawRecord): string | null {
  if (sample['sampled_rows'] === undefined) return null;
  const rows = Number(sample['sampled_rows']);
  if (rows === 0) return t('There are no rows in {0} in this period.', tables.join(', '));
  const absent = fields.filter((_, index) => Number(sample[`field_${index}`] ?? 0) === 0);
  const [first, ...others] = absent;
  if (first === undefined) return null;
  const isAll = rows < sampledRows;
  const count = rows.toLocaleString(languageTag());
  if (others.length === 0) {
    return isAll
      ? t('No row has the field “{0}”.', first)
      : t('None of the newest {0} rows has the field “{1}”.', count, first);
  }
  const list = absent.map((name) => `“${name}”`).join(', ');
  return isAll
    ? t('No row has the fields {0}.', list)
    : t('None of the newest {0} rows has the fields {1}.', count, list);
}

/** Why a query found no row, from a sample of its tables; null if that is not known. */
export async function explainEmptyResult(
  client: QueryClient,
  text: string,
  signal: AbortSignal,
): Promise<string | null> {
  const sample = fieldSample(text);
  if (!sample) return null;
  // Without a reason, the result is empty all the same.
  const [row = {}] = await client.send(runOwnQuery(sample.query, { limit: 1 }), signal).catch(() => []);
  return emptyResultText(sample, row);
}
