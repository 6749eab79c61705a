import { maxNameLength } from '../../../core/interface/scheduledQueryFields';
import { t } from '../../../core/base/localize';
import type { InputQuestion, Prompts, Validation } from './prompts';

/** The name of a scheduled query or rule. `taken` are names that are known to be in use. */
export async function askUniqueName(
  prompts: Prompts,
  question: Pick<InputQuestion, 'title' | 'position' | 'value'>,
  taken: ReadonlySet<string> = new Set(),
): Promise<string> {
  const name = await prompts.input({
    ...question,
    prompt: t('Name (must be unique)'),
    validate: (text) => problemOf(text.trim(), taken),
  });
  return name.trim();
}

function problemOf(name: string, taken: ReadonlySet<string>): Validation {
  if (name === '' || name.length > maxNameLength)
    return { problem: t('A name must have 1 to {0} characters.', maxNameLength) };
  if (!taken.has(name)) return undefined;
  return { problem: t('The name “{0}” is already in use. Enter another name.', name) };
}
