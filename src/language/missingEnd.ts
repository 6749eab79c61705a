import { ExternalTokenizer } from '@lezer/lr';
import { documentEnd, groupEnd } from './grammar.generated.terms';

const pipe = 124;
const closingBracket = 93;

/** Ends unclosed parentheses at a pipe or bracket, and brackets at the end of the text, with an empty token. */
export const missingEnd = new ExternalTokenizer(
  (input, stack) => {
    const atEnd = input.next < 0;
    if ((atEnd || input.next === pipe || input.next === closingBracket) && stack.canShift(groupEnd)) {
      input.acceptToken(groupEnd);
    } else if (atEnd && stack.canShift(documentEnd)) {
      input.acceptToken(documentEnd);
    }
  },
  { contextual: true },
);
