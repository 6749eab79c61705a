import { shownText } from '../../shared/privacy/hiddenValues';

/** The proposed file name in a save dialog, with sensitive values masked if they are hidden. */
export function fileName(name: string, extension: string): string {
  return `${shownText(name)
    .replace(/[^\p{L}\p{N}._ -]+/gu, '_')
    .trim()}.${extension}`;
}
