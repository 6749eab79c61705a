import { basename } from 'node:path';
import type { PlatformClient } from '../../../core/api/client';
import { runQuery } from '../../../core/api/runQuery';
import { createOnce } from '../../../core/api/scheduledQueryWrites';
import { ApiError, QueryFailedError, WritesLockedError } from '../../../core/api/errors';
import { tableNames } from '../../../core/api/tableNames';
import { t } from '../../../core/base/localize';
import type { RuleProgress } from '../../../core/pages/sigmaImport';
import { missingTables } from '../../../core/sigma/checkSigmaRules';
import { readHeader } from '../../../core/sigma/header';
import { queryAt, scheduleOfRule } from '../../../core/sigma/ruleSchedule';
import type { RuleSchedule } from '../../../core/sigma/ruleSchedule';
import type { Connection } from '../../ui/connections/connection';
import type { Log } from '../../ui/log';
import { isUnknownOutcome, sendAndLog } from '../../ui/writes/sendAndLog';
import { newPath, noNewPath, pathKey } from '../../../core/project/newPath';
import { findProjectFolder } from '../../../core/project/projectFolder';
import type { ProjectFolder } from '../../../core/project/projectFolder';
import { renderQueryFile } from '../../../core/project/writeQueryFile';
import { ExplainedError } from '../../ui/failures/failureText';
import { isCancellation } from '../../ui/prompts/canceled';
import type { QueryOfRule, SigmaDeps } from './openRules';
import type { ScheduledQuery } from '../../../core/interface/scheduledQuery';
import type { ScheduledQueryFields } from '../../../core/interface/scheduledQueryFields';
import { listScheduledQueries } from '../../../core/api/operations/scheduledQueries';
import { cronProblem, isCronSchedule } from '../../../core/time/cron';
import { wireTimeOffset } from '../../../core/interface/time';
import { newQueryFields } from '../../../core/interface/scheduledQueryFields';

type RuleResult = NonNullable<RuleProgress['result']>;

interface CreationDeps {
  readonly connection: Connection;
  readonly client: PlatformClient;
  readonly log: Pick<Log, 'info'>;
  readonly explain: (error: unknown) => string;
}

/**
 * Creates a disabled scheduled query for each rule, sequentially. Rules that already have one, by ID or name,
 * are skipped.
 */
export async function createQueries(
  rules: readonly NumberedRule[],
  deps: CreationDeps,
  onUpdate: (rule: number, result: RuleResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const { items } = await deps.client.send(listScheduledQueries({}), signal);
  const names = new Set(items.map(({ name }) => name));
  const ids = new Map(items.map(({ name, query }) => [readHeader(query).id, name]));
  for (const { number, rule } of rules) {
    signal.throwIfAborted();
    const schedule = scheduleOfRule(rule, basename(rule.file));
    const { id } = rule.information;
    const made = id === undefined ? undefined : ids.get(id);
    const taken = made ?? (names.has(schedule.name) ? schedule.name : undefined);
    if (taken !== undefined) {
      onUpdate(number, { state: 'exists', message: t('“{0}” already exists.', taken) });
      continue;
    }
    const result = await createOne(schedule, deps, signal);
    onUpdate(number, result);
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
    await sendAndLog(
      log,
      { connection, operation: 'create scheduled query', names: [schedule.name] },
      async () => createOnce(client, fieldsOfSchedule(schedule), signal),
      () => 'created',
    );
    return { state: 'created', message: t('“{0}” was created and is disabled.', schedule.name) };
  } catch (error) {
    // For all rules: the rest is not sent either.
    if (error instanceof WritesLockedError) throw error;
    return { state: isUnknownOutcome(error) ? 'unknown' : 'failed', message: explain(error) };
  }
}

/** The project that contains one of the folders. */
export async function findProject(folders: readonly string[]): Promise<ProjectFolder | undefined> {
  for (const folder of folders) {
    const found = await findProjectFolder(folder).catch(() => undefined);
    if (found) return found;
  }
  return undefined;
}

/** Writes a disabled scheduled query file for each rule. Existing names are skipped. */
export async function createFiles(
  rules: readonly NumberedRule[],
  folder: ProjectFolder,
  onUpdate: (rule: number, result: RuleResult) => void,
  signal: AbortSignal,
): Promise<void> {
  const { project, problems } = folder.readProject();
  const [problem] = problems;
  if (problem) throw new ExplainedError(`${problem.path}: ${problem.message}`);
  const files = await folder.readQueryFiles(project);
  const platform = project.platforms[0]?.name ?? '';
  const paths = new Set(files.map((file) => pathKey(file.path)));
  const names = new Map(files.map((file) => [file.on(platform)?.name, file.path] as const));
  for (const { number, rule } of rules) {
    signal.throwIfAborted();
    const { name, description, cron, query } = scheduleOfRule(rule, basename(rule.file));
    const taken = names.get(name);
    if (taken !== undefined) {
      onUpdate(number, { state: 'exists', message: t('{0} already has this name.', taken) });
      continue;
    }
    const path = newPath(name, project, paths);
    if (path === undefined) throw new ExplainedError(noNewPath(name));
    const trigger = { schedule: cron };
    const rest = { enabled: false, trigger, nodeTypes: [], outputParameter: false };
    await folder.write(path, renderQueryFile({ name, description, query, ...rest }, project));
    paths.add(pathKey(path));
    names.set(name, path);
    onUpdate(number, { state: 'written', message: path });
  }
}

/** Few enough not to slow down other users of the platform. */
const runningAtOnce = 3;

/** Counts the matches of each rule. Reports each start and end; a canceled rule counts as not tried. */
export async function tryRules(
  rules: readonly NumberedRule[],
  { client, span, explain }: TrialDeps,
  onUpdate: (rule: number, trial: RuleProgress['trial']) => void,
  signal: AbortSignal,
): Promise<void> {
  const waiting = [...rules];
  // All rules of a folder often fail for the same reason.
  let tables: Promise<readonly string[]> | undefined;
  /** The platform does not say which table is missing. */
  const reason = async (error: unknown, { sources }: QueryOfRule): Promise<string> => {
    if (!(error instanceof ApiError || error instanceof QueryFailedError)) return explain(error);
    tables ??= tableNames(client);
    const known = await tables;
    const [missing] = sources.flatMap((source) => missingTables(source, known));
    return missing?.message ?? explain(error);
  };
  const work = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      signal.throwIfAborted();
      const { number, rule } = next;
      onUpdate(number, { state: 'running' });
      try {
        const query = `${rule.queryOver(span)}\n| stats count as hits`;
        const [row] = (await runQuery(client, query, { limit: 1, signal })).rows;
        onUpdate(number, { state: 'done', hits: Number(row?.['hits'] ?? 0) });
      } catch (error) {
        const isCanceled = isCancellation(error);
        onUpdate(number, isCanceled ? null : { state: 'failed', message: await reason(error, rule) });
        if (isCanceled) throw error;
      }
    }
  };
  await Promise.all(Array.from({ length: runningAtOnce }, work));
}

interface TrialDeps {
  readonly client: PlatformClient;
  /** The period, such as `7d`. */
  readonly span: string;
  readonly explain: (error: unknown) => string;
}

/** A convertible rule and its index in the list of the folder. */
export interface NumberedRule {
  readonly number: number;
  readonly rule: QueryOfRule;
}

/** The disabled scheduled query of a rule. */
export function fieldsOfSchedule({ name, description, cron, query }: RuleSchedule): ScheduledQueryFields {
  return { ...newQueryFields, name, description, query, cronSchedule: cron };
}

/** The same rule on another schedule, for which `queryAt` has a query. */
export function runningAt(
  schedule: RuleSchedule,
  cron: string,
  rule: QueryOfRule,
  utcOffset: number,
): RuleSchedule {
  return { ...schedule, cron, query: queryAt(rule, cron, utcOffset) ?? schedule.query };
}

/** Why a rule cannot run on this schedule. */
export function scheduleProblem(text: string, rule: QueryOfRule): { readonly problem: string } | undefined {
  if (!isCronSchedule(text)) return { problem: cronProblem(text) };
  if (queryAt(rule, text.trim()) !== undefined) return undefined;
  return {
    problem: t(
      'Use a schedule with at most one run a minute and without weekdays such as MON#2 or FRIL, so that no logs are read twice or missed. Days of the month and days of the week cannot be combined.',
    ),
  };
}

/**
 * The offset of the times of the platform, in which it also reads cron expressions; not asked for if the time
 * between runs is always the same.
 */
export async function scheduleOffset(
  platforms: SigmaDeps['platforms'],
  connection: Connection,
  rule: QueryOfRule,
  cron: string,
): Promise<number> {
  if (queryAt(rule, cron, 0) === queryAt(rule, cron, 1)) return 0;
  const client = await platforms.clientFor(connection);
  const { items } = await client.send(listScheduledQueries({ limit: 1 }));
  return offsetOfTimes(items[0]);
}

export function offsetOfTimes(query: ScheduledQuery | undefined): number {
  return (query?.created === undefined ? undefined : wireTimeOffset(query.created)) ?? 0;
}

/** Found by the ID of the rule in the comment at the beginning of the query. */
export async function queriesMadeFrom(
  client: Pick<PlatformClient, 'send'>,
  id: string | undefined,
): Promise<readonly ScheduledQuery[]> {
  if (id === undefined) return [];
  const { items } = await client.send(listScheduledQueries({ keywords: id }));
  return items.filter(({ query }) => readHeader(query).id === id);
}
