/** The response, parsed as JSON. */
export interface ResponseBody {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly key?: string | undefined;
  /** Sent form-encoded, as in the interface's cURL examples. */
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Sent unchanged. */
  readonly bytes?: string | Uint8Array;
  readonly headers?: Readonly<Record<string, string>>;
}

/**
 * Sends one HTTP request, for example `call(base, 'DELETE /api/core/scheduled-queries', { key, form: { guids
 * } })`.
 */
export async function call(baseUrl: string, operation: string, options: Call = {}): Promise<ResponseBody> {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const headers = new Headers(options.headers);
  if (options.key !== undefined) headers.set('authorization', `Bearer ${options.key}`);
  let body: string | Uint8Array | undefined = options.bytes;
  if (options.form) {
    headers.set('content-type', 'application/x-www-form-urlencoded');
    body = new URLSearchParams(options.form).toString();
  } else if (options.json !== undefined) {
    headers.set('content-type', 'application/json');
    body = JSON.stringify(options.json);
  }
  const response = await fetch(new URL(path, baseUrl), {
    method,
    headers,
    ...(body === undefined ? {} : { body }),
  });
  return { status: response.status, body: await response.json() };
}

/** Calls as ADMIN unless another key is given, null for none. The path starts below the product. */
export function callPlatform(
  app: { readonly baseUrl: string; readonly keys: { readonly admin: string } },
  operation: string,
  { key = app.keys.admin, ...options }: Omit<Call, 'key'> & { readonly key?: string | null } = {},
): Promise<ResponseBody> {
  const below = operation.replace(' ', ' /api/core');
  return call(app.baseUrl, below, { ...options, key: key ?? undefined });
}

export function rejection(status: number, code: string, message: string): ResponseBody {
  return { status, body: { error_code: code, error_msg: message } };
}
