import assert from 'node:assert/strict';
import { findFrontMatter, hideFrontMatter } from '../../../../src/core/language/frontMatter';
import { parseQuery } from '../../../../src/core/language/parseQuery';
import { applyEdits } from '../../../../src/core/language/textEdit';
import { layoutEdits } from '../../../../src/core/language/services/layout';

const front = '---\nname: "A | B"\nschedule: "* * * * *"\n---\n';
const text = 'table a|limit 1';

describe('A front matter', () => {
  it('ends before the query', () => {
    for (const source of [front + text, (front + text).replaceAll('\n', '\r\n'), `\uFEFF${front}${text}`]) {
      assert.equal(source.slice(findFrontMatter(source)?.end), text);
    }
    assert.equal(findFrontMatter(text), undefined);
    assert.equal(findFrontMatter('---\nname: A\n')?.end, 12);
    const positions = (source: string): unknown => {
      const found = findFrontMatter(source);
      return found && [source.slice(found.yaml.from, found.yaml.to), source.slice(found.end)];
    };
    assert.deepEqual(positions('--- \t\na: 1\n--- \ntable a'), ['a: 1\n', 'table a']);
    assert.deepEqual(positions('---\na: 1\n---'), ['a: 1\n', '']);
    assert.deepEqual(positions('---\n---\ntable a\n---\n'), ['', 'table a\n---\n']);
    assert.deepEqual(positions('---\na: ---\n'), ['a: ---\n', '']);
    assert.deepEqual(positions('---\n--- x\n'), ['--- x\n', '']);
    for (const none of ['----\na\n---\n', ' ---\na\n---\n', '---', '\n---\n---\n', '--- a\n---\n']) {
      assert.equal(findFrontMatter(none), undefined, none);
    }
  });

  it('is hidden from the parser without moving positions', () => {
    const { problems, query } = parseQuery(hideFrontMatter(front + text));

    assert.deepEqual(problems, []);
    assert.equal((front + text).slice(query.commands[0]?.from).startsWith('table a'), true);
    const lines = (source: string): unknown => source.split('\n').map(({ length }) => length);
    assert.deepEqual(lines(hideFrontMatter(front + text)), lines(front + text));
    assert.equal(hideFrontMatter('---\r\na\r\n---\r\ntable a'), '   \r\n \r\n   \r\ntable a');
    assert.equal(hideFrontMatter(text), text);
  });

  it('is not formatted with the query', () => {
    const edits = layoutEdits(parseQuery(hideFrontMatter(front + text)));

    const behind = edits.filter(({ from }) => from >= front.length);
    assert.equal(applyEdits(front + text, behind), `${front}table a\n| limit 1`);
  });
});
