import assert from 'node:assert/strict';
import fc from 'fast-check';
import { noticeText, textBeforeLink } from '../../../../src/extension/ui/noticeText';
import { plainText } from '../../../../src/core/privacy/plainText';
import { hideValues } from '../../../../src/core/privacy/hiddenValues';
import { Masker } from '../../../../src/core/privacy/masker';

/** VS Code keeps notifications, so what they say can be read after the switch is turned on. */
describe('A notification', () => {
  afterEach(() => hideValues(undefined));

  it('contains no account that the switch would mask, although it is off, but the address that failed', () => {
    assert.equal(
      noticeText('Connected to https://siem.corp.local as kim@corp.example from 10.1.2.3.'),
      'Connected to https://siem.corp.local as ••• from 10.1.2.3.',
    );
    assert.equal(
      noticeText('10.1.2.3:8443 refused the connection.'),
      '10.1.2.3:8443 refused the connection.',
    );
    hideValues(new Masker());
    assert.equal(
      noticeText('10.1.2.3:8443 refused the connection.'),
      'ip1-masked:8443 refused the connection.',
    );
    hideValues(undefined);
    assert.equal(noticeText('“logins” was updated.'), '“logins” was updated.');
  });

  it('contains the masks while the switch is on', () => {
    hideValues(new Masker());
    assert.equal(noticeText('Failed for user=kim'), plainText('Failed for user=kim'));
    assert.equal(noticeText('Failed for user=kim'), 'Failed for user=user1-masked');
  });

  it('is inert, and contains no account that a masker finds', () => {
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
        const masker = new Masker();
        const accounts = masker.text(shown).replaceAll(/(?:user|mail|value)\d+-masked/g, '•••');
        assert.equal(masker.reveal(accounts), shown);
      }),
      { seed: 36, numRuns: 2000 },
    );
  });

  it('is no longer than a user can read', () => {
    const shown = noticeText(`“${'👩‍'.repeat(200_000)} 10.1.2.3 ${'x'.repeat(1_000_000)}” failed.`);
    assert.ok(shown.length < 20_000 && shown.endsWith('…'));
    assert.equal(noticeText(`${'a'.repeat(3990)} 10.100.200.30 failed`).includes('10.'), false);
  });

  it('escapes and hides its text so that a link behind it stays a link', () => {
    assert.equal(textBeforeLink('Reads [a@b.example'), 'Reads [U+005B]•••');
  });
});
