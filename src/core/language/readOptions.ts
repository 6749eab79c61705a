import type { Option, OptionValue } from './ast';
import type { Name } from './expression';
import type { CommandOptions, OptionType } from './catalog/entry';
import type { ErrorKey } from './errorCodes';
import type { Term } from './outline';
import { readParameter } from './readExpression';
import { nameOf } from './termReader';
import type { TermReader } from './termReader';
import { readBoolean, readDatePrefix, readInteger, readTimeSpan } from './values';
import { withoutSpare } from './withoutSpare';

/**
 * Parses the options at the start of a command. Without `known`, any name and value is accepted, for other
 * commands.
 *
 * @param expressionFollows then `a = 1` is an expression, not an option with spaces.
 */
export function readOptions(
  reader: TermReader,
  known: CommandOptions | undefined,
  expressionFollows = false,
): readonly Option[] {
  if (!isOptionNext(reader, known, expressionFollows)) return nothing;
  const options: Option[] = [];
  while (isOptionNext(reader, known, expressionFollows)) {
    const word = reader.takeAnyWord();
    if (!word) break;
    options.push(readOption(reader, nameOf(word), known));
  }
  return withoutSpare(options);
}

const nothing: readonly [] = [];

function isOptionNext(
  reader: TermReader,
  known: CommandOptions | undefined,
  expressionFollows: boolean,
): boolean {
  const name = reader.peek();
  if (name?.kind !== 'word' || !reader.isSymbol('=', 1)) return false;
  if (!expressionFollows || (known && Object.hasOwn(known, name.text))) return true;
  return reader.isAdjacent(1) && reader.isAdjacent(2) && isFollowedByMore(reader.peek(3));
}

/** `search a=1` is a mistake in an expression, while `search a=1 b == 2` has an unknown option. */
function isFollowedByMore(term: Term | undefined): boolean {
  return term !== undefined && !(term.kind === 'word' && /^(and|or)$/.test(term.text));
}

function readOption(reader: TermReader, name: Name, known: CommandOptions | undefined): Option {
  const blankBefore = !reader.isAdjacent();
  reader.next();
  const blankAfter = !reader.atEnd && !reader.isAdjacent();
  const value = readOptionValue(reader, known === undefined);
  const option: Option = { kind: 'option', from: name.from, to: reader.previousEnd, name, value };
  if (known) checkOption(reader, option, known, blankBefore || blankAfter);
  else if (blankBefore || blankAfter) reader.report('option-space-not-allowed', option, 'optionSpace');
  return option;
}

function readOptionValue(reader: TermReader, takesCommas: boolean): OptionValue {
  const term = reader.peek();
  if (term?.kind === 'call' && term.name.text === '$') {
    reader.next();
    return readParameter(reader, term);
  }
  if (!term || term.kind === 'subquery') return reader.missing();
  const string = takesCommas
    ? reader.takeRawString('string-quote-mismatch')
    : reader.takeString('string-quote-mismatch');
  return string ?? readBareWord(reader, takesCommas);
}

/** A bare word ends at the next space: `limit=-1` and `path=/var/log` are one word each. */
function readBareWord(reader: TermReader, takesCommas: boolean): OptionValue {
  const from = reader.peek()?.from ?? reader.previousEnd;
  while (!reader.atEnd && (takesCommas || !reader.isSymbol(','))) {
    reader.next();
    if (!reader.isAdjacent()) break;
  }
  const to = reader.previousEnd;
  return to > from ? { kind: 'word', from, to, text: reader.sourceText({ from, to }) } : reader.missing();
}

function checkOption(reader: TermReader, option: Option, known: CommandOptions, blank: boolean): void {
  if (blank) {
    reader.report('option-space-not-allowed', option, 'optionSpace');
    return;
  }
  const type = Object.hasOwn(known, option.name.text) ? known[option.name.text] : undefined;
  if (!type) {
    reader.report('invalid-option', option.name);
  } else if (option.value.kind === 'missing') {
    reader.report('invalid-option', option);
  } else if (option.value.kind !== 'parameter' && !reader.hasReported(option.value)) {
    const failure = checkOptionText(
      option.value.kind === 'word' ? option.value.text : option.value.value,
      type,
    );
    if (failure) reader.report(failure, option.value);
  }
}

/** Checks the text of a value; also for a parameter, once its value is known. */
export function checkOptionText(text: string, option: OptionType): ErrorKey | undefined {
  switch (option.type) {
    case 'span':
      return checkSpan(text);
    case 'limit':
      return checkNotNegative(text, 'negative-limit');
    case 'offset':
      return checkNotNegative(text, 'negative-offset');
    case 'date':
      return validIf(readDatePrefix(text) !== undefined);
    case 'boolean':
      return validIf(readBoolean(text) !== undefined);
    case 'choice':
      return validIf(option.values.includes(text), option.key);
    case 'field':
    case 'text':
      return validIf(text !== '');
  }
}

function validIf(condition: boolean, otherwise: ErrorKey = 'invalid-option'): ErrorKey | undefined {
  return condition ? undefined : otherwise;
}

function checkSpan(text: string): ErrorKey | undefined {
  const span = readTimeSpan(text);
  return typeof span === 'string' ? span : undefined;
}

function checkNotNegative(text: string, negative: ErrorKey): ErrorKey | undefined {
  const value = readInteger(text);
  if (value === undefined) return 'invalid-option';
  return value < 0 ? negative : undefined;
}
