import type { FulltextCondition, TableName } from '../ast';
import { systemObjects } from '../catalog/localSources';
import type { Located } from '../expression';
import { readJsonRows } from '../readJsonRows';
import { readTableName, readTableNames } from '../readNames';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { readInteger } from '../values';
import { plain, readOwnOptions } from './commandReader';
import type { CommandReaders } from './commandReader';

export const sourceReaders: CommandReaders = {
  table: (head, reader) => {
    const options = readOwnOptions(head, reader);
    return { kind: 'table', tables: readTableNames(reader), ...plain(head, options) };
  },
  fulltext: (head, reader) => {
    const options = readOwnOptions(head, reader);
    const condition = readCondition(reader);
    if (!reader.takeWord('from')) {
      if (condition) reader.report(reader.atEnd ? 'no-table-data-source' : 'unexpected-term');
      return { kind: 'fulltext', condition, tables: [], ...plain(head, options) };
    }
    return { kind: 'fulltext', condition, tables: readTableNames(reader), ...plain(head, options) };
  },
  json: (head, reader) => {
    const text = reader.expectArgument(reader.takeString('string-quote-mismatch'), 'missing-json-quotation');
    const rows = text && readJsonRows(text.value);
    if (text && !rows) reader.report('invalid-json', text);
    return { kind: 'json', text, rows: rows ?? [], ...plain(head) };
  },
  system: (head, reader) => {
    const word = reader.takeAnyWord();
    if (!word || !systemObjects.includes(word.text)) reader.report('unsupported-command', word ?? head);
    const tables: TableName[] = [];
    while (word?.text === 'count' && !reader.atEnd) {
      const table = readTableName(reader);
      if (!table) break;
      tables.push(table);
      reader.takeSymbol(',');
    }
    return { kind: 'system', object: word && nameOf(word), tables, ...plain(head) };
  },
  /** A lookup is a table. */
  lookuptable: (head, reader) => {
    const table = reader.expectArgument(readTableName(reader), 'invalid-lookup-name');
    return { kind: 'table', tables: table ? [table] : [], ...plain(head) };
  },
  result: (head, reader) => {
    const word = reader.takeAnyWord();
    const id = readInteger(word?.text ?? '');
    if (id === undefined) reader.report('unexpected-term', word ?? head);
    return { kind: 'result', id, ...plain(head) };
  },
  /** The name of a saved result depends on the platform: a number, a GUID or a name. */
  load: (head, reader) => {
    const saved = reader.expectArgument(readTableName(reader), 'unexpected-term');
    return { kind: 'result', id: readInteger(saved?.name ?? ''), ...plain(head) };
  },
};

function readCondition(reader: TermReader): FulltextCondition | undefined {
  let left = readConjunction(reader);
  while (left && reader.takeWord('or')) {
    const right = readConjunction(reader);
    if (!right) return left;
    left = { kind: 'or', ...around(left, right), left, right };
  }
  return left;
}

/** `"a" not "b"` means `"a" and not "b"`. */
function readConjunction(reader: TermReader): FulltextCondition | undefined {
  let left = readNegation(reader);
  while (left && (reader.takeWord('and') ?? isNegationNext(reader))) {
    const right = readNegation(reader);
    if (!right) return left;
    left = { kind: 'and', ...around(left, right), left, right };
  }
  return left;
}

function isNegationNext(reader: TermReader): boolean {
  const term = reader.peek();
  return reader.isWord('not') || (term?.kind === 'call' && term.name.text === 'not');
}

function readNegation(reader: TermReader): FulltextCondition | undefined {
  const sign = reader.takeWord('not');
  const term = reader.peek();
  if (!sign && term?.kind === 'call' && term.name.text === 'not') {
    reader.next();
    const operand = readInside(reader.inside(term));
    return operand && { kind: 'not', from: term.from, to: term.to, operand };
  }
  const operand = readTerm(reader);
  return sign && operand ? { kind: 'not', ...around(sign, operand), operand } : operand;
}

function readTerm(reader: TermReader): FulltextCondition | undefined {
  const term = reader.peek();
  if (term?.kind === 'group') {
    reader.next();
    return readInside(reader.inside(term));
  }
  const text = reader.expect(reader.takeString('quote-mismatch'), 'broken-expression');
  return text && { kind: 'term', from: text.from, to: text.to, value: text.value };
}

function readInside(inner: TermReader): FulltextCondition | undefined {
  const condition = readCondition(inner);
  inner.finish();
  return condition;
}

function around(first: Located, last: Located): Located {
  return { from: first.from, to: last.to };
}
