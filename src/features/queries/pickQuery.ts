import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import { isOwnQuery } from '../../shared/ownQueries';
import type { Platforms } from '../../ui/connections/connection';
import type { Selected } from '../../ui/explorer/explorerNode';
import type { Choice, Prompts, SearchQuestion } from '../../ui/prompts/prompts';
import { resolveTarget } from '../../ui/resolveTarget';
import type { QueryEnds } from '../../ui/panels/queryEnds';
import { shownUser } from '../../shared/privacy/hiddenValues';
import { dropCursor, runOwnQuery } from '../../api/operations/queries';

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
    ofRow: () => undefined,
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
      const listed = (await listedQueries(client, signal)).filter(({ isOver }) => !(runningOnly && isOver));
      const found = listed.filter(({ id, query }) => `${id} ${query}`.includes(text));
      const typed = typedChoice(text).filter(({ value }) => !found.some(({ id }) => id === value));
      const choices = [...typed, ...found.map(toChoice)];
      return { total: choices.length, choices };
    },
  };
}

/** Cancels a query after a confirmation. */
export async function cancelQuery(
  prompts: Prompts,
  platforms: Platforms,
  queryEnds: QueryEnds,
  args: readonly unknown[],
): Promise<void> {
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
}

function typedChoice(text: string): readonly Choice<number>[] {
  const id = Number(text);
  return isQueryId(id) ? [{ label: t('Query {0}', id), icon: 'pulse', value: id }] : [];
}

/** If all slots are busy, the query that lists queries must wait as well, so it has a timeout. */
const listingDeadline = 3000;

interface ListedQuery {
  readonly id: number;
  readonly query: string;
  readonly user: string;
  readonly isOver: boolean;
  readonly isCancelled: boolean;
}

/** The running queries, and finished ones with results. Empty if the platform does not list them. */
async function listedQueries(client: PlatformClient, signal: AbortSignal): Promise<readonly ListedQuery[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(listingDeadline)]);
  const rows = await client.send(runOwnQuery('system queries', { limit: 200 }), deadline).catch(() => []);
  return (
    rows
      .map((row) => ({
        id: Number(row['id']),
        query: asText(row['query_string'] ?? row['query']),
        user: asText(row['login_name']),
        isOver: row['is_finished'] === true,
        isCancelled: row['is_cancelled'] === true,
      }))
      // Excludes this query itself.
      .filter(({ id, query }) => isQueryId(id) && !isOwnQuery(query))
  );
}

function toChoice(listed: ListedQuery): Choice<number> {
  const { id, query, user } = listed;
  const [icon, state] = stateOf(listed);
  return {
    label: t('Query {0}', id),
    description: [state, shownUser(user)].filter((part) => part !== '').join(' · '),
    detail: query.replace(/\s+/g, ' ').slice(0, 200),
    icon,
    value: id,
  };
}

/** A failure is listed like a cancellation, which completes some time after it was requested. */
function stateOf({ isOver, isCancelled }: ListedQuery): readonly [icon: string, state: string] {
  if (isCancelled) {
    return isOver ? ['circle-slash', t('Canceled or failed')] : ['stop-circle', t('Cancel requested')];
  }
  return isOver ? ['pass', t('Finished')] : ['pulse', t('Running')];
}

function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isQueryId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}
