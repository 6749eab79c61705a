import * as z from 'zod/mini';
import { commandsToConfirm } from '../../language/services/structure';
import { t } from '../../shared/localize';
import { startsLocked } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { QueryResultsDeps } from './queryResultsDeps';
import { parseForRun } from '../../results/rowShape';

type EffectsDeps = Pick<QueryResultsDeps, 'ui' | 'platforms' | 'memory'>;

/**
 * A query only reads, unless it contains commands that write or send: then it requires the same confirmation
 * as any write. A command that nobody here knows could do anything, so it requires one too, but only once.
 */
export async function confirmEffects(deps: EffectsDeps, text: string, connection: Connection): Promise<void> {
  const { writing, unknown } = commandsToConfirm(parseForRun(text));
  await confirmWrites(deps, writing, connection);
  // The local platform rejects such a command, but other platforms can be called local too.
  if (connection.environment === 'local' && !startsLocked(connection)) return;
  await confirmUnknown(deps, unknown, connection);
}

async function confirmWrites(
  { ui, platforms }: EffectsDeps,
  writes: readonly string[],
  connection: Connection,
): Promise<void> {
  if (writes.length === 0) return;
  await platforms.ensureWritable(connection);
  await ui.prompts.confirm({
    message: t('Run a query that writes or sends data on {0}?', connection.name),
    detail: t('It uses {0}.', writes.join(', ')),
    buttons: [{ label: t('Run'), value: true }],
  });
  // Writes may have been locked while the question was open.
  await platforms.ensureWritable(connection);
}

const memoryKey = 'logbench.unknownCommands';
/** For each connection, the unknown commands that the user has allowed. */
const allowedCommands = z.catch(z.record(z.string(), z.array(z.string())), {});

async function confirmUnknown(
  { ui, memory }: EffectsDeps,
  names: readonly string[],
  { name, baseUrl }: Connection,
): Promise<void> {
  const key = JSON.stringify([name, baseUrl]);
  const allowedFor = (): readonly string[] => allowedCommands.parse(memory.get(memoryKey))[key] ?? [];
  const unknown = names.filter((command) => !allowedFor().includes(command));
  if (unknown.length === 0) return;
  await ui.prompts.confirm({
    message: t('Run a query with unknown commands on {0}?', name),
    detail: t(
      'Logbench does not know {0} and cannot tell whether data is changed or sent. You are asked only once for this connection.',
      unknown.join(', '),
    ),
    buttons: [{ label: t('Run'), value: true }],
  });
  const allowed = allowedCommands.parse(memory.get(memoryKey));
  await memory.update(memoryKey, { ...allowed, [key]: [...new Set([...allowedFor(), ...unknown])] });
}
