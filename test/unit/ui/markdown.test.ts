import assert from 'node:assert/strict';
import { codeBlock, escapeMarkdown, fieldList } from '../../../src/ui/markdown';

describe('Markdown from what a service tells', () => {
  it('holds no link, command or formatting of the service', () => {
    assert.equal(escapeMarkdown('[run](command:x) <b> *a*'), String.raw`\[run\]\(command:x\) \<b\> \*a\*`);
  });

  it('keeps a text with backticks within its block', () => {
    assert.equal(codeBlock('a ``` b'), '````\na ``` b\n````');
  });

  it('leaves out fields without a value', () => {
    assert.equal(
      fieldList([
        ['One', '1'],
        ['Two', undefined],
      ]),
      'One: 1',
    );
  });
});
