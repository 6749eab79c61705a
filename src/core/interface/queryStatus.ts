import * as z from 'zod/mini';
import { integer32, integer64 } from '../base/integers';
import type { Integer64 } from '../base/integers';
import { orUndefined, optional } from './optional';
import type { RawRecord } from './optional';

const commandFields = { command: z.string(), status: z.string(), push_count: integer64 };

const command = z.pipe(z.looseObject(commandFields), z.transform(toCommand));

// Documented as an integer, which must be a mistake for a name; both are accepted.
const subQueryCommand = z.pipe(
  z.looseObject({ ...commandFields, name: optional(z.union([z.string(), z.number()])) }),
  z.transform((entry) => ({
    ...toCommand(entry),
    name: entry.name == null ? undefined : String(entry.name),
  })),
);

const subQuery = z.looseObject({ id: integer32, commands: z.array(subQueryCommand) });

const map = optional(z.record(z.string(), z.unknown()));

const record = z.looseObject({
  id: integer32,
  source: z.string(),
  login_name: optional(z.string()),
  remote_ip: optional(z.string()),
  rows: integer64,
  elapsed: integer64,
  is_finished: z.boolean(),
  is_cancelled: z.boolean(),
  is_scheduled_query: optional(z.boolean()),
  constants: map,
  query_string: z.string(),
  start_time: optional(integer64),
  finish_time: optional(integer64),
  last_started: optional(z.string()),
  background: optional(z.boolean()),
  commands: optional(z.array(command)),
  sub_queries: optional(z.array(subQuery)),
  stamp: integer32,
  tags: map,
});

export const queryStatus = z.pipe(
  record,
  z.transform((fields) => ({
    id: fields.id,
    source: fields.source,
    loginName: orUndefined(fields.login_name),
    remoteIp: orUndefined(fields.remote_ip),
    rows: fields.rows,
    /** Milliseconds since the query started. */
    elapsed: fields.elapsed,
    finished: fields.is_finished,
    /** Cancellation was requested; the query may still be running. */
    canceled: fields.is_cancelled,
    scheduled: fields.is_scheduled_query ?? false,
    background: fields.background ?? false,
    constants: (fields.constants ?? {}) as RawRecord,
    tags: (fields.tags ?? {}) as RawRecord,
    text: fields.query_string,
    startTime: orUndefined(fields.start_time),
    finishTime: orUndefined(fields.finish_time),
    /** In the format and time zone of the platform. */
    lastStarted: orUndefined(fields.last_started),
    commands: fields.commands ?? [],
    subQueries: fields.sub_queries ?? [],
    /** Increases with each request: the response with the higher stamp is newer. */
    stamp: fields.stamp,
    raw: fields as RawRecord,
  })),
);

export type QueryStatus = Readonly<z.infer<typeof queryStatus>>;
export type CommandStatus = Readonly<QueryStatus['commands'][number]>;

function toCommand(entry: { command: string; status: string; push_count: Integer64 }) {
  return {
    command: entry.command,
    /** `Waiting`, `Running`, `Finalizing` or `End`; a string, because newer platforms may add values. */
    status: entry.status,
    /** Rows passed to the next command. */
    pushCount: entry.push_count,
  };
}
