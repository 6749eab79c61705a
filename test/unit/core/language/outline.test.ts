import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import type { Segment, Term } from '../../../../src/core/language/outline';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { allQueries } from '../../../support/queryCorpus';

interface Range {
  readonly from: number;
  readonly to: number;
}

const pieces = [
  ...allQueries,
  ...allQueries.flatMap((text) => text.split(/(?<=\s)|(?=[|"[\]()])/)),
  ...['"', '\\"', '\\', '[', ']', '(', ')', '|', '||', '# ', '#', ' # [', '# [ a | b ]', '\n', '\t', "'"],
  ...['\ufeff', '#\ufeff', '\u3000', '\u00a0', '\v', '\u2028', '\0', '값', 'é', '😀', '\ud83d', '\udc00'],
];

const anyText = fc.array(fc.constantFrom(...pieces), { maxLength: 12 }).map((parts) => parts.join(''));

/** In order, one after the other, and within their parent. */
function assertNested(parts: readonly Range[], { from, to }: Range): void {
  let end = from;
  for (const part of parts) {
    assert.ok(part.from >= end && part.to >= part.from, `${part.from}-${part.to} starts before ${end}`);
    end = part.to;
  }
  assert.ok(end <= to, `${end} is behind ${to}`);
}

/** The words, strings, symbols and comments of a text, which have no parts. */
class Leaves {
  readonly all: Range[] = [];

  addSegments(segments: readonly Segment[], parent: Range): void {
    const written = segments.filter(({ kind }) => kind !== 'empty');
    assertNested(written, parent);
    for (const segment of written) {
      if (segment.kind !== 'command') this.all.push(segment);
      else {
        if (segment.name) this.all.push(segment.name);
        this.addTerms(segment.terms, { from: segment.name?.to ?? segment.from, to: segment.to });
      }
    }
  }

  private addTerms(terms: readonly Term[], parent: Range): void {
    assertNested(terms, parent);
    for (const term of terms) {
      if (term.kind === 'subquery') this.addSegments(term.segments, term);
      else if (term.kind === 'call') {
        this.all.push(term.name);
        this.addTerms(term.terms, { from: term.name.to, to: term.to });
      } else if (term.kind === 'group') this.addTerms(term.terms, term);
      else this.all.push(term);
    }
  }
}

describe('The parts of any text', () => {
  it('nest, do not overlap, and leave out only spaces, pipes, brackets and parentheses', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const leaves = new Leaves();
        let start = 0;
        for (const { pipe, segments } of parseQuery(text).sections) {
          leaves.addSegments(segments, { from: start, to: pipe ?? text.length });
          if (pipe !== undefined) assert.equal(text[pipe], '|');
          start = (pipe ?? text.length) + 1;
        }
        assert.equal(start, text.length + 1, 'the sections are the whole text');

        assertNested(leaves.all, { from: 0, to: text.length });
        let end = 0;
        for (const { from, to } of [...leaves.all, { from: text.length, to: text.length }]) {
          assert.match(text.slice(end, from), /^[\s|[\]()]*$/);
          end = to;
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('are words in which no character begins a string, a bracket or a comment', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const leaves = new Leaves();
        for (const { segments } of parseQuery(text).sections) {
          leaves.addSegments(segments, { from: 0, to: text.length });
        }
        for (const { from, to } of leaves.all) {
          const written = text.slice(from, to);
          if (!/^["#]/.test(written)) assert.match(written, /^[^\s"|[\]()]+$|^\)$|^[\v\f\u2000-\u2029]$/u);
        }
      }),
      { numRuns: 1_000 },
    );
  });

  for (const [text, parts] of Object.entries({
    'search a == "x | [ y" | limit 1': ['search', 'a', '==', '"x | [ y"', 'limit', '1'],
    'search f(a (b | limit 1': ['search', 'f', 'a', 'b', 'limit', '1'],
    'join k [ drop | limit 1 ] b': ['join', 'k', 'drop', 'limit', '1', 'b'],
    '# [ a | b ] c "|" | drop': ['# [ a | b ] c "|"', 'drop'],
    'my-cmd a-b 이름.x "é\\""': ['my-cmd', 'a', '-', 'b', '이름.x', '"é\\""'],
    'search #a != $("p")&&b & c': ['search', '#', 'a', '!=', '$', '"p"', '&&', 'b', '&', 'c'],
  })) {
    it(`are ${parts.join(' · ')} in ${text}`, () => {
      const leaves = new Leaves();
      for (const { segments } of parseQuery(text).sections) {
        leaves.addSegments(segments, { from: 0, to: text.length });
      }

      assert.deepEqual(
        leaves.all.map(({ from, to }) => text.slice(from, to)),
        parts,
      );
    });
  }
});
