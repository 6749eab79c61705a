import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { isGuid } from '../../core/interface/guid';
import { fileIdentity } from '../../core/interface/upload';
import { formatWireTime } from '../../core/interface/time';
import { audited, operation } from '../audit/requestAudit';
import { illegalState, invalidArgument } from '../errors';
import { jsonObject } from '../http/bodies';
import { callerOf } from '../http/caller';
import { oneOf, pageOf, shortText, wholeNumber } from '../http/checks';
import {
  bodyParameters,
  Parameters,
  pathParameter,
  queryParameters,
  required,
} from '../http/requestParameters';
import type { Services } from '../services';
import { uploadNotFound } from '../uploads/uploadStore';
import type { Upload, UploadMetadata } from '../uploads/uploadStore';

/**
 * Upload streams. A token replaces the key for appending, completing and canceling, from the address that
 * opened the stream.
 */
export function registerUploadStreamRoutes(app: FastifyInstance, services: Services): void {
  registerOwner(app, services);
  registerReads(app, services);
  void app.register((scope, _options, done) => {
    registerAppend(scope, services);
    done();
  });
}

function registerOwner(app: FastifyInstance, services: Services): void {
  const { uploads, logTables, auditLog } = services;
  app.post('/upload-streams', operation('ADMIN', module, 'open', true), async (request) => {
    const parameters = bodyParameters(request);
    const fileName = shortText('file_name', parameters.requiredText('file_name'), maxFileNameLength);
    const metadata = parseMetadata(parameters, fileName);
    if (!logTables.find(metadata.table_name)) throw illegalState(`table not found: ${metadata.table_name}`);
    request.auditMessage = { file_name: fileName, table: metadata.table_name };
    const upload = {
      remoteAddress: request.address,
      loginName: callerOf(request).loginName,
      fileName,
      fileSize: requiredLong(parameters, 'file_size'),
      metadata,
    };
    return { token: await uploads.create(upload, audited(request, auditLog)) };
  });

  const onRequest = checkToken(services);
  const complete = { ...operation('open', module, 'complete', true), bodyLimit: maxOpenBody, onRequest };
  app.post('/upload-streams/:token/complete', complete, async (request) => {
    const token = pathParameter(request, 'token');
    const entry = audited<number>(request, auditLog, (rows) => ({ ...request.auditMessage, rows }));
    const { rows, notices } = await uploads.complete(token, request.address, entry);
    return notices.length === 0 ? { rows } : { rows, notices };
  });

  const cancel = { ...operation('open', module, 'cancel'), bodyLimit: maxOpenBody, onRequest };
  app.delete('/upload-streams/:token', cancel, async (request) => {
    const token = pathParameter(request, 'token');
    await uploads.cancel(token, request.address, audited(request, auditLog));
    return {};
  });
}

function registerReads(app: FastifyInstance, { uploads }: Services): void {
  app.get('/upload-streams', operation('MASTER', module, 'list', true), (request) =>
    pageOf(request, 'streams', uploads.all(), uploadRecord),
  );

  app.get('/upload-streams/:token', operation('MASTER', module, 'get'), (request) => {
    const token = pathParameter(request, 'token');
    if (!isGuid(token)) throw invalidArgument("'token' parameter should be GUID type");
    const upload = uploads.find(token);
    return { stream: upload ? uploadRecord(upload) : null };
  });
}

/** In its own scope without body parsers: bodies are streamed to disk, whatever their size. */
function registerAppend(scope: FastifyInstance, services: Services): void {
  const { uploads } = services;
  scope.removeAllContentTypeParsers();
  scope.addContentTypeParser('*', (_request, payload, done) => done(null, payload));
  const append = { ...operation('open', module, 'append', true), onRequest: checkToken(services) };
  scope.put('/upload-streams/:token', append, async (request, reply) => {
    const body = request.body instanceof Readable ? request.body : Readable.from([]);
    try {
      const token = pathParameter(request, 'token');
      const offset = requiredLong(queryParameters(request), 'offset');
      return { uploaded_size: await uploads.append(token, request.address, offset, body) };
    } finally {
      // A rejected client reads the response only after its remaining body was read.
      body.resume();
      // A destroyed body is no longer read, so the end of its connection would not be noticed.
      if (body.destroyed && !body.readableEnded) void reply.header('connection', 'close');
    }
  });
}

const module = 'upload-stream';
const maxFileNameLength = 255;
/** Anyone may send these bodies, which are ignored. */
const maxOpenBody = 4096;

/**
 * Rejects an unknown token before the body is read. The token must not be in the audit log, so the file and the
 * table identify the stream.
 */
function checkToken({ uploads, accounts }: Pick<Services, 'uploads' | 'accounts'>) {
  return async (request: FastifyRequest): Promise<void> => {
    const token = pathParameter(request, 'token');
    const upload = uploads.find(token);
    if (upload) request.auditMessage = { file_name: upload.fileName, table: upload.metadata.table_name };
    if (upload?.remoteAddress !== request.address) await Promise.reject(uploadNotFound(token));
    request.owner = upload && accounts.findByLoginName(upload.loginName);
  };
}

function requiredLong(parameters: Parameters, name: string): number {
  return required(name, wholeNumber(parameters, name, { type: 'long', largest: Number.MAX_SAFE_INTEGER }));
}

function parseMetadata(parameters: Parameters, fileName: string): UploadMetadata {
  const text = parameters.requiredText('metadata');
  const object = jsonObject(text, "'metadata' parameter should be a JSON object");
  const fields = new Parameters(object);
  const identity = z.safeParse(fileIdentity, Object.fromEntries(object));
  const defaultFormat = /\.csv$/i.test(fileName) ? 'csv' : 'ndjson';
  return {
    table_name: fields.requiredText('table_name'),
    format: oneOf('format', fields.text('format') ?? defaultFormat, ['ndjson', 'csv']),
    ...identity.data,
  };
}

function uploadRecord(upload: Upload): Record<string, unknown> {
  return {
    token: upload.token,
    remote_addr: upload.remoteAddress,
    login_name: upload.loginName,
    file_name: upload.fileName,
    file_size: upload.fileSize,
    uploaded_size: upload.uploadedSize,
    created: formatWireTime(upload.created),
    last_upload: upload.lastUpload ? formatWireTime(upload.lastUpload) : null,
    metadata: upload.metadata,
  };
}
