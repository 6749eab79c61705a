import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseQuery } from '../../../src/language/parseQuery';
import type { ParsedQuery } from '../../../src/language/parseQuery';
import { layoutEdits, layoutOnPipe } from '../../../src/language/services/layout';
import { occurrencesAt, renameEdits } from '../../../src/language/services/occurrences';
import { unresolvedParameters } from '../../../src/language/services/parameters';
import {
  documentSymbols,
  foldingRanges,
  pipelinesAt,
  textUpTo,
  writingCommands,
} from '../../../src/language/services/structure';
import { allQueries } from '../../support/queryCorpus';

const typed = ['', ' ', '\n', 'a', '| search a > 1', '|', '"', '[', ']', '(', 'set p = 1 | ', '$("p")'];

function responsesOf(parsed: ParsedQuery, offset: number): unknown {
  return [
    layoutEdits(parsed),
    layoutOnPipe(parsed, offset),
    occurrencesAt(parsed, offset),
    renameEdits(parsed, offset, 'other'),
    documentSymbols(parsed),
    foldingRanges(parsed),
    writingCommands(parsed),
    pipelinesAt(parsed, offset),
    textUpTo(parsed, offset),
    unresolvedParameters(parsed),
  ];
}

describe('Incremental parsing of a long query', () => {
  it('gives the same results as a full parse after any edits', () => {
    const edit = fc.record({ at: fc.nat(), taken: fc.nat(6), typed: fc.constantFrom(...typed) });
    const start = fc.shuffledSubarray([...allQueries], { minLength: 3, maxLength: 12 });
    fc.assert(
      fc.property(
        start,
        fc.array(edit, { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (queries, edits, asked) => {
          let parsed = parseQuery(queries.join('\n| '));
          for (const { at, taken, typed: more } of edits) {
            const index = at % (parsed.text.length + 1);
            const text = parsed.text.slice(0, index) + more + parsed.text.slice(index + taken);
            responsesOf(parsed, index);
            parsed = parseQuery(text, parsed);
            const offset = asked % (text.length + 1);
            assert.deepEqual(responsesOf(parsed, offset), responsesOf(parseQuery(text), offset));
          }
        },
      ),
      { numRuns: 100 },
    );
  });

  it('does not rename a field that prev adds', () => {
    const text = 'table t | eval prev_a = 1 | prev a | search prev_a > 0';
    assert.equal(occurrencesAt(parseQuery(text), text.indexOf('prev_a'))?.canRename, false);
  });

  it('finds a field whose name contains escapes', () => {
    const text = 'table t | eval field("q\\"r") = 1 | limit 5 | search field("q\\"r") > 2';
    assert.equal(occurrencesAt(parseQuery(text), text.indexOf('field'))?.positions.length, 2);
  });
});
