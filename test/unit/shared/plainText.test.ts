import assert from 'node:assert/strict';
import {
  beginningOf,
  commandLink,
  iconLabel,
  plainText,
  readableText,
  readsTheSame,
} from '../../../src/shared/plainText';
import { hostileLinks, hostileMarkup } from '../../support/hostileTexts';

/** What VS Code takes for a link in a message, and for an icon in a label. */
const link = /\[[^\]]+\]\((?:https?:\/\/|command:|file:)[^)\s]+(?: (["']).+?\1)?\)/i;
const icon = /\$\([a-z0-9]+(?:-[a-z0-9]+)*(?:~[a-z]+)?\)/i;

describe('A text that is shown as it is', () => {
  for (const text of [...hostileLinks, ...hostileMarkup]) {
    it(`holds no link, icon or control character: ${JSON.stringify(text.slice(0, 40))}`, () => {
      const shown = plainText(text);
      assert.doesNotMatch(shown, link);
      assert.doesNotMatch(shown, icon);
      assert.doesNotMatch(shown, /[\u0000-\u0008\u202a-\u202e\u2066-\u2069]/);
    });
  }

  it('reads the same', () => {
    assert.equal(
      plainText('[a](command:b) $(x) 한글\nc').replaceAll('\u2060', ''),
      '[a](command:b) $(x) 한글\nc',
    );
    assert.equal(plainText('f(x) [1] (2)'), 'f(x) [1] (2)');
  });

  it('has a sign for each control character but tabs and line breaks, and nothing that turns its direction', () => {
    assert.equal(
      plainText('a\u0000b\u0008c\td\ne\u000bf\rg\u001fh\u007fi\u009fj\ud800k\u00a0'),
      'a\ufffdb\ufffdc\td\ne\ufffdf\ufffdg\ufffdh\ufffdi\ufffdj\ufffdk\u00a0',
    );
    assert.equal(
      readableText('a\u061cb\u200ec\u200fd\u202ae\u202ef\u2066g\u2069h [a](b)'),
      'abcdefgh [a](b)',
    );
  });

  for (const name of ['Seoul', '\u200fSeoul', 'Seoul [a](b) $(x)', 'two\u202elines']) {
    it(`can be typed or copied back: ${JSON.stringify(name)}`, () => {
      assert.ok(readsTheSame(` ${plainText(name)} `, name));
      assert.ok(readsTheSame(name, name));
      assert.ok(!readsTheSame(`${name}x`, name));
    });
  }

  it('has the icon in front that we gave it, and no other', () => {
    assert.equal(iconLabel('lock', 'Seoul $(check)'), '$(lock) Seoul $\u2060(check)');
    assert.equal(iconLabel(undefined, 'Seoul'), 'Seoul');
  });

  it('is cut before a character that would be halved', () => {
    assert.equal(beginningOf('a😀', 2), 'a');
    assert.equal(beginningOf('abc', 2), 'ab');
    assert.equal(beginningOf('\ud83dab', 3), '\ud83dab');
  });

  it('links to commands of our own', () => {
    assert.equal(commandLink('Retry', 'logbench.retry'), '[Retry](command:logbench.retry)');
  });
});
