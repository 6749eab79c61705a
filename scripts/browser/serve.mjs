import { createServer } from 'node:http';

/** Serves a page with text, a service worker and nested frames, on its own origin. */
export async function serve() {
  const responses = {
    '/': [
      'text/html',
      '<p><span id="latin">Text</span> <code id="mono">Text</code> <span id="korean">글</span>',
    ],
    '/worker.js': ['text/javascript', 'addEventListener("fetch", () => undefined);'],
    '/outer': ['text/html', '<iframe src="/inner"></iframe>'],
    '/inner': ['text/html', '<script>top.postMessage("inner frame", "*")</script>'],
  };
  const server = createServer((request, response) => {
    const [type, body] = responses[/** @type {keyof typeof responses} */ (request.url ?? '')] ?? [
      'text/plain',
      '',
    ];
    response.writeHead(200, { 'content-type': `${type}; charset=utf-8` }).end(body);
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const close = () => {
    server.closeAllConnections();
    server.close();
  };
  return { origin: `http://127.0.0.1:${port}`, close };
}
