import { t } from '../../core/base/localize';
import { connectionLabel } from './connections/connection';
import type { Connection, OfferedConnections, Platforms } from './connections/connection';
import { connectionOf, selectedRows } from './explorer/explorerSection';
import type { Selected } from './explorer/explorerSection';
import { CanceledError } from './prompts/canceled';
import type { Prompts } from './prompts/prompts';

type FindConnection = Pick<Platforms, 'find' | 'pick'>;

/** How a command finds the object that it applies to. */
export interface TargetQuestion<Value, Response = Value> {
  readonly args: readonly unknown[];
  /** The title of the command. */
  readonly title: string;
  /** The object of an explorer row; undefined for rows of other kinds. */
  readonly ofRow: (value: unknown) => Value | undefined;
  /** The object with an ID, for arguments that are the name of a connection and an ID. */
  readonly ofId?: (id: unknown) => Value | undefined;
  /** The object of an editor. */
  readonly ofEditor?: () => Selected<Value> | undefined;
  /** Asks the user, if the command was called on none. */
  readonly ask: (connection: Connection, title: string) => Promise<Response>;
}

/** The object on which a command was called, or the one that the user selects. */
export async function resolveTarget<Value>(
  platforms: FindConnection,
  question: TargetQuestion<Value>,
): Promise<Selected<Value>> {
  const [row] = selectedRows(question.args.slice(0, 1), question.ofRow);
  return row ?? namedTarget(platforms, question) ?? askTarget(platforms, question);
}

/** All objects on which a command was called, or those that the user selects. They have the same connection. */
export async function resolveTargets<Value>(
  platforms: FindConnection,
  prompts: Prompts,
  question: TargetQuestion<Value, readonly Value[]>,
): Promise<Selected<readonly Value[]>> {
  const rows = selectedRows(question.args, question.ofRow);
  const [first = namedTarget(platforms, question), ...others] = rows;
  if (first === undefined) return askTarget(platforms, question);
  const { connection } = first;
  if (others.every((other) => other.connection.name === connection.name)) {
    return { connection, value: [first, ...others].map(({ value }) => value) };
  }
  await prompts.notify({
    severity: 'warning',
    message: t('The selection spans several connections. Select items of one connection only.'),
  });
  throw new CanceledError();
}

/** The connection on which a command was called, by node or name, or the one that the user selects. */
export async function resolveConnection(
  platforms: FindConnection,
  args: readonly unknown[],
  title: string,
  offered?: OfferedConnections,
): Promise<Connection> {
  const [name] = args;
  const known = typeof name === 'string' ? platforms.find(name) : connectionOf(args);
  return known ?? platforms.pick(title, offered);
}

/** The title of a question: the command and the platform that it applies to. */
export function targetTitle(title: string, connection: Connection): string {
  return `${title} · ${connectionLabel(connection)}`;
}

function namedTarget<Value>(
  platforms: FindConnection,
  { args: [name, id], ofId, ofEditor }: Pick<TargetQuestion<Value>, 'args' | 'ofId' | 'ofEditor'>,
): Selected<Value> | undefined {
  const connection = typeof name === 'string' ? platforms.find(name) : undefined;
  const value = connection && ofId?.(id);
  return connection === undefined || value === undefined ? ofEditor?.() : { connection, value };
}

async function askTarget<Response>(
  platforms: FindConnection,
  { args, title, ask }: Pick<TargetQuestion<unknown, Response>, 'args' | 'title' | 'ask'>,
): Promise<Selected<Response>> {
  const connection = await resolveConnection(platforms, args, title);
  return { connection, value: await ask(connection, targetTitle(title, connection)) };
}
