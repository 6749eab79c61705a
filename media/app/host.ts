import type * as z from 'zod/mini';
import { setTranslator, translatorFrom } from '../../src/shared/localize';

interface VsCodeApi {
  postMessage(message: unknown): void;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): VsCodeApi;

/** What `keep` gets is what a restored panel starts from. */
export interface Host<FromPage, Resume> {
  post(message: FromPage): void;
  keep(resume: Resume): void;
}

/** The page's way to its host. Call it once, before anything is drawn: it also installs the user's language. */
export function connectHost<FromPage, Resume>(): Host<FromPage, Resume> {
  installTranslations();
  const api = acquireVsCodeApi();
  return {
    post: (message) => {
      api.postMessage(message);
    },
    keep: (resume) => {
      api.setState(resume);
    },
  };
}

/** Where the person is, which the host cannot know when it runs on another machine. */
export function browserZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone;
}

/** Hands on the messages of the expected shape; any other is nobody's. */
export function receiveMessages<ToPage>(
  schema: z.ZodMiniType<ToPage>,
  receive: (message: ToPage) => void,
): void {
  window.addEventListener('message', (event: MessageEvent<unknown>) => {
    const parsed = schema.safeParse(event.data);
    if (parsed.success) receive(parsed.data);
  });
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
