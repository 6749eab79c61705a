import type { Message } from './pageUnderTest';

/** A host that sends these when the page is ready, and responds to nothing else. */
export function hostOf(...messages: readonly unknown[]): (message: Message) => readonly unknown[] {
  return ({ kind }) => (kind === 'ready' ? messages : []);
}
