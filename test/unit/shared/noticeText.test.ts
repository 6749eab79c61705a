import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noticeText, textBeforeLink } from '../../../src/shared/noticeText';
import { plainText } from '../../../src/shared/plainText';
import { hideValues } from '../../../src/shared/privacy/hiddenValues';
import { Masker } from '../../../src/shared/privacy/masker';

/** VS Code keeps notifications, so what they say can be read after the switch is turned on. */
describe('A notification', () => {
  afterEach(() => hideValues(undefined));

  it('contains no value that the switch would mask, although it is off', () => {
    assert.equal(
      noticeText('Connected to https://siem.corp.local as kim@corp.example from 10.1.2.3.'),
      'Connected to https://••• as ••• from •••.',
    );
    assert.equal(noticeText('“logins” was updated.'), '“logins” was updated.');
  });

  it('contains the masks while the switch is on', () => {
    hideValues(new Masker());
    assert.equal(noticeText('Failed for user=kim'), plainText('Failed for user=kim'));
    assert.equal(noticeText('Failed for user=kim'), 'Failed for user=user1-masked');
  });

  it('is inert, and contains nothing that a masker finds', () => {
    const pieces = fc.constantFrom(
      ...['10.1.2.3', 'kim@corp.example', 'user=kim', 'host: db1', 'CORP\\kim', 'siem.corp.local'],
      ...['/home/kim/a.csv', 'fe80::1', ' ', '“', '”', '[a](command:b)', '$(x)', '\u200e', '한글', '"'],
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 8 }), (parts) => {
        const text = parts.join('');
        const shown = noticeText(text);
        assert.equal(noticeText(shown), shown);
        assert.doesNotMatch(shown, /\]\(|\$\(/);
        const masked = new Masker().text(shown);
        assert.equal(masked.replaceAll(/[a-z]+\d+-masked/g, '•••'), shown);
      }),
      { seed: 36, numRuns: 2000 },
    );
  });

  it('is no longer than a user can read', () => {
    const shown = noticeText(`“${'👩‍'.repeat(200_000)} 10.1.2.3 ${'x'.repeat(1_000_000)}” failed.`);
    assert.ok(shown.length < 20_000 && shown.endsWith('…'));
    assert.equal(noticeText(`${'a'.repeat(3990)} 10.100.200.30 failed`).includes('10.'), false);
  });

  it('keeps a link behind it', () => {
    assert.equal(textBeforeLink('Reads [10.1.2.3'), 'Reads [U+005B]•••');
  });
});
