/** The time field of the rows, if one has a common name. */
export function timeFieldOf(fields: readonly string[]): string | undefined {
  const byName = new Map(fields.map((field) => [field.toLowerCase(), field]));
  return defaultNames.map((name) => byName.get(name)).find((field) => field !== undefined);
}

/** Common names of time fields, the most reliable first. */
const defaultNames = [
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
