import assert from 'node:assert/strict';
import { findFrontMatter, hideFrontMatter } from '../../../src/language/frontMatter';
import { parseQuery } from '../../../src/language/parseQuery';
import { applyEdits } from '../../../src/language/textEdit';
import { layoutEdits } from '../../../src/language/services/layout';

const front = '---\nname: "A | B"\nschedule: "* * * * *"\n---\n';
const text = 'table a|limit 1';

describe('A front matter', () => {
  it('ends where the text of the query begins', () => {
    for (const source of [front + text, (front + text).replaceAll('\n', '\r\n'), `\uFEFF${front}${text}`]) {
      assert.equal(source.slice(findFrontMatter(source)?.end), text);
    }
    assert.equal(findFrontMatter(text), undefined);
    assert.equal(findFrontMatter('---\nname: A\n')?.end, 12);
  });

  it('is nothing to the query, whose places stay the same', () => {
    const { problems, query } = parseQuery(hideFrontMatter(front + text));

    assert.deepEqual(problems, []);
    assert.equal((front + text).slice(query.commands[0]?.from).startsWith('table a'), true);
    assert.equal(hideFrontMatter(front + text).length, (front + text).length);
  });

  it('is left alone when the query is laid out', () => {
    const edits = layoutEdits(parseQuery(hideFrontMatter(front + text)));

    assert.equal(applyEdits(front + text, behindFrontMatter(edits)), `${front}table a\n| limit 1`);

    function behindFrontMatter(all: typeof edits): typeof edits {
      return all.filter(({ from }) => from >= front.length);
    }
  });
});
