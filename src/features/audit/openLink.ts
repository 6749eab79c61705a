import { t } from '../../shared/localize';
import type { Platforms } from '../../ui/connections/platforms';
import type { Prompts } from '../../ui/prompts/prompts';
import { linkPath, parseSearchLink } from './searchLink';
import type { LinkedSearch } from './searchLink';
import type { AuditSearch, QuickRange } from '../../shared/protocol/auditLogs';
import { auditFilterNames, auditFilters } from '../../shared/wire/auditFilters';

/**
 * Opens a link after the user has confirmed it: links are untrusted, and a search is a request in the name of
 * the user.
 */
export async function openLink(
  link: { readonly path: string; readonly query: string },
  prompts: Prompts,
  platforms: Pick<Platforms, 'find'>,
  open: (linked: LinkedSearch) => void,
): Promise<void> {
  const linked = link.path === linkPath ? parseSearchLink(link.query) : undefined;
  if (!linked) {
    await prompts.notify({
      severity: 'warning',
      message: t('Logbench cannot open this link.'),
    });
    return;
  }
  const connection = platforms.find(linked.connection);
  if (!connection) {
    // The name is not shown, because it comes from the link and could imitate text of this extension.
    const message = t('This link is for a connection that you do not have. Nothing was searched.');
    await prompts.notify({ severity: 'warning', message });
    return;
  }
  await prompts.confirm({
    message: t('Open this search in the audit log of {0}?', connection.name),
    detail: describeSearch(linked.search),
    buttons: [{ label: t('Search'), value: true }],
  });
  open(linked);
}

/** Describes a search, one line per criterion. */
function describeSearch(search: AuditSearch): string {
  const lines = [
    describeRange(search),
    ...auditFilterNames.map((name) => list(auditFilters[name].label(), search[name])),
  ];
  return lines.filter((line) => line !== '').join('\n');
}

function list(name: string, values: readonly string[]): string {
  return values.length === 0 ? '' : `${name}: ${values.join(', ')}`;
}

const quickWords: Readonly<Record<Exclude<QuickRange, 'custom'>, () => string>> = {
  '15m': () => t('Last 15 minutes'),
  '1h': () => t('Last hour'),
  '24h': () => t('Last 24 hours'),
  '7d': () => t('Last 7 days'),
  '30d': () => t('Last 30 days'),
  all: () => t('All time'),
};

function describeRange({ range, from, to }: AuditSearch): string {
  if (range !== 'custom') return quickWords[range]();
  return t('{0} to {1}', from ?? '…', to ?? '…');
}
