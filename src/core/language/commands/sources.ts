import type { FulltextCondition, Option, Subquery, TableName } from '../ast';
import { systemObjects } from '../catalog/systemObjects';
import type { ErrorKey } from '../errorCodes';
import type { BinaryOperator, Located, Name } from '../expression';
import { readArguments, readExpression, readUnary } from '../readExpression';
import type { CallTerm, Term } from '../outline';
import { readJsonRows } from '../readJsonRows';
import { readFieldName, readFieldNames, readTableName, readTableNames } from '../readNames';
import { readOptions } from '../readOptions';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { optionText, readInteger } from '../values';
import { plain, readOwnOptions } from './commandReader';
import type { CommandReaders } from './commandReader';

export const sourceReaders: CommandReaders = {
  table: (head, reader) => {
    const options = readOwnOptions(head, reader);
    return { kind: 'table', tables: readTableNames(reader), columns: [], ...plain(head, options) };
  },
  fulltext: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const subqueries: Subquery[] = [];
    const condition = readCondition(reader, subqueries);
    // Without tables, it searches all of them.
    const tables = reader.takeWord('from') ? readTableNames(reader) : [];
    return { kind: 'fulltext', condition, tables, ...plain(head, options), subqueries };
  },
  json: (head, reader) => {
    const isCall = reader.peek()?.kind === 'call';
    const literal = isCall ? undefined : reader.takeString('string-quote-mismatch');
    const text = isCall ? readExpression(reader) : reader.expectArgument(literal, 'missing-json-quotation');
    const rows = literal && readJsonRows(literal.value);
    if (literal && !rows) reader.report(jsonFailure(literal.value), literal);
    return { kind: 'json', text, rows: rows ?? [], ...plain(head) };
  },
  system: (head, reader) => {
    const object = objectInName(head.name) ?? readSystemObject(reader);
    if (!object || !systemObjects.includes(object.text)) reader.report('unsupported-command', object ?? head);
    const options = readOptions(reader, undefined);
    checkTail(options, reader);
    return { kind: 'system', object, tables: readSystemTables(reader), ...plain(head, options) };
  },
  /** A lookup is a table. Its options follow the name. */
  lookuptable: (head, reader) => {
    const table = reader.expectArgument(readTableName(reader), 'invalid-lookup-name');
    const options = readOwnOptions(head, reader);
    const columns = reader.atEnd ? [] : readFieldNames(reader);
    return { kind: 'table', tables: table ? [table] : [], columns, ...plain(head, options) };
  },
  result: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const word = reader.takeAnyWord();
    const id = readInteger(word?.text ?? '');
    if (id === undefined) reader.report('unexpected-term', word ?? head);
    return { kind: 'result', id, ...plain(head, options) };
  },
  proc: (head, reader) => {
    const { procedure, inner } = readProcedure(reader);
    if (!procedure) reader.reportAbsent('unexpected-term');
    return { kind: 'proc', procedure, arguments: inner ? readArguments(inner) : [], ...plain(head) };
  },
  /** The name of a saved result depends on the platform: a number, a GUID or a name. */
  load: (head, reader) => {
    const saved = reader.expectArgument(readTableName(reader), 'unexpected-term');
    return { kind: 'result', id: readInteger(saved?.name ?? ''), ...plain(head) };
  },
};

function jsonFailure(text: string): ErrorKey {
  return /^\s*[[{]/.test(text) ? 'invalid-json' : 'no-json-object';
}

/** `system logs tail=N` has no period. */
function checkTail(options: readonly Option[], reader: TermReader): void {
  const tail = options.find(({ name }) => name.text === 'tail');
  if (!tail || tail.value.kind === 'parameter') return;
  const isNumber = (readInteger(optionText([tail], 'tail') ?? '') ?? 0) >= 1;
  if (!isNumber) reader.report('invalid-tail', tail.value);
  if (options.some(({ name }) => ['duration', 'from', 'to'].includes(name.text))) {
    reader.report('tail-with-period', tail);
  }
}

/** `system-logs` is the same as `system logs`. */
function objectInName({ text, from, to }: Name): Name | undefined {
  const hyphen = text.indexOf('-');
  return hyphen < 0 ? undefined : { text: text.slice(hyphen + 1), from: from + hyphen + 1, to };
}

/** A name such as `tables`, `license-usages` or `memory pools`. */
function readSystemObject(reader: TermReader): Name | undefined {
  const first = reader.takeAnyWord();
  if (!first) return undefined;
  const isLonger = first.text === 'memory' || (reader.isSymbol('-') && reader.isAdjacent());
  if (!isLonger) return nameOf(first);
  reader.takeSymbol('-');
  const last = reader.takeAnyWord();
  const range = { from: first.from, to: (last ?? first).to };
  return { ...range, text: reader.sourceText(range).replace(/\s+/, ' ') };
}

/** `11.a-b(…)`: a name of any characters without blanks, and its arguments, if there are parentheses. */
function readProcedure(reader: TermReader): { procedure: Name | undefined; inner?: TermReader } {
  const from = reader.peek()?.from ?? reader.previousEnd;
  const nameTo = (to: number): Name | undefined =>
    to > from ? { from, to, text: reader.sourceText({ from, to }) } : undefined;
  do {
    const term = reader.next();
    if (term?.kind !== 'call' && term?.kind !== 'group') continue;
    const nameEnd = term.kind === 'call' ? term.name.to : term.from;
    return { procedure: nameTo(nameEnd), inner: reader.inside(term) };
  } while (!reader.atEnd && reader.isAdjacent());
  return { procedure: nameTo(reader.previousEnd) };
}

/** Commas may be missing. */
function readSystemTables(reader: TermReader): readonly TableName[] {
  const tables: TableName[] = [];
  for (let table = readTableName(reader); table; table = readTableName(reader)) {
    tables.push(table);
    reader.takeSymbol(',');
  }
  return tables;
}

function readCondition(reader: TermReader, subqueries: Subquery[]): FulltextCondition | undefined {
  let left = readConjunction(reader, subqueries);
  while (left && reader.takeWord('or')) {
    const right = readConjunction(reader, subqueries);
    if (!right) return left;
    left = { kind: 'or', ...around(left, right), left, right };
  }
  return left;
}

/** `"a" not "b"` means `"a" and not "b"`. */
function readConjunction(reader: TermReader, subqueries: Subquery[]): FulltextCondition | undefined {
  let left = readNegation(reader, subqueries);
  while (left && (reader.takeWord('and') ?? isNegationNext(reader))) {
    const right = readNegation(reader, subqueries);
    if (!right) return left;
    left = { kind: 'and', ...around(left, right), left, right };
  }
  return left;
}

function isNegationNext(reader: TermReader): boolean {
  const term = reader.peek();
  return reader.isWord('not') || (term?.kind === 'call' && term.name.text === 'not');
}

function readNegation(reader: TermReader, subqueries: Subquery[]): FulltextCondition | undefined {
  const sign = reader.takeWord('not');
  const term = reader.peek();
  if (!sign && term?.kind === 'call' && term.name.text === 'not') {
    reader.next();
    const operand = readInside(reader.inside(term), subqueries);
    return operand && { kind: 'not', from: term.from, to: term.to, operand };
  }
  const operand = readTerm(reader, subqueries);
  return sign && operand ? { kind: 'not', ...around(sign, operand), operand } : operand;
}

function readTerm(reader: TermReader, subqueries: Subquery[]): FulltextCondition | undefined {
  const term = reader.peek();
  if (term?.kind === 'group') {
    reader.next();
    return readInside(reader.inside(term), subqueries);
  }
  const subquery = reader.takeSubquery();
  if (subquery) {
    subqueries.push(subquery);
    return { kind: 'rows', from: subquery.from, to: subquery.to, subquery };
  }
  const text = reader.takeString('quote-mismatch');
  if (text) return { kind: 'term', from: text.from, to: text.to, value: text.value };
  return readComparison(reader);
}

function isKeyword(term: Term | undefined): boolean {
  return term?.kind === 'word' && ['and', 'or', 'not', 'from'].includes(term.text);
}

const comparisons: ReadonlySet<string> = new Set(['==', '!=', '>=', '>', '<=', '<']);

/** `status >= 500`, `range(1, 9)` or `iprange("10.0.0.1", "10.0.0.9")`. */
function readComparison(reader: TermReader): FulltextCondition | undefined {
  const term = reader.peek();
  if (term?.kind === 'call' && isRange(term.name.text)) return readRange(reader, term, term.name.text);
  const name = isKeyword(term) ? undefined : readFieldName(reader);
  const field = reader.expect(name, 'broken-expression');
  if (!field) return undefined;
  const operator = reader.peek();
  if (operator?.kind !== 'symbol' || !isComparison(operator.text)) {
    reader.report('broken-expression', field);
    return undefined;
  }
  reader.next();
  const value = readUnary(reader);
  return { kind: 'comparison', from: field.from, to: value.to, field, operator: operator.text, value };
}

function readRange(
  reader: TermReader,
  term: CallTerm,
  kind: 'range' | 'iprange',
): FulltextCondition | undefined {
  reader.next();
  const [minimum, maximum] = readArguments(reader.inside(term));
  if (minimum && maximum) return { kind, from: term.from, to: term.to, minimum, maximum };
  reader.report('broken-expression', term);
  return undefined;
}

function isRange(name: string): name is 'range' | 'iprange' {
  return name === 'range' || name === 'iprange';
}

function isComparison(text: string): text is BinaryOperator {
  return comparisons.has(text);
}

function readInside(inner: TermReader, subqueries: Subquery[]): FulltextCondition | undefined {
  const condition = readCondition(inner, subqueries);
  inner.finish();
  return condition;
}

function around(first: Located, last: Located): Located {
  return { from: first.from, to: last.to };
}
