import { auditSearch } from '../../shared/protocol/auditLogs';
import type { AuditSearch } from '../../shared/protocol/auditLogs';
import { auditFilterNames, auditFilters, forEachFilter } from '../../shared/wire/auditFilters';
import { isGuid } from '../../shared/wire/guid';
import { parseWireTime } from '../../shared/wire/time';

export interface LinkedSearch {
  readonly connection: string;
  readonly search: AuditSearch;
}

const lists = new Set<string>(auditFilterNames.map((name) => auditFilters[name].singular));
const single = ['connection', 'range', 'from', 'to', 'locale'] as const;

const longestQuery = 8000;
const longestValue = 500;
const maxValues = 100;

export const linkPath = '/audit';

/**
 * A link that opens the search. Values are encoded twice because VS Code decodes the query of a link once
 * before it can be split.
 */
export function searchLink(scheme: string, { connection, search }: LinkedSearch): string {
  const pairs: (readonly [string, string])[] = [['connection', connection]];
  for (const name of auditFilterNames) {
    for (const value of search[name]) pairs.push([auditFilters[name].singular, value]);
  }
  pairs.push(['range', search.range]);
  if (search.range === 'custom' && search.from !== null) pairs.push(['from', search.from]);
  if (search.range === 'custom' && search.to !== null) pairs.push(['to', search.to]);
  pairs.push(['locale', search.locale]);
  const query = pairs.map(([name, value]) => `${name}=${encodeURIComponent(encodeURIComponent(value))}`);
  return `${scheme}://logbench.logbench${linkPath}?${query.join('&')}`;
}

/** Links are untrusted and accepted only as a whole: unknown, repeated or invalid parameters make a link invalid. */
export function parseSearchLink(query: string): LinkedSearch | undefined {
  const parameters = splitQuery(query);
  if (parameters === undefined) return undefined;
  const one = (name: string): string | null => parameters.find(([known]) => known === name)?.[1] ?? null;
  const many = (name: string): string[] =>
    parameters.filter(([known]) => known === name).map(([, value]) => value);
  const connection = one('connection');
  const parsed = auditSearch.safeParse({
    ...forEachFilter((name) => many(auditFilters[name].singular)),
    range: one('range') ?? 'custom',
    from: one('from'),
    to: one('to'),
    locale: one('locale') ?? 'en',
  });
  if (connection === null || !parsed.success || !isPlausible(parsed.data)) return undefined;
  return { connection, search: parsed.data };
}

type Parameter = readonly [name: string, value: string];

function splitQuery(query: string): readonly Parameter[] | undefined {
  if (query.length > longestQuery) return undefined;
  const parameters: Parameter[] = [];
  for (const pair of query.split('&')) {
    const parameter = readPair(pair);
    if (parameter === undefined) return undefined;
    parameters.push(parameter);
  }
  const repeated = single.some((name) => parameters.filter(([known]) => known === name).length > 1);
  return repeated || parameters.length > maxValues ? undefined : parameters;
}

function readPair(pair: string): Parameter | undefined {
  const at = pair.indexOf('=');
  const name = pair.slice(0, at);
  const known = lists.has(name) || single.some((each) => each === name);
  if (at < 0 || !known) return undefined;
  const value = decode(pair.slice(at + 1));
  return value === undefined || value === '' || value.length > longestValue || /\p{Cc}/u.test(value)
    ? undefined
    : [name, value];
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}

function isPlausible({ from, to, companyGuids }: AuditSearch): boolean {
  const times = [from, to].filter((time) => time !== null);
  return times.every((time) => parseWireTime(time) !== undefined) && companyGuids.every(isGuid);
}
