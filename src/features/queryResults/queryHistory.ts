import { listQueryHistory } from '../../api/operations/queries';
import type { PlatformClient } from '../../api/client';
import { whereOffered } from '../../api/errors';
import { t } from '../../shared/localize';
import { isOwnQuery } from '../../shared/ownQueries';
import { formatClock, formatServiceTime } from '../../ui/format/format';
import type { Choice, SearchResult } from '../../ui/prompts/prompts';

/** One query that was run before. */
interface PastQuery {
  readonly text: string;
  readonly description: string;
}

const maxOfWindow = 100;
const maxOfPlatform = 500;

/** The queries of this window, newest first, followed by the platform's history. */
export class QueryHistory {
  #ofWindow: readonly PastQuery[] = [];

  add(text: string, connection: string, now = new Date()): void {
    const description = t('{0}, this window, {1}', connection, formatClock(now));
    const others = this.#ofWindow.filter((past) => past.text !== text);
    this.#ofWindow = [{ text, description }, ...others].slice(0, maxOfWindow);
  }

  /** Queries that contain the words. If the platform has no history, only those of this window. */
  async find(client: PlatformClient, text: string, signal: AbortSignal): Promise<SearchResult<string>> {
    const ofPlatform = await whereOffered(client.send(listQueryHistory({ limit: maxOfPlatform }), signal));
    const known = new Set(this.#ofWindow.map(({ text }) => text));
    const past = [
      ...this.#ofWindow,
      ...(ofPlatform?.items ?? [])
        .filter(({ text }) => !known.has(text) && !isOwnQuery(text))
        .map(({ text, createdAt, source }) => ({ text, description: describe(createdAt, source) })),
    ];
    const sought = text.toLowerCase();
    const choices = past.filter(({ text }) => text.toLowerCase().includes(sought)).map(toChoice);
    return { total: choices.length, choices };
  }
}

function toChoice({ text, description }: PastQuery): Choice<string> {
  return { label: text.replace(/\s+/g, ' ').trim().slice(0, 200), description, icon: 'history', value: text };
}

function describe(createdAt: string | undefined, source: string | undefined): string {
  const time = formatServiceTime(createdAt) ?? '';
  return source === 'assistant' ? t('{0}, by an assistant', time) : time;
}
