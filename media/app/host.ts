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

/** A browser extension may send anything to a window. */
interface ForeignMessage {
  readonly kind?: undefined;
}

type PageElement<ToPage> = HTMLElement & { receive(message: ToPage): void };

/**
 * Renders the page in the user's language, passes it states and messages of these kinds, and sends `ready`.
 * On `startOver`, a new page replaces it and keeps the focus.
 */
export function startPage<ToPage extends { readonly kind: string }, FromPage>(
  Page: new (host: Host<FromPage | Ready>) => PageElement<ToPage>,
  ...kinds: readonly Exclude<ToPage['kind'], 'state'>[]
): void {
  installTranslations();
  returnFocus();
  const api = acquireVsCodeApi();
  const host: Host<FromPage | Ready> = { post: (message) => api.postMessage(message) };
  let page: PageElement<ToPage>;
  let notice: string | null = null;
  const start = (): void => {
    page = new Page(host);
    document.body.replaceChildren(page);
    showNotice(notice);
    // A host on a remote machine cannot know the time zone of the user.
    host.post({ kind: 'ready', timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone });
  };
  const isForPage = (message: ToEveryPage | ToPage | ForeignMessage): message is ToPage =>
    ['state', ...kinds].some((kind) => kind === message.kind);
  window.addEventListener(
    'message',
    ({ data }: MessageEvent<ToEveryPage | ToPage | ForeignMessage | null | undefined>) => {
      if (!data) return;
      if (isForPage(data)) page.receive(data);
      else if (data.kind === 'keep') api.setState(data.resume);
      else if (data.kind === 'notice') {
        notice = data.text;
        showNotice(notice);
      } else if (data.kind === 'startOver') {
        const focusAgain = keepFocus();
        document.title = data.title;
        start();
        focusAgain();
      }
    },
  );
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
