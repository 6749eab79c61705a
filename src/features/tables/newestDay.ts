import type { Table } from '../../shared/wire/table';
import { parseWireTime } from '../../shared/wire/time';

const day = 86_400_000;

/** The option for a period with rows: the last 24 hours, or the day of the last logs if they are older. */
export function newestDay({ lastDay }: Pick<Table, 'lastDay'>, now = Date.now()): string {
  const last = lastDay === undefined ? undefined : parseWireTime(lastDay);
  if (lastDay === undefined || last === undefined || last.getTime() > now - day) return 'duration=1d';
  // In server time, in which the platform also reads these dates.
  const [from] = lastDay.split(' ');
  const to = new Date(Date.parse(`${from}T00:00:00Z`) + day).toISOString();
  return `from=${digits(from ?? '')} to=${digits(to.slice(0, 10))}`;
}

function digits(date: string): string {
  return date.replaceAll('-', '');
}
