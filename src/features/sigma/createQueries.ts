import { basename } from 'node:path';
import type { PlatformClient } from '../../api/client';
import { createScheduledQuery } from '../../api/operations/scheduledQueries';
import { t } from '../../shared/localize';
import type { RuleProgress } from '../../shared/protocol/sigmaImport';
import { readHeader } from '../../sigma/header';
import { scheduleOfRule } from '../../sigma/ruleSchedule';
import type { Connection } from '../../ui/connections/connection';
import type { LogTarget } from '../../ui/log';
import { isUnknownOutcome, recordWrite } from '../../ui/writes/recordWrite';
import type { NumberedRule } from './numberedRule';
import { fieldsOfSchedule } from './scheduleFields';

export type RuleResult = NonNullable<RuleProgress['result']>;

export interface CreationDeps {
  readonly connection: Connection;
  readonly client: PlatformClient;
  readonly log: Pick<LogTarget, 'info'>;
  readonly explain: (error: unknown) => string;
}

/**
 * Creates a disabled scheduled query for each rule, sequentially. Rules that already have one, by ID or name,
 * are skipped.
 */
export async function createQueries(
  rules: readonly NumberedRule[],
  deps: CreationDeps,
  tell: (rule: number, result: RuleResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const { items } = await deps.client.scheduledQueries({}, signal);
  const names = new Set(items.map(({ name }) => name));
  const ids = new Map(items.map(({ name, query }) => [readHeader(query).id, name]));
  for (const { number, rule } of rules) {
    signal.throwIfAborted();
    const schedule = scheduleOfRule(rule, basename(rule.file));
    const { id } = rule.information;
    const made = id === undefined ? undefined : ids.get(id);
    const taken = made ?? (names.has(schedule.name) ? schedule.name : undefined);
    if (taken !== undefined) {
      tell(number, { state: 'exists', message: t('“{0}” already exists.', taken) });
      continue;
    }
    const result = await createOne(schedule, deps, signal);
    tell(number, result);
    if (result.state === 'failed') continue;
    names.add(schedule.name);
    if (id !== undefined) ids.set(id, schedule.name);
  }
}

async function createOne(
  schedule: Parameters<typeof fieldsOfSchedule>[0],
  { connection, client, log, explain }: CreationDeps,
  signal: AbortSignal,
): Promise<RuleResult> {
  try {
    await recordWrite(
      log,
      { connection, operation: 'create scheduled query', names: [schedule.name] },
      async () => client.send(createScheduledQuery(fieldsOfSchedule(schedule)), signal),
      () => 'created',
    );
    return { state: 'created', message: t('“{0}” was created and is disabled.', schedule.name) };
  } catch (error) {
    return { state: isUnknownOutcome(error) ? 'unknown' : 'failed', message: explain(error) };
  }
}
