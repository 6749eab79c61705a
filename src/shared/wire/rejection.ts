import * as z from 'zod/mini';

/** The body of every error response. */
export const rejectionBody = z.looseObject({ error_code: z.string(), error_msg: z.string() });

export const noPermission = 'no-permission';

/**
 * The code of a query that no longer exists or belongs to another account: the only 403 that is not about the
 * key.
 */
export const invalidQueryId = 'invalid-query-id';
