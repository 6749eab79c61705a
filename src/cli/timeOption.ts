import { parseWireTime } from '../shared/wire/time';
import { textOption, UsageError } from './command';
import type { CommandInput, CommandOption } from './command';

export const periodOptions = {
  from: { value: 'TIME', summary: 'such as 2026-01-31T09:00:00Z, or 2026-01-31 in local time' },
  to: { value: 'TIME', summary: 'the end of the period' },
} as const satisfies Record<string, CommandOption>;

/** The value of an option that is a time. */
export function timeOption(input: CommandInput, name: string): Date | undefined {
  const text = textOption(input, name);
  if (text === undefined) return undefined;
  const timestamp = timestampOf(text.trim());
  if (timestamp !== undefined) return timestamp;
  throw new UsageError(`--${name} must be a time such as 2026-01-31T09:00:00Z or 2026-01-31, not ${text}.`);
}

const isoTime = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d)?(?:\.\d+)?(Z|[+-]\d\d:?\d\d)?)?$/i;

/** A time without a zone is local; a date starts at local midnight. */
function timestampOf(text: string): Date | undefined {
  const [, day, clock = '00:00', seconds = ':00', zone] = isoTime.exec(text) ?? [];
  if (day === undefined) return undefined;
  const inUtc = parseWireTime(`${day} ${clock}${seconds}${zone?.toUpperCase() ?? 'Z'}`);
  if (inUtc === undefined) return undefined;
  return zone === undefined ? new Date(`${day}T${clock}${seconds}`) : inUtc;
}
