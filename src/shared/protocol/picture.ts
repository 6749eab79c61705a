import * as z from 'zod/mini';

/** A picture that a page has drawn and that the person wants in a file: only the host can write one. */
export const savePictureMessage = z.object({
  kind: z.literal('savePicture'),
  /** The file is called after it, unless the person says otherwise. */
  name: z.string(),
  format: z.enum(['svg', 'png']),
  /** The text of an SVG, or the bytes of a PNG in Base64. */
  data: z.string(),
});
export type SavePicture = Readonly<z.infer<typeof savePictureMessage>>;
