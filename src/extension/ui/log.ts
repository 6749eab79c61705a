import { shownText } from '../../core/privacy/hiddenValues';
import type { Redactor } from '../../core/privacy/redact';

/** What features use of VS Code's log channel. */
export type Log = Readonly<Record<'info' | 'warn' | 'error', (message: string) => void>> & { show(): void };

/** A log that removes secrets, and sensitive values while they are hidden. */
export function cleanLog(target: Log, redactor: Redactor): Log {
  const clean = (message: string): string => shownText(redactor.clean(message));
  return {
    info: (message) => target.info(clean(message)),
    warn: (message) => target.warn(clean(message)),
    error: (message) => target.error(clean(message)),
    show: () => target.show(),
  };
}
