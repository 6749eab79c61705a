import * as z from 'zod/mini';

/** An image that the page has rendered; only the host can save it to a file. */
export const saveImageMessage = z.object({
  kind: z.literal('saveImage'),
  /** The proposed file name. */
  name: z.string(),
  format: z.enum(['svg', 'png']),
  /** The text of an SVG, or the bytes of a PNG in Base64. */
  data: z.string(),
});
export type SaveImage = Readonly<z.infer<typeof saveImageMessage>>;
