import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import * as z from 'zod/mini';
import { pageHtml } from '../../../src/extension/ui/panels/pageHtml';

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.ttf': 'font/ttf',
};

/** Serves the built pages from one origin, inside the very document that the extension puts them into. */
export async function startPageServer(): Promise<{ origin: string; close: () => Promise<void> }> {
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    void reply(pathname, searchParams.get('lang') ?? 'en', originOf(server)).then(
      ({ type, body, headers }) => response.writeHead(200, { 'content-type': type, ...headers }).end(body),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    origin: originOf(server),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

async function reply(
  pathname: string,
  language: string,
  origin: string,
): Promise<{ type: string; body: string | Buffer; headers?: Record<string, string> }> {
  const name = path.basename(pathname);
  const type = types[path.extname(name)];
  if (type) {
    const body = await readFile(path.join('dist', 'pages', name));
    return { type, body, headers: { 'cache-control': 'max-age=3600' } };
  }
  const body = pageHtml({
    page: name,
    title: name,
    language,
    nonce: 'dGVzdGluZw==',
    cspSource: origin,
    scriptUri: `${origin}/page.js`,
    styleUris: [`${origin}/base.css`, `${origin}/${name}.css`],
    codiconsUri: `${origin}/codicons.css`,
    startFailure: 'This page could not start: {0}.',
    translations: await translationsFor(language),
  });
  return { type: 'text/html; charset=utf-8', body };
}

function originOf(server: Server): string {
  const { port } = server.address() as AddressInfo;
  return `http://127.0.0.1:${port}`;
}

/** Marks the begin and the end of a sentence in the pseudo-language. */
export const pseudoMarks = { begin: '⟦', end: '⟧' } as const;

/** Korean as it is packaged, or a language that is a third longer than English and shows where it ends. */
async function translationsFor(language: string): Promise<Readonly<Record<string, string>>> {
  if (language !== 'ko' && language !== 'qps') return {};
  const korean = z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(path.join('l10n', 'bundle.l10n.ko.json'), 'utf8')));
  if (language === 'ko') return korean;
  // It has every sentence, as a test of its own holds.
  return Object.fromEntries(Object.keys(korean).map((text) => [text, lengthen(text)]));
}

function lengthen(text: string): string {
  return pseudoMarks.begin + text + '~'.repeat(Math.ceil(text.length / 3)) + pseudoMarks.end;
}
