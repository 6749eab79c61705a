import assert from 'node:assert/strict';
import * as z from 'zod/mini';

/**
 * Every request gets a correct response, an error of the interface, or a clear rejection; never a stack trace.
 */
export async function checkResponse(response: Response, asked: string): Promise<void> {
  const content = await response.text();
  assert.doesNotMatch(content, /^\s+at .+:\d+:\d+/m, 'no stack trace');
  if (response.status === 200 || asked.startsWith('HEAD ')) return;
  const { error_msg } = errorBody.parse(JSON.parse(content));
  const summary = `${asked}: ${response.status} ${content}`.slice(0, 2000);
  assert.ok(response.status < 500 || known5xx.test(error_msg), summary);
}

const errorBody = z.strictObject({ error_code: z.string(), error_msg: z.string() });

/** Every 5xx that the interface or its companion operations know. */
const known5xx =
  /^(no-permission$|duplicated |too many running queries$|upload stream |table |(batch|stream) rule |[a-z ]+ not found: )/;
