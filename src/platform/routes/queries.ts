import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isOwnQuery } from '../../core/interface/ownQueries';
import { isDeeperThan } from '../../core/base/json';
import { formatWireTime } from '../../core/interface/time';
import { QueryRejection } from '../engine/plan/queryRejection';
import { contentTypes, resultFormats, writeResult } from './resultFormats';
import type { ResultSelection } from './resultFormats';
import type { RowRange } from '../engine/run/resultRows';
import { TooManyQueriesError } from '../engine/run/queryLimits';
import type { CheckedQuery } from '../engine/run/liveQueries';
import { changesData } from '../engine/run/readQuery';
import type { QueryOutcome, QueryRun } from '../engine/run/engineRun';
import { operation } from '../audit/requestAudit';
import { cannotAccessQuery, illegalState, invalidArgument, invalidQuery } from '../errors';
import { callerOf, isAssistant } from '../http/caller';
import { maxNesting, jsonObject } from '../http/bodies';
import { resting } from '../http/holdings';
import { int64, oneOf, pageOf, pathInt32 } from '../http/checks';
import { bodyParameters, queryParameters } from '../http/requestParameters';
import type { Parameters } from '../http/requestParameters';
import type { Services } from '../services';

const defaultPage = 1000;

export function registerQueryRoutes(app: FastifyInstance, services: Services): void {
  const { queries, queryHistory } = services;
  const options = (method: string) => operation('MEMBER', 'query', method);

  registerAllQueriesRoutes(app, services);

  app.get('/queries/:id', options('status'), (request) => findRun(request, services).status());

  app.post('/cursors', options('run'), async (request, reply) => {
    const parameters = bodyParameters(request);
    const text = parameters.requiredText('q');
    const { tags, size } = readTags(parameters);
    const left = leaving(reply);
    const checked = await checkQuery(text, request, left, services, text.length + size);
    request.auditMessage = { query: text };
    return { id: startRun(text, checked, { tags, background: true }, request, services).id };
  });

  app.get('/cursors/:id', options('fetch'), (request, reply) => {
    const run = findRun(request, services);
    return sendResult(run, readSelection(queryParameters(request), defaultPage), request, reply);
  });

  app.delete('/cursors/:id', options('drop'), async (request) => {
    const run = findRun(request, services);
    request.auditMessage = { id: run.id };
    if (run.outcome !== undefined) request.auditMethod = 'close';
    await queries.drop(run);
    return { status: 'ok' };
  });

  app.get('/query', { ...options('run'), exposeHeadRoute: false }, async (request, reply) => {
    const parameters = queryParameters(request);
    const text = parameters.requiredText('q');
    const selection = readSelection(parameters, Number.MAX_SAFE_INTEGER);
    const left = leaving(reply);
    const checked = await checkQuery(text, request, left, services);
    const run = startRun(text, checked, { tags: {}, background: false }, request, services);
    // Also after the response was sent, because the result of a foreground query cannot be requested again.
    left.addEventListener('abort', () => {
      run.cancel('connection-closed');
      queries.drop(run).catch((error: unknown) => services.log(`query ${run.id}`, error));
    });
    const { outcome } = await resting(request, () => run.done);
    // Some of the rows would look like all of them.
    if (outcome === 'cancelled') throw illegalState('the query was cancelled');
    return sendResult(run, selection, request, reply);
  });

  app.get('/query-history', options('history'), async (request) => {
    const { offset, limit } = readRange(queryParameters(request), Number.MAX_SAFE_INTEGER);
    const history = await queryHistory.list(callerOf(request).guid, BigInt(offset), BigInt(limit));
    return {
      total_count: history.total,
      queries: history.queries.map(({ query, createdAt, source }) => ({
        query,
        created_at: formatWireTime(createdAt),
        ...(source !== undefined && !services.strictInterface && { source }),
      })),
    };
  });
}

/** The queries of all accounts, so that a MASTER can find one that blocks others. */
function registerAllQueriesRoutes(app: FastifyInstance, { queries }: Services): void {
  app.get('/queries', operation('MASTER', 'query', 'list', true), (request) =>
    pageOf(request, 'queries', queries.all(), (run) => run.description()),
  );

  app.delete('/queries/:id', operation('MASTER', 'query', 'cancel', true), (request) => {
    const id = pathInt32(request, 'id', 'query id');
    const run = queries.findAny(id);
    if (!run) throw cannotAccessQuery(id);
    request.auditMessage = { id, login_name: run.request.account.loginName };
    run.cancel('administrator');
    return {};
  });
}

function startRun(
  text: string,
  checked: CheckedQuery,
  { tags, background }: { readonly tags: Readonly<Record<string, unknown>>; readonly background: boolean },
  request: FastifyRequest,
  { queries, queryHistory, strictInterface }: Services,
): QueryRun {
  const account = callerOf(request);
  const source = isAssistant(request) && !strictInterface ? 'assistant' : 'rest-api';
  if (!isOwnQuery(text)) queryHistory.add(account.guid, text, source);
  const remoteAddress = request.address;
  return queries.start({ text, source, account, remoteAddress, constants: {}, background }, tags, checked);
}

/** Aborted when the connection is closed, whether or not the response was sent. */
function leaving(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  reply.raw.once('close', () => controller.abort());
  return controller.signal;
}

async function checkQuery(
  text: string,
  request: FastifyRequest,
  left: AbortSignal,
  { queries }: Services,
  size = text.length,
): Promise<CheckedQuery> {
  try {
    const checked = await queries.check(text, callerOf(request), left, size);
    left.throwIfAborted();
    return checked;
  } catch (error) {
    if (left.aborted) throw illegalState('the client has left');
    request.isChange = changesData(text);
    if (error instanceof QueryRejection) throw invalidQuery(error);
    if (error instanceof TooManyQueriesError) throw illegalState('too many running queries');
    throw error;
  }
}

function findRun(request: FastifyRequest, { queries }: Services): QueryRun {
  const id = pathInt32(request, 'id', 'query id');
  const run = queries.find(id, callerOf(request));
  if (!run) throw cannotAccessQuery(id);
  return run;
}

/** While the query is running, the current rows. */
function sendResult(
  run: QueryRun,
  selection: ResultSelection,
  request: FastifyRequest,
  reply: FastifyReply,
): FastifyReply {
  if (run.outcome?.outcome === 'failed') throw failureOf(run.outcome);
  const result = run.result ?? { schema: [], count: 0, read: noRows };
  reply.header('content-type', contentTypes[selection.format]);
  const admit = (bytes: number): Promise<void> => resting(request, () => Promise.resolve(), bytes);
  return reply.send(Readable.from(writeResult(result, selection, admit)));
}

// oxlint-disable-next-line typescript/require-await -- a stream without pieces has nothing to wait for
async function* noRows(): AsyncGenerator<never> {
  yield* [];
}

function failureOf({ reason, rejection }: Extract<QueryOutcome, { outcome: 'failed' }>): Error {
  return rejection ? invalidQuery(rejection) : illegalState(reason);
}

function readSelection(parameters: Parameters, defaultLimit: number): ResultSelection {
  const fields = parameters.list('fields');
  return {
    ...readRange(parameters, defaultLimit),
    format: oneOf('format', parameters.text('format') ?? 'json', resultFormats),
    fields: fields && [...new Set(fields)],
  };
}

function readRange(parameters: Parameters, defaultLimit: number): RowRange {
  return {
    offset: readLong(parameters, 'offset') ?? 0,
    limit: readLong(parameters, 'limit') ?? defaultLimit,
  };
}

function readLong(parameters: Parameters, name: string): number | undefined {
  const negative = `${name} should be non-negative integer.`;
  const value = int64(parameters, name, `${name} should be long type.`, negative);
  return value === undefined ? undefined : Math.min(Number(value), Number.MAX_SAFE_INTEGER);
}

/** Bytes. */
const maxTags = 65_536;

/** Tags of the client for finding the query again, as the text of a JSON object. */
function readTags(parameters: Parameters): {
  readonly tags: Readonly<Record<string, unknown>>;
  readonly size: number;
} {
  const text = parameters.text('tags');
  if (text === undefined) return { tags: {}, size: 0 };
  if (Buffer.byteLength(text) > maxTags) {
    throw invalidArgument(`'tags' must be shorter than or equal to ${maxTags} bytes.`);
  }
  const tags = Object.fromEntries(jsonObject(text, "'tags' parameter should be map type"));
  // They are part of the status, and a very deep value cannot be serialized as JSON.
  if (isDeeperThan(tags, maxNesting)) throw invalidArgument("'tags' parameter is nested too deeply");
  return { tags, size: text.length };
}
