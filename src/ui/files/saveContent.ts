import { writeFile } from 'node:fs/promises';
import { fileName } from '../format/format';
import type { Prompts } from '../prompts/prompts';

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
  void prompts.notify({ severity: 'information', message: savedText(file), file });
}
