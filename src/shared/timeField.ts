/** The field that holds the time of each row, if there is one with a usual name. */
export function timeFieldOf(fields: readonly string[]): string | undefined {
  const byName = new Map(fields.map((field) => [field.toLowerCase(), field]));
  return usualNames.map((name) => byName.get(name)).find((field) => field !== undefined);
}

/** Names under which logs carry their time, the surest first. */
const usualNames = [
  '_time',
  'time',
  'timestamp',
  '@timestamp',
  'ts',
  'event_time',
  'eventtime',
  'log_time',
  'logtime',
  'datetime',
  'date_time',
  'created_at',
  'date',
];
