import * as z from 'zod/mini';

/** The body of every answer that is an error. */
export const refusalBody = z.looseObject({ error_code: z.string(), error_msg: z.string() });

export const noPermission = 'no-permission';

/** The code of a query that is gone or belongs to another account: the one 403 that is not about the key. */
export const invalidQueryId = 'invalid-query-id';
