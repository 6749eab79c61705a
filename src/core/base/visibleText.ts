/**
 * Shows each invisible character by its code, `[U+200E]`: format and control characters, variation selectors,
 * fillers and lone surrogates. Such characters hide differences between names and reverse the text around
 * them. Tabs, line breaks and what belongs to an emoji stay.
 */
export function visibleText(text: string): string {
  return eachInvisible(text, codeOf);
}

/** `[U+200E]` */
export function codeOf(character: string): string {
  return `[U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;
}

/** Replaces each invisible character that is not part of an emoji. */
export function eachInvisible(text: string, replace: (character: string) => string): string {
  if (!invisible.test(text)) return text;
  emojiOrInvisible ??= new RegExp(String.raw`(\p{RGI_Emoji})|${invisibleSource}`, 'gv');
  const exactly = emojiOrInvisible;
  return text.replace(candidates, (part: string, run: string | undefined) => {
    if (run === undefined) return replace(part);
    if (!invisible.test(run)) return run;
    if (run.length > maxEmoji) return run.replace(eachInvisibleOne, replace);
    return run.replace(exactly, (one, emoji: string | undefined) => emoji ?? replace(one));
  });
}

const invisibleSource = String.raw`(?!\t|\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]`;
const invisible = new RegExp(invisibleSource, 'u');
// Whole runs, because the list of all emoji takes a hundred times longer to search; created on first use.
const candidates = new RegExp(String.raw`([\p{Emoji}\p{Emoji_Component}]+)|${invisibleSource}`, 'gu');
let emojiOrInvisible: RegExp | undefined;
const eachInvisibleOne = new RegExp(invisibleSource, 'gu');
/** Code units: in a longer run, which no name has, emoji are not searched for. */
const maxEmoji = 1000;
