import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  addressText,
  truncatedText,
  iconLabel,
  plainText,
  isShownAs,
} from '../../../../src/core/privacy/plainText';
import { documentPath } from '../../../../src/extension/ui/documents/documentContents';
import { LateProgress } from '../../../../src/extension/ui/prompts/lateProgress';
import { pathOf } from '../../../../src/extension/ui/queryAddress';
import { hostileLinks } from '../../../support/hostileTexts';
import { someGuid } from '../../../support/scheduledQueries';

/** What VS Code turns into a link in a message, and into an icon in a label. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["']).+?\3)?\)/gi;
const icon = /\$\([A-Za-z0-9_-]+(?:~[A-Za-z]+)?\)/g;

/** All characters without a shape of their own: format and control characters, marks, selectors, separators. */
const shapeless = /[\p{Cc}\p{Cf}\p{Cs}\p{M}\p{Z}\p{Default_Ignorable_Code_Point}]/u;
const invisible = /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]/gu;
const shapelessCharacters = Array.from({ length: 0x11_0000 }, (_, code) => String.fromCodePoint(code)).filter(
  (character) => shapeless.test(character),
);

const families = ['👨‍👩‍👧', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '🏳️‍🌈', '👩🏽‍🚀', '🇰🇷'];

/** Neither VS Code nor anything that first removes what is invisible finds a link or an icon. */
function assertNotActive(shown: string): void {
  for (const text of [shown, shown.replace(/[\t\n]/g, ' ').replace(invisible, '')]) {
    if (text.search(link) >= 0 || text.search(icon) >= 0) assert.fail(JSON.stringify(shown));
  }
}

describe('A text that is shown as it is', () => {
  it('is neither a link nor an icon, whatever shapeless character is in it', () => {
    assert.ok(shapelessCharacters.length > 6000);
    for (const character of shapelessCharacters) {
      for (const text of ['[a](command:b)', '$(a~b)']) {
        const parts = text.split('');
        assertNotActive(plainText(parts.join(character)));
        const opening = text.indexOf('(');
        for (const at of [0, 1, opening - 1, opening, opening + 1, text.length]) {
          assertNotActive(plainText([...parts.slice(0, at), character, ...parts.slice(at)].join('')));
        }
      }
    }
  });

  it('contains no link, command or icon, however its pieces are joined', () => {
    const pieces = fc.oneof(
      fc.constantFrom(
        '[',
        ']',
        '(',
        ')',
        '$',
        '](',
        '$(',
        '[a](command:b)',
        '$(x)',
        'command:x',
        '\\',
        '~',
        ' ',
      ),
      fc.constantFrom(...shapelessCharacters),
      fc.constantFrom(...hostileLinks, ...families),
    );
    const texts = fc.array(pieces, { maxLength: 12 }).map((all) => all.join(''));
    fc.assert(
      fc.property(texts, texts, (one, other) => {
        assertNotActive(plainText(one));
        assertNotActive(plainText(one + other));
        assertNotActive(iconLabel('lock', one).replace('$(lock) ', ''));
        assertNotActive(pathOf({ connection: one, guid: someGuid }, other));
        assertNotActive(documentPath([one, `${other}.txt`]));
      }),
      { seed: 36, numRuns: 2000 },
    );
  });

  it('shows each invisible character by its code, so that no two names read the same', () => {
    const found = shapelessCharacters.filter((character) => character.search(invisible) === 0);
    const shown = found.map((character) => plainText(`a${character}b`));
    assert.equal(new Set(shown).size, found.length);
    for (const [index, text] of shown.entries()) {
      const character = found[index] ?? '';
      const code = character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0');
      assert.equal(text, '\t\n'.includes(character) ? `a${character}b` : `a[U+${code}]b`);
    }
  });

  it('keeps joiners, selectors and tags inside emoji, and shows them anywhere else', () => {
    for (const family of families)
      assert.equal(plainText(`a ${family}${family} 1`), `a ${family}${family} 1`);
    assert.equal(plainText('😀\ufe0f'), '😀[U+FE0F]');
    assert.equal(plainText('a\u200db 1\ufe0f'), 'a[U+200D]b 1[U+FE0F]');
    assert.equal(plainText('😀\u200d😀'), '😀[U+200D]😀');
    assert.equal(plainText(`${families[0]}\u200d`), `${families[0]}[U+200D]`);
  });

  it('is made in linear time', () => {
    const long = '1'.repeat(300_000);
    assert.equal(plainText(`${long}\u200e`), `${long}[U+200E]`);
  });

  it('keeps tabs and line breaks', () => {
    assert.equal(plainText('a\tb\nc\r\nd\re'), 'a\tb\nc\r\nd[U+000D]e');
    assert.equal(plainText('f(x) [1] (2) 한글'), 'f(x) [1] (2) 한글');
    assert.equal(addressText('[a](b)'), '[a]\u200a(b)');
  });

  for (const name of ['Seoul', '\u200fSeoul', 'Seoul [a](b) $(x)', 'two\u202elines', families.join('')]) {
    it(`can be typed or copied back: ${JSON.stringify(name)}`, () => {
      assert.ok(isShownAs(` ${plainText(name)} `, name));
      assert.ok(isShownAs(name, name));
      assert.ok(!isShownAs(`${name}x`, name));
    });
  }

  it('has the specified icon in front, and no other', () => {
    assert.equal(iconLabel('lock', 'Seoul $(check)'), '$(lock) Seoul $\u200a(check)');
    assert.equal(iconLabel(undefined, 'Seoul'), 'Seoul');
  });

  it('is cut before a character that would be halved', () => {
    assert.equal(truncatedText('a😀', 2), 'a');
    assert.equal(truncatedText('abc', 2), 'ab');
    assert.equal(truncatedText('\ud83dab', 3), '\ud83dab');
  });

  it('does not become the label of our link in a progress message', () => {
    const shown: string[] = [];
    const progress = new LateProgress();
    progress.appear({ report: ({ message }) => shown.push(message ?? '') });
    progress.report({
      message: 'Loads [Free gift',
      link: { label: 'Show', command: 'logbench.query.status' },
    });
    assert.deepEqual(
      [...(shown[0] ?? '').matchAll(link)].map(([found]) => found),
      ['[Show](command:logbench.query.status)'],
    );
  });
});
