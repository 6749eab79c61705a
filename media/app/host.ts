import type * as z from 'zod/mini';
import { setTranslator, translatorFrom } from '../../src/shared/localize';
import { toEveryPage } from '../../src/shared/protocol/common';
import { keepFocus, returnFocus } from './keepFocus';

interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** The connection of the page to the extension host. */
export interface Host<FromPage> {
  post(message: FromPage): void;
}

/** An event handler that sends a message. */
export function sends<Message>(post: (message: Message) => void, message: Message): () => void {
  return () => post(message);
}

interface ConnectedHost<FromPage> extends Host<FromPage> {
  /** Stores the state for restoring the panel. */
  keep(resume: unknown): void;
}

function connectHost<FromPage>(): ConnectedHost<FromPage> {
  const api = acquireVsCodeApi();
  return {
    post: (message) => api.postMessage(message),
    keep: (resume) => api.setState(resume),
  };
}

interface Ready {
  readonly kind: 'ready';
  readonly timeZone: string;
}

type PageElement<ToPage> = HTMLElement & { receive(message: ToPage): void };

/** Returns a function that starts a page. */
export function pageOf<ToPage, FromPage>(
  toPage: z.ZodMiniType<ToPage>,
  Page: new (host: Host<FromPage | Ready>) => PageElement<ToPage>,
): () => void {
  return () => startPage(toPage, Page);
}

/**
 * Renders the page in the user's language, passes it valid messages, ignores all others, and sends `ready`.
 * On `startOver`, a new page replaces it and keeps the focus.
 */
function startPage<ToPage, FromPage>(
  toPage: z.ZodMiniType<ToPage>,
  Page: new (host: Host<FromPage | Ready>) => PageElement<ToPage>,
): void {
  installTranslations();
  returnFocus();
  const host = connectHost<FromPage | Ready>();
  let page: PageElement<ToPage>;
  const start = (): void => {
    page = new Page(host);
    document.body.replaceChildren(page);
    host.post({ kind: 'ready', timeZone: browserZone() });
  };
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const common = toEveryPage.safeParse(data);
    const parsed = toPage.safeParse(data);
    if (parsed.success) page.receive(parsed.data);
    else if (common.data?.kind === 'keep') host.keep(common.data.resume);
    else if (common.data?.kind === 'startOver') {
      const focusAgain = keepFocus();
      document.title = common.data.title;
      start();
      focusAgain();
    }
  });
  start();
}

/** The time zone of the user, which a host on a remote machine cannot know. */
function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

function installTranslations(): void {
  const text = document.getElementById('translations')?.textContent ?? '{}';
  const parsed: unknown = JSON.parse(text);
  if (typeof parsed !== 'object' || parsed === null) return;
  const sentences = Object.entries(parsed).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  setTranslator(translatorFrom(Object.fromEntries(sentences)), document.documentElement.lang || 'en');
}
