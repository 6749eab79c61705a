/**
 * What SQL, SPL and KQL call things, with what this language has for it: models write those from habit, and people
 * ask in their words.
 */
const words: Readonly<Record<string, string>> = {
  aggregate: 'stats',
  append: 'union',
  average: 'avg',
  bin: 'timechart datetrunc',
  bucket: 'timechart datetrunc',
  cidr: 'network matchnet',
  coalesce: 'nvl',
  concatenate: 'concat',
  dedup: 'stats',
  distinct: 'stats dc',
  earliest: 'table min',
  extend: 'eval',
  extract: 'rex groups parsejson parsekv',
  filter: 'search',
  from: 'table',
  grep: 'search fulltext',
  group: 'stats',
  having: 'search',
  head: 'limit',
  histogram: 'timechart',
  last: 'table',
  latest: 'table max',
  length: 'len',
  like: 'search match contains',
  makeresults: 'json',
  mean: 'avg',
  mvexpand: 'explode',
  'order-by': 'sort',
  project: 'fields',
  regex: 'rex match',
  regexp: 'rex match',
  select: 'table fields',
  spath: 'parsejson',
  subnet: 'network matchnet',
  substring: 'substr',
  summarize: 'stats',
  tail: 'limit',
  take: 'limit',
  threshold: 'stats search',
  top: 'stats sort',
  trend: 'timechart',
  unique: 'stats dc',
  where: 'search',
  window: 'timechart',
};

/** The names of commands and functions that a word of another language stands for. */
export function namesHere(word: string): readonly string[] {
  const name = word.toLowerCase();
  return Object.hasOwn(words, name) ? (words[name]?.split(' ') ?? []) : [];
}
