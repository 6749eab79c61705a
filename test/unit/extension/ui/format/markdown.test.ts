import assert from 'node:assert/strict';
import { codeBlock, inMarkdown, paragraphs } from '../../../../../src/extension/ui/format/markdown';
import { hostileLinks, hostileMarkup } from '../../../../support/hostileTexts';

describe('Markdown of values of a platform', () => {
  for (const text of [...hostileLinks, ...hostileMarkup]) {
    it(`escapes every sign of a value that has a meaning: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const signs = /(?<!\\)(?:[!-,./:-@[\]^`{-~]|(?<!\w)[-_]|[-_](?!\w))/;
      assert.doesNotMatch(inMarkdown`${text}`.source, signs);
    });
  }

  it('shows invisible characters, in code too', () => {
    const text = 'rtl \u202egpj.exe\u2067 \u0000';
    assert.equal(inMarkdown`${text}`.source, String.raw`rtl \[U\+202E\]gpj\.exe\[U\+2067\] \[U\+0000\]`);
    assert.equal(codeBlock(text).source, '```\nrtl [U+202E]gpj.exe[U+2067] [U+0000]\n```');
  });

  it('keeps Markdown unescaped', () => {
    assert.equal(
      paragraphs([inMarkdown`*${'a*b'}*`, inMarkdown`${inMarkdown`**c**`}`]).source,
      '*a\\*b*\n\n**c**',
    );
  });

  it('keeps a text with backticks within its block', () => {
    assert.equal(codeBlock('a').source, '```\na\n```');
    assert.equal(codeBlock('a ``` b').source, '````\na ``` b\n````');
    assert.equal(codeBlock('a ` `` b', 'json').source, '```json\na ` `` b\n```');
  });
});
