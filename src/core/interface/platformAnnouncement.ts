import * as z from 'zod/mini';

/** The content of an announcement. A killed platform leaves its file behind, so check that the platform responds. */
export const PlatformAnnouncement = z.object({
  event: z.literal('listening'),
  base_url: z.string(),
  product: z.string(),
  /** Present if the platform has created the key itself. */
  api_key: z.optional(z.string()),
});

export type PlatformAnnouncement = z.infer<typeof PlatformAnnouncement>;
