import type { ToolReceipt } from '../../../core/assistant/assistantHost';
import { t } from '../../../core/base/localize';
import type { Log } from '../../ui/log';

const maxKept = 1000;

/** The tool calls of this window, for the log and the list. */
export class AssistantReceipts {
  readonly #kept: ToolReceipt[] = [];

  constructor(private readonly log: Pick<Log, 'info'>) {}

  note(receipt: ToolReceipt): void {
    this.log.info(lineOf(receipt));
    this.#kept.push(receipt);
    if (this.#kept.length > maxKept) this.#kept.shift();
  }

  /** Newest first, one paragraph each. In English like the log, so that it can be searched. */
  text(): string {
    if (this.#kept.length === 0) return t('Assistants have not used any Logbench tools in this window.');
    const heading = t(
      'Calls of assistants in this window, newest first: {0}. Times are in UTC.',
      this.#kept.length,
    );
    return [heading, ...this.#kept.toReversed().map(paragraphOf)].join('\n\n');
  }
}

function paragraphOf({ at, tool, platform, subject, outcome, result, milliseconds }: ToolReceipt): string {
  const where = platform === undefined ? '' : ` on ${platform}`;
  const lines = [subject, `${outcome}: ${result} (${milliseconds} ms)`].filter((line) => line !== '');
  return [`${at.toISOString()}  ${tool}${where}`, ...lines.map((line) => `    ${line}`)].join('\n');
}

function lineOf({ tool, platform, subject, outcome, result, milliseconds }: ToolReceipt): string {
  const where = platform === undefined ? '' : ` ${JSON.stringify(platform)}`;
  return `[assistant] ${tool}${where}: ${subject} -> ${outcome}: ${result} (${milliseconds} ms)`;
}
