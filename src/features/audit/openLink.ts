import { t } from '../../shared/localize';
import type { Platforms } from '../../ui/connections/platforms';
import type { Prompts } from '../../ui/prompts/prompts';
import { linkPath, parseSearchLink } from './searchLink';
import type { LinkedSearch } from './searchLink';
import { describeSearch } from './describeSearch';

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
