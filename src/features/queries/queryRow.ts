import { formatElapsed } from '../../shared/formatElapsed';
import { t } from '../../shared/localize';
import { shownText, shownUser } from '../../shared/privacy/hiddenValues';
import type { ListedQuery } from '../../shared/wire/listedQuery';
import type { Row, RowIcon } from '../../ui/explorer/explorerSection';
import { formatServiceTime } from '../../ui/format/format';
import { codeBlock, fieldList, inMarkdown, paragraphs } from '../../ui/format/markdown';
import { stateOf } from './pickQuery';
import { QueryItem } from './queryItem';

const maxText = 200;
const maxTooltip = 4000;

/** A running query: whose it is, since when, its results so far, and its text, which may be long. */
export function queryRow(query: ListedQuery): Row {
  const { id, text, user, source, elapsed } = query;
  const name = t('Query {0}', id);
  const line = text.slice(0, maxText).replace(/\s+/g, ' ').trim();
  const rows = rowsText(query);
  const description = (): string =>
    [
      query.isCancelled ? t('Cancel requested') : '',
      ...[shownUser(user), formatElapsed(elapsed), rows, source, shownText(line)],
    ]
      .filter((part) => part !== '')
      .join(' · ');
  // The platform tells when a query is not the user's own.
  const isOwn = query.isOwn !== false;
  return {
    id: String(id),
    label: name,
    description,
    icon: iconOf(query),
    contextValue: isOwn ? 'query.own' : 'query.other',
    accessibleLabel: () => `${name}, ${description()}`,
    tooltip: () =>
      paragraphs([
        inMarkdown`**${name}**`,
        fieldList([
          [t('User'), shownUser(user)],
          [t('Started'), formatServiceTime(query.started)],
          [t('Elapsed'), formatElapsed(elapsed)],
          [t('Rows'), query.rows?.toLocaleString()],
          [t('Source'), source],
        ]),
        codeBlock(shownText(text).slice(0, maxTooltip), 'logbench-query'),
      ]),
    command: isOwn ? 'logbench.query.status' : undefined,
    deleteCommand: isOwn ? 'logbench.query.cancel' : undefined,
    value: new QueryItem(query),
  };
}

function rowsText({ rows }: ListedQuery): string {
  if (rows === undefined) return '';
  return rows === 1 ? t('1 row') : t('{0} rows', rows.toLocaleString());
}

const sourceIcons: Readonly<Record<string, string>> = {
  'scheduled-query': 'watch',
  'batch-rule': 'shield',
  system: 'server-process',
  core: 'server-process',
};

function iconOf(query: ListedQuery): RowIcon {
  const [state] = stateOf(query);
  return { name: query.isCancelled ? state : (sourceIcons[query.source] ?? state) };
}
