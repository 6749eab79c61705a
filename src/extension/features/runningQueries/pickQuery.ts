import type { PlatformClient } from '../../../core/api/client';
import { t } from '../../../core/base/localize';
import { isQueryId, listedQueries } from '../../../core/interface/listedQuery';
import type { ListedQuery } from '../../../core/interface/listedQuery';
import type { Connection, Platforms } from '../../ui/connections/connection';
import type { Selected } from '../../ui/explorer/explorerSection';
import type { Choice, Prompts, SearchQuestion } from '../../ui/prompts/prompts';
import { resolveTarget } from '../../ui/resolveTarget';
import type { QueryEnds } from '../../ui/panels/queryEnds';
import { shownUser } from '../../../core/privacy/hiddenValues';
import { dropCursor, runOwnQuery } from '../../../core/api/operations/queries';
import { queryOf } from './queryItem';

/** The query of the command, a running one that the user selects, or one by its typed ID. */
export async function pickQuery(
  prompts: Prompts,
  platforms: Platforms,
  args: readonly unknown[],
  { title, runningOnly }: { readonly title: string; readonly runningOnly: boolean },
): Promise<Selected<number>> {
  return resolveTarget<number>(platforms, {
    args,
    title,
    ofRow: (value) => queryOf(value)?.id,
    ofId: (id) => (isQueryId(id) ? id : undefined),
    ask: async (connection, question) =>
      prompts.search(querySearch(await platforms.clientFor(connection), question, runningOnly)),
  });
}

function querySearch(client: PlatformClient, title: string, runningOnly: boolean): SearchQuestion<number> {
  return {
    title,
    placeholder: t('Select a running query, or type the ID of one of your queries'),
    find: async (text = '', signal) => {
      const listed = (await readListed(client, signal)).filter(({ isOver }) => !(runningOnly && isOver));
      const found = listed.filter((query) => `${query.id} ${query.text}`.includes(text));
      const typed = typedChoice(text).filter(({ value }) => !found.some(({ id }) => id === value));
      const choices = [...typed, ...found.map(toChoice)];
      return { total: choices.length, choices };
    },
  };
}

/** Cancels a query after a confirmation. Returns where. */
export async function cancelQuery(
  prompts: Prompts,
  platforms: Platforms,
  queryEnds: QueryEnds,
  args: readonly unknown[],
): Promise<Connection> {
  const { connection, value: queryId } = await pickQuery(prompts, platforms, args, {
    title: t('Cancel Query'),
    runningOnly: true,
  });
  await prompts.confirm({
    message: t('Cancel query {0} on {1}?', queryId, connection.name),
    detail: t('Its results are discarded.'),
    buttons: [{ label: t('Cancel Query'), value: true }],
  });
  const client = await platforms.clientFor(connection);
  await queryEnds.end(connection.name, queryId, async () => client.send(dropCursor(queryId)));
  return connection;
}

function typedChoice(text: string): readonly Choice<number>[] {
  const id = Number(text);
  return isQueryId(id) ? [{ label: t('Query {0}', id), icon: 'pulse', value: id }] : [];
}

/** If all slots are busy, the query that lists queries must wait as well, so it has a timeout. */
export const listingDeadline = 3000;

/** The running queries, and finished ones with results. Empty if the platform does not list them. */
async function readListed(client: PlatformClient, signal: AbortSignal): Promise<readonly ListedQuery[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(listingDeadline)]);
  const rows = await client.send(runOwnQuery('system queries', { limit: 200 }), deadline).catch(() => []);
  return listedQueries(rows);
}

function toChoice(listed: ListedQuery): Choice<number> {
  const { id, text, user } = listed;
  const [icon, state] = stateOf(listed);
  return {
    label: t('Query {0}', id),
    description: [state, shownUser(user)].filter((part) => part !== '').join(' · '),
    detail: text.replace(/\s+/g, ' ').slice(0, 200),
    icon,
    value: id,
  };
}

/** A failure is listed like a cancellation, which completes some time after it was requested. */
export function stateOf({
  isOver,
  isCanceled,
}: Pick<ListedQuery, 'isOver' | 'isCanceled'>): readonly [icon: string, state: string] {
  if (isCanceled) {
    return isOver ? ['circle-slash', t('Canceled or failed')] : ['stop-circle', t('Cancel requested')];
  }
  return isOver ? ['pass', t('Finished')] : ['pulse', t('Running')];
}
