import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connection';

/** The tab says what ran and where. */
export function titleOf(name: string, { name: connection }: Pick<Connection, 'name'>): string {
  return t('Results: {0} · {1}', name, connection);
}

/** What ran, read back from a title: that is all that a window remembers of a panel over a reload. */
export function nameIn(title: string, connection: Pick<Connection, 'name'>): string {
  const [before = '', after = ''] = titleOf('\u0000', connection).split('\u0000');
  const isOne = title.startsWith(before) && title.endsWith(after);
  return isOne ? title.slice(before.length, title.length - after.length) : title;
}
