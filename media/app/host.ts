import type * as z from 'zod/mini';
import { setTranslator, translatorFrom } from '../../src/shared/localize';
import { toEveryPage } from '../../src/shared/protocol/common';
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

type PageElement<ToPage> = HTMLElement & { receive(message: ToPage): void };

/**
 * Renders the page in the user's language, passes it valid messages, ignores all others, and sends `ready`.
 * On `startOver`, a new page replaces it and keeps the focus.
 */
export function startPage<ToPage, FromPage>(
  toPage: z.ZodMiniType<ToPage>,
  Page: new (host: Host<FromPage | Ready>) => PageElement<ToPage>,
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
  window.addEventListener('message', ({ data }: MessageEvent<unknown>) => {
    const common = toEveryPage.safeParse(data);
    const parsed = toPage.safeParse(data);
    if (parsed.success) page.receive(parsed.data);
    else if (common.data?.kind === 'keep') api.setState(common.data.resume);
    else if (common.data?.kind === 'notice') {
      notice = common.data.text;
      showNotice(notice);
    } else if (common.data?.kind === 'startOver') {
      const focusAgain = keepFocus();
      document.title = common.data.title;
      start();
      focusAgain();
    }
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
