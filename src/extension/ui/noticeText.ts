import { addressText, truncatedText, plainText } from '../../core/privacy/plainText';
import { hidingMasker } from '../../core/privacy/hiddenValues';
import { maskPattern, Masker } from '../../core/privacy/masker';

/**
 * The text of a notification. VS Code keeps notifications, so accounts could still be read there after the user hides
 * them. Therefore, they are left out from the beginning. Addresses are not: often, one of them is what has failed.
 */
export function noticeText(text: string): string {
  const readable = beginningToRead(text);
  return hidingMasker() === undefined ? withoutValues(addressText(readable)) : plainText(readable);
}

/** VS Code shows 1000 characters. The last word is left out, because half of a value would not be recognized. */
function beginningToRead(text: string): string {
  return text.length <= maxLength ? text : `${truncatedText(text, maxLength).replace(/\S{0,300}$/, '')}…`;
}

const maxLength = 4000;

/** Text in front of a link, which would otherwise begin at a bracket that is open in the text. */
export function textBeforeLink(text: string): string {
  return noticeText(text).replace(/\[(?=[^\]]*$)/g, '[U+005B]');
}

/** Whether a notification leaves values out, which the user may want to read. */
export function omitsValues(text: string): boolean {
  return hidingMasker() === undefined && noticeText(text) !== addressText(beginningToRead(text));
}

const leftOut = '•••';

function withoutValues(text: string): string {
  const masker = new Masker();
  const shown = masker
    .text(text)
    .replace(maskPattern, (mask) => (/^(?:ip|host)/.test(mask) ? masker.reveal(mask) : leftOut));
  // What was left out may have hidden another value next to it.
  return shown === text ? text : withoutValues(shown);
}
