import * as z from 'zod/mini';
import { integer32, integer64 } from '../base/integers';
import { optional } from './optional';
import { defaulting, rawRecord, record } from './record';

const commandFields = {
  command: z.string(),
  /** `Waiting`, `Running`, `Finalizing` or `End`; a string, because newer platforms may add values. */
  status: z.string(),
  /** Rows passed to the next command. */
  pushCount: integer64,
};

// Documented as an integer, which must be a mistake for a name; both are accepted.
const commandName = z.pipe(z.union([z.string(), z.number()]), z.transform(String));

const subQuery = record({
  id: integer32,
  commands: z.array(record({ ...commandFields, name: optional(commandName) })),
});

const map = defaulting(z.record(z.string(), z.unknown()), {});

export const queryStatus = rawRecord(
  {
    id: integer32,
    source: z.string(),
    loginName: optional(z.string()),
    remoteIp: optional(z.string()),
    rows: integer64,
    /** Milliseconds since the query started. */
    elapsed: integer64,
    finished: z.boolean(),
    /** Cancellation was requested; the query may still be running. */
    canceled: z.boolean(),
    scheduled: defaulting(z.boolean(), false),
    background: defaulting(z.boolean(), false),
    constants: map,
    tags: map,
    text: z.string(),
    startTime: optional(integer64),
    finishTime: optional(integer64),
    /** In the format and time zone of the platform. */
    lastStarted: optional(z.string()),
    commands: defaulting(z.array(record(commandFields)), []),
    subQueries: defaulting(z.array(subQuery), []),
    /** Increases with each request: the response with the higher stamp is newer. */
    stamp: integer32,
  },
  {
    finished: 'is_finished',
    canceled: 'is_cancelled',
    scheduled: 'is_scheduled_query',
    text: 'query_string',
  },
);

export type QueryStatus = Readonly<z.infer<typeof queryStatus>>;
export type CommandStatus = Readonly<QueryStatus['commands'][number]>;
