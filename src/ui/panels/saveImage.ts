import { t } from '../../shared/localize';
import type { SaveImage } from '../../shared/protocol/common';
import { saveContent } from '../files/saveContent';
import type { Prompts } from '../prompts/prompts';

/** Asks for a file and saves an image of a page to it. */
export async function saveImage(
  prompts: Prompts,
  { name, format, data }: Pick<SaveImage, 'name' | 'format' | 'data'>,
): Promise<void> {
  const content = Buffer.from(data, format === 'svg' ? 'utf8' : 'base64');
  await saveContent(prompts, { title: t('Save Image'), name, extension: format }, content, (file) =>
    t('The image was saved to {0}.', file),
  );
}
