import { maxNameLength } from '../../shared/wire/scheduledQueryFields';
import { t } from '../../shared/localize';
import type { InputQuestion, Prompts } from './prompts';

/** The name of a new scheduled query or rule. */
export async function askUniqueName(
  prompts: Prompts,
  question: Pick<InputQuestion, 'title' | 'position' | 'value'>,
): Promise<string> {
  const name = await prompts.input({
    ...question,
    prompt: t('Name (must be unique)'),
    validate: (text) =>
      text.trim() === '' || text.trim().length > maxNameLength
        ? { problem: t('A name must have 1 to {0} characters.', maxNameLength) }
        : undefined,
  });
  return name.trim();
}
