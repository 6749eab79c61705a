import type { Assignment, SortKey } from '../ast';
import type { NumberLiteral, ParameterReference } from '../expression';
import { commandOptions } from '../commandOptions';
import { readExpression, readNumber, readParameter } from '../readExpression';
import { readFieldName, readFieldNames } from '../readNames';
import { readOptions } from '../readOptions';
import { nameOf } from '../termReader';
import type { TermReader } from '../termReader';
import { plain } from './commandReader';
import type { CommandReader } from './commandReader';

export const readSearch: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['search'], true);
  return { kind: 'search', condition: readExpression(reader), ...plain(head, options) };
};

export const readEval: CommandReader = (head, reader) => {
  const assignments: Assignment[] = [];
  do {
    const assignment = readAssignment(reader);
    if (!assignment) break;
    assignments.push(assignment);
  } while (reader.takeSymbol(','));
  return { kind: 'eval', assignments, ...plain(head) };
};

const reserved: ReadonlySet<string> = new Set(['and', 'or', 'true', 'false', 'null', '$']);

function readAssignment(reader: TermReader): Assignment | undefined {
  const place = reader.here;
  const target = readFieldName(reader);
  if (!target || reserved.has(target.name) || /^[\d.]+$/.test(target.name)) {
    reader.report('missing-eval-field', place);
    if (!target) return undefined;
  }
  if (!reader.takeSymbol('=')) {
    reader.report('missing-eval-assignment');
    return { from: target.from, to: target.to, target, value: reader.missing() };
  }
  const value = readRequired(reader, 'missing-eval-expression');
  return { from: target.from, to: Math.max(value.to, reader.previousEnd), target, value };
}

function readRequired(
  reader: TermReader,
  absent: 'missing-eval-expression' | 'missing-set-expression',
): ReturnType<typeof readExpression> {
  if (!reader.atEnd && !reader.isSymbol(',')) return readExpression(reader);
  reader.report(absent);
  return reader.missing();
}

export const readSet: CommandReader = (head, reader) => {
  const word = reader.takeAnyWord();
  const parameter = word && nameOf(word);
  if (!word) reader.report('missing-set-name', reader.atEnd ? head : undefined);
  if (!reader.takeSymbol('=')) {
    if (word) reader.report('missing-set-assignment');
    return { kind: 'set', parameter, value: reader.missing(), ...plain(head) };
  }
  return { kind: 'set', parameter, value: readRequired(reader, 'missing-set-expression'), ...plain(head) };
};

export const readSort: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['sort']);
  const keys: SortKey[] = [];
  do {
    const sign = reader.takeSymbol('-');
    const field = reader.isWord('by') && !reader.isSymbol(',', 1) ? undefined : readFieldName(reader);
    if (!field) {
      reader.report('missing-sort-column', reader.atEnd && keys.length === 0 && !sign ? head : undefined);
      break;
    }
    keys.push({ from: (sign ?? field).from, to: field.to, field, descending: sign !== undefined });
  } while (reader.takeSymbol(','));
  const by = reader.takeWord('by') ? readFieldNames(reader, 'missing-sort-column') : [];
  return { kind: 'sort', keys, by, ...plain(head, options) };
};

export const readLimit: CommandReader = (head, reader) => {
  const numbers: (NumberLiteral | ParameterReference)[] = [];
  while (numbers.length < 2) {
    const number = readCount(reader);
    if (!number) break;
    numbers.push(number);
  }
  if (numbers.length === 0 || !reader.atEnd) reportLimit(reader, head);
  const [first, second] = numbers;
  return {
    kind: 'limit',
    offset: second && first,
    maximum: second ?? first,
    ...plain(head),
  };
};

function reportLimit(reader: TermReader, head: Parameters<CommandReader>[0]): void {
  reader.report('invalid-limit', reader.atEnd ? head : undefined);
  while (!reader.atEnd) reader.next();
}

function readCount(reader: TermReader): NumberLiteral | ParameterReference | undefined {
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

export const readRepeat: CommandReader = (head, reader) => {
  const options = readOptions(reader, commandOptions['repeat']);
  if (options.length === 0) reader.report('invalid-option', reader.atEnd ? head : undefined);
  return { kind: 'repeat', ...plain(head, options) };
};

export const readDrop: CommandReader = (head) => ({ kind: 'drop', ...plain(head) });

export const readBypass: CommandReader = (head) => ({ kind: 'bypass', ...plain(head) });
