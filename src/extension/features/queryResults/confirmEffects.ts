import * as z from 'zod/mini';
import type { Problem } from '../../../core/language/problem';
import { diagnosticsOf, nearestName } from '../../../core/language/services/diagnostics';
import { commandsToConfirm } from '../../../core/language/services/structure';
import { t } from '../../../core/base/localize';
import { startsLocked } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import type { QueryResultsDeps } from './queryResultsDeps';
import { parseForRun } from '../../../core/results/rowShape';

type EffectsDeps = Pick<QueryResultsDeps, 'ui' | 'platforms' | 'sharedMemory'>;

/** What the user meant by a name in the text. */
export interface Correction {
  readonly from: number;
  readonly to: number;
  readonly name: string;
}

/**
 * A query only reads, unless it contains commands that write or send: then it requires the same confirmation
 * as any write. A command that nobody here knows could do anything, so it requires one too, but only once.
 * A text with errors is sent only if the user insists, because most are mistakes. Returns the correction that
 * the user selected instead, which is offered if the text `canChange`.
 */
export async function confirmEffects(
  deps: EffectsDeps,
  text: string,
  connection: Connection,
  canChange = false,
): Promise<Correction | undefined> {
  const parsed = parseForRun(text);
  const { writing, unknown } = commandsToConfirm(parsed);
  // The local platform rejects these at their position, but other platforms can be called local too.
  const isLocal = connection.environment === 'local' && !startsLocked(connection);
  const problems = isLocal ? [] : diagnosticsOf(parsed);
  const [error] = problems.filter(({ severity }) => severity === 'error');
  if (error) await confirmError(deps, text, error, connection);
  await confirmWrites(deps, writing, connection);
  if (isLocal) return undefined;
  const mistyped = problems.flatMap((problem) => {
    const name = nearestName(text, problem);
    return name === undefined ? [] : [{ ...problem, name }];
  });
  return confirmUnknown(deps, { unknown, mistyped, text }, connection, canChange);
}

async function confirmError(
  { ui }: EffectsDeps,
  text: string,
  { from, message }: Problem,
  { name }: Connection,
): Promise<void> {
  const line = text.slice(0, from).split('\n').length;
  await ui.prompts.confirm({
    message: t('Run a query with errors on {0}?', name),
    detail: t('Line {0}: {1}', line, message),
    buttons: [{ label: t('Run Anyway'), value: true }],
  });
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

interface UnknownCommands {
  readonly unknown: readonly string[];
  readonly mistyped: readonly (Correction & Problem)[];
  readonly text: string;
}

async function confirmUnknown(
  { ui, sharedMemory }: EffectsDeps,
  { unknown: names, mistyped, text }: UnknownCommands,
  { name, baseUrl }: Connection,
  canChange: boolean,
): Promise<Correction | undefined> {
  const key = JSON.stringify([name, baseUrl]);
  const allowedFor = (): readonly string[] => allowedCommands.parse(sharedMemory.get(memoryKey))[key] ?? [];
  const unknown = names.filter((command) => !allowedFor().includes(command));
  if (unknown.length === 0) return undefined;
  const meant = mistyped.find(({ from, to }) => unknown.includes(text.slice(from, to)));
  const response = await ui.prompts.confirm<Correction | undefined>({
    message: meant?.message ?? t('Run a query with unknown commands on {0}?', name),
    detail: t(
      'Logbench does not know {0} and cannot tell whether data is changed or sent. You are asked only once for this connection.',
      unknown.join(', '),
    ),
    buttons: [
      ...(meant && canChange ? [{ label: t('Run with “{0}”', meant.name), value: meant }] : []),
      { label: meant ? t('Run Anyway') : t('Run'), value: undefined },
    ],
  });
  if (response !== undefined) return response;
  const allowed = allowedCommands.parse(sharedMemory.get(memoryKey));
  await sharedMemory.update(memoryKey, { ...allowed, [key]: [...new Set([...allowedFor(), ...unknown])] });
  return undefined;
}
