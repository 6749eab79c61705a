import * as z from 'zod/mini';
import type { Log } from '../log';
import { parseRows } from './sqlValue';
import type { Store } from './store';

const day = 24 * 60 * 60 * 1000;

const cleanUpRow = z.object({ last: z.date(), waitsUntil: z.optional(z.date()) });

type CleanUp = z.infer<typeof cleanUpRow>;

/**
 * Whether old data may be deleted at this time, which is stored as that of the last clean-up. A clock that is more than
 * a day away from the last clean-up may be wrong, so nothing is deleted until it has gone on for a day.
 */
export async function mayDelete(database: Store, now: Date, log: Log): Promise<boolean> {
  const rows = await database.read('SELECT last, waits_until FROM clean_up');
  const [known] = parseRows(cleanUpRow, rows);
  const jump = known ? now.getTime() - known.last.getTime() : 0;
  const hasJumped = Math.abs(jump) > day;
  const waitsUntil = hasJumped ? new Date(now.getTime() + day) : known?.waitsUntil;
  if (hasJumped && waitsUntil) {
    const days = Math.round(Math.abs(jump) / day);
    const direction = jump > 0 ? 'after' : 'before';
    log(
      `nothing is deleted before ${waitsUntil.toISOString()}: the clock is ${days} days ${direction} the last clean-up`,
    );
  }
  const isWaiting = waitsUntil !== undefined && now < waitsUntil;
  // On a full disk, deleting is what helps.
  await store(database, { last: now, waitsUntil: isWaiting ? waitsUntil : undefined }).catch(
    (error: unknown) => log('the time of the last clean-up', error),
  );
  return !isWaiting;
}

async function store(database: Store, { last, waitsUntil }: CleanUp): Promise<void> {
  await database.write(async ({ run }) => {
    await run('DELETE FROM clean_up');
    await run('INSERT INTO clean_up VALUES (?, ?)', [last, waitsUntil]);
  });
}
