import { writeFile } from 'node:fs/promises';
import { fileName } from '../format/formatTimestamp';
import type { Prompts } from '../prompts/prompts';
import { t } from '../../../core/base/localize';
import type { SaveImage } from '../../../core/pages/common';

/** Saves a content to a file that the user selects, and tells where. */
export async function saveContent(
  prompts: Pick<Prompts, 'saveFile' | 'notify'>,
  { title, name, extension }: { readonly title: string; readonly name: string; readonly extension: string },
  content: string | Uint8Array,
  savedText: (file: string) => string,
): Promise<void> {
  const filters = { [extension.toUpperCase()]: [extension] };
  const question = { title, filters, defaultName: fileName(name, extension) };
  const { location: file } = await prompts.saveFile(question, async (path) => writeFile(path, content));
  // Not awaited, because the content is already saved.
  void prompts.notify({ message: savedText(file), file });
}

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
