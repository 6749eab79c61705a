import { shownText } from '../../shared/privacy/hiddenValues';

/** The name that a save dialog proposes for a file about something, as a person may see it now. */
export function fileName(name: string, extension: string): string {
  return `${shownText(name)
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .trim()}.${extension}`;
}
