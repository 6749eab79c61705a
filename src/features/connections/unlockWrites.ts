import { t } from '../../shared/localize';
import type { Connection } from '../../ui/connection';
import type { Prompts } from '../../ui/prompts';
import type { WriteLocks } from './writeLocks';

const longest = 480;

/** Asks for how many minutes writes shall be open, and opens them. */
export async function unlockWrites(
  connection: Connection,
  locks: WriteLocks,
  prompts: Prompts,
): Promise<void> {
  const title = t('Unlock Writes to {0}', connection.name);
  const choice = await prompts.pick<number | 'other'>({
    title,
    placeholder: t('For how long? The connection locks itself again.'),
    choices: [
      ...[5, 15, 30, 60].map((minutes) => ({ label: t('{0} minutes', minutes), value: minutes })),
      { label: t('Another time…'), value: 'other' as const },
    ],
  });
  locks.unlock(connection, choice === 'other' ? await askMinutes(title, prompts) : choice);
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
