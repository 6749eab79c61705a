/** Removes control characters of logs and names, which could manipulate the terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
}
