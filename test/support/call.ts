/** What the service answered, read as JSON. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export interface Call {
  readonly key?: string | undefined;
  /** Sent form-encoded, as the interface's cURL examples do. */
  readonly form?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

/** One plain HTTP request, for example `call(base, 'DELETE /api/core/scheduled-queries', { key, form: { guids } })`. */
export async function call(baseUrl: string, operation: string, options: Call = {}): Promise<Answer> {
  const [method = 'GET', path = '/'] = operation.split(' ');
  const headers = new Headers(options.headers);
  if (options.key !== undefined) headers.set('authorization', `Bearer ${options.key}`);
  let body: string | undefined;
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
