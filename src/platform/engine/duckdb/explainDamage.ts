import type { LogTableAccess, UnreadableRows } from '../../store/logTables';
import { isReadFailure } from '../../store/unreadableSegments';
import { DamagedRowsError } from '../run/failureReason';

/**
 * Runs work that reads log tables. If it fails because of damaged files, the failure names the unreadable
 * rows, which later queries skip.
 */
export async function explainDamage<T>(
  tables: LogTableAccess,
  signal: AbortSignal,
  work: (tables: LogTableAccess) => Promise<T>,
): Promise<T> {
  const read = new Set<string>();
  const watched: LogTableAccess = {
    scan: (names, range) => {
      const scan = tables.scan(names, range);
      for (const { file } of scan.segments) read.add(file);
      return scan;
    },
    append: (...request) => tables.append(...request),
    all: () => tables.all(),
    leaveOutDamaged: (...request) => tables.leaveOutDamaged(...request),
  };
  try {
    return await work(watched);
  } catch (error) {
    // Searching for damage reads whole tables, so it must be likely.
    if (signal.aborted || !isReadFailure(error)) throw error;
    const [first, ...others] = await tables.leaveOutDamaged([...read], signal);
    if (!first) throw error;
    throw new DamagedRowsError([first, ...others].map(describeRows).join('; '), { cause: error });
  }
}

function describeRows({ table, rows, minTime, maxTime }: UnreadableRows): string {
  const period = `from ${minTime.toISOString()} to ${maxTime.toISOString()}`;
  return `${rows} rows of the table ${table} ${period} are damaged and left out from now on`;
}
