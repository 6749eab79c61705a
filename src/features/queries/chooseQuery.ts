import type { PlatformClient } from '../../api/client';
import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import type { Platforms } from '../../ui/connections/platforms';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import type { QueryEnds } from '../../ui/panels/queryEnds';
import { shownUser } from '../../shared/privacy/hiddenValues';

export interface ChosenQuery {
  readonly connection: Connection;
  readonly queryId: number;
}

/** The query that the command was given, one of those that run, or the one whose number is typed. */
export async function chooseQuery(
  prompts: Prompts,
  platforms: Platforms,
  given: readonly unknown[],
  title = t('Show Query Status'),
): Promise<ChosenQuery> {
  const [name, id] = given;
  const named = typeof name === 'string' ? platforms.find(name) : undefined;
  if (named && isQueryId(id)) return { connection: named, queryId: id };
  const connection = named ?? (await platforms.pick(title));
  const client = await platforms.clientFor(connection);
  const queryId = await prompts.search<number>({
    title: `${title} · ${connection.name}`,
    placeholder: t('Select a running query, or type the ID of one of your queries'),
    find: async (text, signal) => {
      const running = await runningChoices(client, text, signal);
      const typed = typedChoice(text).filter(({ value }) => !running.some((other) => other.value === value));
      const choices = [...typed, ...running];
      return { total: choices.length, choices };
    },
  });
  return { connection, queryId };
}

/** Asks the service to end a query; a person has to say yes. */
export async function cancelQuery(
  prompts: Prompts,
  platforms: Platforms,
  queryEnds: QueryEnds,
  given: readonly unknown[],
): Promise<void> {
  const { connection, queryId } = await chooseQuery(prompts, platforms, given, t('Cancel Query'));
  await prompts.confirm({
    message: t('Cancel query {0} on {1}?', queryId, connection.name),
    detail: t('Its results are discarded.'),
    buttons: [{ label: t('Cancel Query'), value: true }],
  });
  const client = await platforms.clientFor(connection);
  await queryEnds.end(connection.name, queryId, async () => client.dropCursor(queryId));
}

function typedChoice(text: string): readonly Choice<number>[] {
  const id = Number(text.trim());
  return text.trim() !== '' && isQueryId(id) ? [{ label: t('Query {0}', id), icon: 'pulse', value: id }] : [];
}

/** Where all places are taken, the query that lists queries has to wait as well: nobody waits for it. */
const listingDeadline = 3000;

const listing = 'system queries';

/** A service that does not list running queries still shows the one whose number is typed. */
async function runningChoices(
  client: PlatformClient,
  text: string,
  signal: AbortSignal,
): Promise<readonly Choice<number>[]> {
  const deadline = AbortSignal.any([signal, AbortSignal.timeout(listingDeadline)]);
  const rows = await client.queryRows(listing, { limit: 200 }, deadline).catch(() => []);
  return (
    rows
      .map((row) => ({
        id: Number(row['id']),
        query: textOf(row['query_string'] ?? row['query']),
        user: textOf(row['login_name']),
      }))
      // It sees itself run.
      .filter(({ query }) => query !== listing)
      .filter(({ id, query }) => isQueryId(id) && `${id} ${query}`.includes(text.trim()))
      .map(({ id, query, user }) => ({
        label: t('Query {0}', id),
        description: shownUser(user),
        detail: query.replace(/\s+/g, ' ').slice(0, 200),
        icon: 'pulse',
        value: id,
      }))
  );
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

function isQueryId(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value > 0 && value <= 2_147_483_647;
}
