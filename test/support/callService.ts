import { type RunningApp } from './startApp';

export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface CallOptions {
  /** Null sends no key. */
  readonly key?: string | null;
  readonly form?: Readonly<Record<string, string>>;
  readonly bytes?: Uint8Array | string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One plain HTTP call, as the ADMIN account unless a key is given. The path starts below the product. */
export async function callService(
  app: RunningApp,
  operation: string,
  { key = app.keys.admin, form, bytes, headers }: CallOptions = {},
): Promise<Answer> {
  const [method = '', path = ''] = operation.split(' ');
  const answer = await fetch(`${app.baseUrl}/api/core${path}`, {
    method,
    headers: { ...(key === null ? {} : { authorization: `Bearer ${key}` }), ...headers },
    body: form ? new URLSearchParams(form) : (bytes ?? null),
  });
  const body: unknown = await answer.json();
  return { status: answer.status, body };
}

export function refusal(status: number, code: string, message: string): Answer {
  return { status, body: { error_code: code, error_msg: message } };
}
