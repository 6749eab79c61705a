import { writeFile } from 'node:fs/promises';
import { t } from '../../shared/localize';
import type { SaveImage } from '../../shared/protocol/common';
import { fileName } from '../format/format';
import type { Prompts } from '../prompts/prompts';

/** Asks for a file and saves an image of a page to it. */
export async function saveImage(
  prompts: Prompts,
  { name, format, data }: Pick<SaveImage, 'name' | 'format' | 'data'>,
): Promise<void> {
  const question = {
    title: t('Save Image'),
    filters: { [format.toUpperCase()]: [format] },
    defaultName: fileName(name, format),
  };
  const { location: file } = await prompts.saveFile(question, async (path) =>
    writeFile(path, data, format === 'svg' ? 'utf8' : 'base64'),
  );
  // Not awaited, because the image is already saved.
  void prompts.notify({ severity: 'information', message: t('The image was saved to {0}.', file), file });
}
