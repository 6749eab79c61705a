import { auditSearch } from '../../../core/pages/auditLogMessages';
import { quickRanges } from '../../../core/pages/auditRanges';
import type { AuditSearch } from '../../../core/pages/auditLogMessages';
import { auditFilterNames, auditFilters, forEachFilter } from '../../../core/interface/auditFilters';
import { isGuid } from '../../../core/interface/guid';
import { parseWireTime } from '../../../core/interface/time';
import { t } from '../../../core/base/localize';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Prompts } from '../../ui/prompts/prompts';

export interface LinkedSearch {
  readonly connection: string;
  readonly search: AuditSearch;
}

const lists = new Set<string>(auditFilterNames.map((name) => auditFilters[name].singular));
const single = ['connection', 'range', 'from', 'to', 'locale'] as const;

const maxQueryLength = 8000;
const maxValueLength = 500;
const maxValues = 100;

const linkPath = '/audit';

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
  if (query.length > maxQueryLength) return undefined;
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
  const isParameter = lists.has(name) || single.some((each) => each === name);
  if (at < 0 || !isParameter) return undefined;
  const value = decode(pair.slice(at + 1));
  return value === undefined || value === '' || value.length > maxValueLength || /\p{Cc}/u.test(value)
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

/**
 * The search of a link that the user has confirmed: links are untrusted, and a search is a request in the name
 * of the user.
 */
export async function confirmLink(
  link: { readonly path: string; readonly query: string },
  prompts: Prompts,
  platforms: Pick<Platforms, 'find'>,
): Promise<{ readonly connection: Connection; readonly search: AuditSearch } | undefined> {
  const linked = link.path === linkPath ? parseSearchLink(link.query) : undefined;
  if (!linked) {
    await prompts.notify({ severity: 'warning', message: t('Logbench cannot open this link.') });
    return undefined;
  }
  const connection = platforms.find(linked.connection);
  if (!connection) {
    // The name is not shown, because it comes from the link and could imitate text of this extension.
    const message = t('This link is for a connection that you do not have. Nothing was searched.');
    await prompts.notify({ severity: 'warning', message });
    return undefined;
  }
  await prompts.confirm({
    message: t('Open this search in the audit log of {0}?', connection.name),
    detail: describeSearch(linked.search),
    buttons: [{ label: t('Search'), value: true }],
  });
  return { connection, search: linked.search };
}

/** Describes a search, one line per criterion. */
function describeSearch(search: AuditSearch): string {
  const criteria = auditFilterNames
    .filter((name) => search[name].length > 0)
    .map((name) => `${auditFilters[name].label()}: ${search[name].join(', ')}`);
  const { range, from, to } = search;
  const period = range === 'custom' ? t('{0} to {1}', from ?? '…', to ?? '…') : quickRanges[range].label();
  return [period, ...criteria].join('\n');
}
