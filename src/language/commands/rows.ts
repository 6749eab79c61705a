import type { Assignment, CommandOf, SortKey } from '../ast';
import { commandOptions } from '../catalog/catalog';
import type { Expression } from '../expression';
import { readExpression, readNumber, readParameter } from '../readExpression';
import { readFieldName, readFieldNames } from '../readNames';
import { readOptions } from '../readOptions';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandReader, CommandReaders } from './commandReader';

const readSet: CommandReader = (head, reader) => {
  const word = reader.expectArgument(reader.takeAnyWord(), 'missing-set-name');
  const parameter = word && nameOf(word);
  if (!reader.takeSymbol('=')) {
    if (word) reader.report('missing-set-assignment');
    return { kind: 'set', parameter, value: reader.missing(), ...plain(head) };
  }
  return { kind: 'set', parameter, value: readRequired(reader, 'missing-set-expression'), ...plain(head) };
};

export const rowReaders: CommandReaders = {
  search: (head, reader) => {
    const options = readOptions(reader, commandOptions['search'], true);
    return { kind: 'search', condition: readExpression(reader), ...plain(head, options) };
  },
  eval: (head, reader) => {
    const assignments = reader.readList(() => readAssignment(reader));
    return { kind: 'eval', assignments, ...plain(head) };
  },
  set: readSet,
  evalc: readSet,
  sort: (head, reader) => {
    const options = readOptions(reader, commandOptions['sort']);
    const keys = reader.readList((index) => readSortKey(reader, index === 0));
    const by = reader.takeWord('by') ? readFieldNames(reader, 'missing-sort-column') : [];
    return { kind: 'sort', keys, by, ...plain(head, options) };
  },
  limit: (head, reader) => {
    const first = readCount(reader);
    const second = first && readCount(reader);
    if (!first || !reader.atEnd) reader.reportAbsent('invalid-limit');
    return { kind: 'limit', offset: second && first, maximum: second ?? first, ...plain(head) };
  },
  repeat: (head, reader) => {
    const options = readOptions(reader, commandOptions['repeat']);
    if (options.length === 0) reader.reportAbsent('invalid-option');
    return { kind: 'repeat', ...plain(head, options) };
  },
  drop: (head) => ({ kind: 'drop', ...plain(head) }),
  bypass: (head) => ({ kind: 'bypass', ...plain(head) }),
};

const reserved: ReadonlySet<string> = new Set(['and', 'or', 'true', 'false', 'null', '$']);

function readAssignment(reader: TermReader): Assignment | undefined {
  const range = reader.here;
  const target = readFieldName(reader);
  if (!target || reserved.has(target.name) || /^[\d.]+$/.test(target.name)) {
    reader.report('missing-eval-field', range);
    if (!target) return undefined;
  }
  if (!reader.takeSymbol('=')) {
    reader.report('missing-eval-assignment');
    return { from: target.from, to: target.to, target, value: reader.missing() };
  }
  const value = readRequired(reader, 'missing-eval-expression');
  return { from: target.from, to: value.to, target, value };
}

function readRequired(
  reader: TermReader,
  absent: 'missing-eval-expression' | 'missing-set-expression',
): Expression {
  if (!reader.atEnd && !reader.isSymbol(',')) return readExpression(reader);
  reader.report(absent);
  return reader.missing();
}

function readSortKey(reader: TermReader, isFirst: boolean): SortKey | undefined {
  const sign = reader.takeSymbol('-');
  const field = reader.isWord('by') && !reader.isSymbol(',', 1) ? undefined : readFieldName(reader);
  if (field) return { from: (sign ?? field).from, to: field.to, field, descending: sign !== undefined };
  if (isFirst && !sign) reader.reportAbsent('missing-sort-column');
  else reader.report('missing-sort-column');
  return undefined;
}

function readCount(reader: TermReader): CommandOf<'limit'>['maximum'] {
  const term = reader.peek();
  if (term?.kind === 'call' && term.name.text === '$') {
    reader.next();
    return readParameter(reader, term);
  }
  const number = term?.kind === 'word' ? readNumber(term) : undefined;
  if (!number?.integer || !Number.isSafeInteger(Number(number.text))) return undefined;
  reader.next();
  return number;
}
