import { setTranslator, translatorFrom } from '../../src/core/base/localize';
import type { ToEveryPage } from '../../src/core/pages/common';
import { keepFocus, returnFocus } from './keepFocus';

declare function acquireVsCodeApi(): {
  postMessage(message: unknown): void;
  /** Stores the state for restoring the panel. */
  setState(state: unknown): void;
};

/** The connection of the page to the extension host. */
export interface Host<FromPage> {
  post(message: FromPage): void;
}

interface Ready {
  readonly kind: 'ready';
  readonly timeZone: string;
}

type PageElement = HTMLElement & { receive(message: object): void };

/**
 * Renders the page that the document names in the user's language, passes it the messages of its host, and sends
 * `ready`. On `startOver`, a new page replaces it and keeps the focus.
 */
export function startPage(pages: Readonly<Record<string, new (host: Host<Ready>) => PageElement>>): void {
  const { page: name = '' } = document.body.dataset;
  const Page = pages[name];
  if (!Page) throw new Error(`there is no page ${name}`);
  installTranslations();
  returnFocus();
  const api = acquireVsCodeApi();
  const host: Host<Ready> = { post: (message) => api.postMessage(message) };
  let page: PageElement;
  let notice: string | null = null;
  const start = (): void => {
    page = new Page(host);
    document.body.replaceChildren(page);
    showNotice(notice);
    // A host on a remote machine cannot know the time zone of the user.
    host.post({ kind: 'ready', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  };
  window.addEventListener('message', ({ data }: MessageEvent<ToEveryPage | null | undefined>) => {
    if (data?.kind === 'keep') api.setState(data.resume);
    else if (data?.kind === 'notice') {
      notice = data.text;
      showNotice(notice);
    } else if (data?.kind === 'startOver') {
      const focusAgain = keepFocus();
      document.title = data.title;
      start();
      focusAgain();
    } else page.receive(Object(data) as object);
  });
  start();
}

/** A sentence above whatever the page shows. */
function showNotice(text: string | null): void {
  document.querySelector('.page-notice')?.remove();
  if (text === null) return;
  const element = document.createElement('p');
  element.className = 'banner page-notice';
  element.setAttribute('role', 'alert');
  element.textContent = text;
  document.body.prepend(element);
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
