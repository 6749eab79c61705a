import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connections/connection';
import { environmentLabel } from '../../ui/connections/environment';
import type { Choice, Prompts } from '../../ui/prompts/prompts';
import type { WriteLocks } from './writeLocks';

const longest = 480;

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
    prompt: t('Minutes, 1 to {0}', longest),
    validate: (typed) => {
      const minutes = Number(typed);
      const valid = Number.isInteger(minutes) && minutes >= 1 && minutes <= longest;
      return valid ? undefined : { problem: t('Enter a whole number from 1 to {0}.', longest) };
    },
  });
  return Number(text);
}
