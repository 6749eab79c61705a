/**
 * A client also runs queries that nobody typed, such as for the names of fields. They end with this comment: whoever
 * looks at the running queries sees what they are for, and no history offers them to be run again.
 */
const mark = '| # asked by the editor';

export function ownQuery(text: string): string {
  return `${text} ${mark}`;
}

export function isOwnQuery(text: string): boolean {
  return text.trimEnd().endsWith(mark);
}
