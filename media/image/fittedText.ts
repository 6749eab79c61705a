import { truncatedText } from '../../src/core/privacy/plainText';
import { themeValue } from './themeColors';

const context = document.createElement('canvas').getContext('2d');
const known = new Map<string, string>();
const maxKnown = 2000;

/** Truncates a text to a width, by measuring, because widths differ between scripts. */
export function fittedText(text: string, width: number, font: string): string {
  const key = `${width} ${font} ${text}`;
  const fitted = known.get(key) ?? cut(text, width, font);
  if (known.size >= maxKnown) known.clear();
  known.set(key, fitted);
  return fitted;
}

/** The same in the font of the page. */
export function fittedInPage(text: string, width: number, size: number): string {
  return fittedText(text, width, `${size}px ${themeValue('font-family', 'sans-serif')}`);
}

function cut(text: string, width: number, font: string): string {
  if (!context) return text;
  context.font = font;
  const fits = (part: string): boolean => context.measureText(part).width <= width;
  if (fits(text)) return text;
  let [fitting, tooLong] = [0, text.length];
  while (tooLong - fitting > 1) {
    const middle = Math.floor((fitting + tooLong) / 2);
    if (fits(`${truncatedText(text, middle)}…`)) fitting = middle;
    else tooLong = middle;
  }
  return `${truncatedText(text, fitting)}…`;
}
