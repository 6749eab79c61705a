import { t } from '../../shared/localize';
import type { RowFilter } from '../explorer/explorerSection';
import type { Prompts } from './prompts';

/** Asks for a keyword; an empty one removes the filter. */
export async function askKeywords(
  title: string,
  current: RowFilter | undefined,
  prompts: Prompts,
): Promise<RowFilter | undefined> {
  const keywords = await prompts.input({
    title,
    prompt: t('The platform searches for this text. Leave it empty to show everything.'),
    value: keywordsOf(current) ?? '',
  });
  const trimmed = keywords.trim();
  return trimmed === '' ? undefined : { label: `"${trimmed}"`, fields: { keywords: trimmed } };
}

export function keywordsOf(filter: RowFilter | undefined): string | undefined {
  return filter?.fields['keywords'];
}
