import * as z from 'zod/mini';

/*
 * The parameters of requests. The SDK has schemas of its own, but responds to what does not fit as if the server
 * had failed.
 */

const texts = z.optional(z.record(z.string(), z.string()));

export const listParams = { params: z.object({ cursor: z.optional(z.string()) }) };

export const readParams = { params: z.object({ uri: z.string() }) };

const prompt = z.object({ name: z.string(), arguments: texts });

export type PromptParams = z.infer<typeof prompt>;

export const promptParams = { params: prompt };

export const completeParams = {
  params: z.object({
    ref: z.discriminatedUnion('type', [
      z.object({ type: z.literal('ref/prompt'), name: z.string() }),
      z.object({ type: z.literal('ref/resource'), uri: z.string() }),
    ]),
    argument: z.object({ name: z.string(), value: z.string() }),
    context: z.optional(z.object({ arguments: texts })),
  }),
};
