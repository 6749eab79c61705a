/**
 * Marks queries that the client runs itself, for example to read field names. The comment explains them in
 * the list of running queries and keeps them out of the query history.
 */
const mark = '| # asked by the editor';

export function ownQuery(text: string): string {
  return `${text} ${mark}`;
}

export function isOwnQuery(text: string): boolean {
  return text.endsWith(mark);
}
