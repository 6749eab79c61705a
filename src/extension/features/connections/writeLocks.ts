import { WritesLockedError } from '../../../core/api/errors';
import { environmentLabel } from '../../../core/base/environment';
import { platformOf, startsLocked } from '../../ui/connections/connection';
import type { Connection } from '../../ui/connections/connection';
import { t } from '../../../core/base/localize';
import { isCancellation } from '../../ui/prompts/canceled';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import { minute } from '../../../core/time/durations';

/** Milliseconds: a timer that fires so early would otherwise report the same minute twice. */
const timerTolerance = 5;

interface Unlocked {
  /** By the clock of the machine, which may be set back. */
  readonly until: number;
  /** By the time since the start of the process, which may not count while the machine sleeps. */
  readonly uptimeUntil: number;
  /** Locks the connection, or fires after each minute. */
  timer: NodeJS.Timeout;
}

/** The unlocked connections and their remaining time. Fires after each minute. */
export class WriteLocks {
  readonly #unlocked = new Map<string, Unlocked>();
  /** The open questions. */
  readonly #questions = new Map<string, Promise<void>>();

  constructor(private readonly changed: () => void) {}

  isLocked(connection: Connection): boolean {
    return startsLocked(connection) && this.remaining(connection) === 0;
  }

  /** Milliseconds until the connection locks again. */
  remaining(connection: Connection): number {
    const { until = 0, uptimeUntil = 0 } = this.#unlocked.get(keyOf(connection)) ?? {};
    return Math.max(0, Math.ceil(Math.min(until - Date.now(), uptimeUntil - performance.now())));
  }

  unlock(connection: Connection, minutes: number): void {
    const key = keyOf(connection);
    clearTimeout(this.#unlocked.get(key)?.timer);
    const duration = Math.round(minutes * minute);
    const timer = this.#nextMinute(connection, duration);
    const uptimeUntil = performance.now() + duration;
    this.#unlocked.set(key, { until: Date.now() + duration, uptimeUntil, timer });
    this.changed();
  }

  lock(connection: Connection): void {
    const key = keyOf(connection);
    clearTimeout(this.#unlocked.get(key)?.timer);
    if (this.#unlocked.delete(key)) this.changed();
  }

  /** Offers *Unlock Writes…* if the connection is locked, once for all who wait. Rejects if it stays locked. */
  async ensureUnlocked(connection: Connection, prompts: Prompts): Promise<void> {
    if (!this.isLocked(connection)) return;
    const key = keyOf(connection);
    const question = this.#questions.get(key) ?? askToUnlock(connection, this, prompts);
    this.#questions.set(key, question);
    try {
      await question;
    } catch (error) {
      throw isCancellation(error) ? new WritesLockedError() : error;
    } finally {
      this.#questions.delete(key);
    }
  }

  #nextMinute(connection: Connection, remaining: number): NodeJS.Timeout {
    const isLast = remaining <= minute;
    const rest = remaining % minute;
    const next = rest < timerTolerance ? rest + minute : rest;
    return setTimeout(
      () => {
        const unlocked = this.#unlocked.get(keyOf(connection));
        if (isLast || unlocked === undefined) {
          this.lock(connection);
          return;
        }
        unlocked.timer = this.#nextMinute(connection, this.remaining(connection));
        this.changed();
      },
      isLast ? remaining : next,
    );
  }

  dispose(): void {
    for (const { timer } of this.#unlocked.values()) clearTimeout(timer);
    this.#unlocked.clear();
  }
}

/** Includes the platform, so that an edited connection with the same name is locked. */
function keyOf(connection: Connection): string {
  return JSON.stringify([connection.name, platformOf(connection), connection.environment]);
}

async function askToUnlock(connection: Connection, locks: WriteLocks, prompts: Prompts): Promise<void> {
  await prompts.confirm({
    message: t('Writes to {0} are locked.', connection.name),
    detail: connection.readOnly
      ? t('The settings lock this connection. You can unlock writes for a few minutes.')
      : t('It is a production system. You can unlock writes for a few minutes.'),
    buttons: [{ label: t('Unlock Writes…'), value: true }],
  });
  await unlockWrites(connection, locks, prompts);
}

const maxMinutes = 480;

type Duration = number | 'other' | 'lock';

/** Asks how many minutes to unlock writes for, and unlocks or locks them. */
export async function unlockWrites(
  connection: Connection,
  locks: WriteLocks,
  prompts: Prompts,
): Promise<void> {
  const title = t('Unlock Writes to {0} ({1})', connection.name, environmentLabel(connection.environment));
  const duration = await prompts.pick<Duration>({
    title,
    placeholder: t('Select how long. Writes lock again automatically.'),
    choices: durationChoices(locks.remaining(connection) > 0),
  });
  if (duration === 'lock') locks.lock(connection);
  else locks.unlock(connection, duration === 'other' ? await askMinutes(title, prompts) : duration);
}

function durationChoices(unlocked: boolean): readonly Choice<Duration>[] {
  return [
    ...(unlocked ? [{ label: t('Lock now'), icon: 'lock', value: 'lock' as const }] : []),
    ...[5, 15, 30, 60].map((minutes) => ({
      label: t('{0} minutes', minutes),
      icon: 'unlock',
      value: minutes,
    })),
    { label: t('Other duration…'), icon: 'edit', value: 'other' },
  ];
}

async function askMinutes(title: string, prompts: Prompts): Promise<number> {
  const text = await prompts.input({
    title,
    prompt: t('Minutes, 1 to {0}', maxMinutes),
    validate: (typed) => {
      const minutes = Number(typed);
      const valid = Number.isInteger(minutes) && minutes >= 1 && minutes <= maxMinutes;
      return valid ? undefined : { problem: t('Enter a whole number from 1 to {0}.', maxMinutes) };
    },
  });
  return Number(text);
}
