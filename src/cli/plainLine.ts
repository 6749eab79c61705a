/** Control characters of a log or a name must not reach the terminal, where they could move the cursor or worse. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
