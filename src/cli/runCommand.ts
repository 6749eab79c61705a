import { isQueryRejection } from '../core/api/errors';
import { rejectedRange } from '../core/language/services/rejectedRange';
import type { ResultPage } from '../core/interface/cursor';
import type { RawRecord } from '../core/interface/optional';
import type { QueryStatus } from '../core/interface/queryStatus';
import { countOption, exitCodes } from './command';
import type { Command } from './command';
import { counted, interruption } from './terminal';
import { openClient, platformOptions, readTarget } from './target';
import { problemIn, readCheckedText, readSource, uncheckedOption } from './querySource';
import { formatOption, printRows, rowFormat } from './rowFormats';
import type { RowFormat } from './rowFormats';
import { runQueryInPages } from '../core/api/runQuery';
import type { Terminal } from './terminal';

const defaultLimit = 1000;

export const runCommand: Command = {
  name: 'run',
  parameters: 'FILE | -q TEXT [OPTIONS]',
  summary: 'Runs a query and prints its rows. Ctrl-C cancels it on the platform.',
  options: {
    query: { short: 'q', value: 'TEXT', summary: 'the text of the query' },
    limit: { value: 'N', summary: `maximum number of rows to print; default ${defaultLimit}` },
    format: formatOption,
    unchecked: uncheckedOption,
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = rowFormat(input);
    const limit = countOption(input, 'limit') ?? defaultLimit;
    const source = await readSource(input);
    const text = await readCheckedText(source, input);
    await using client = await openClient(await readTarget(input), input);
    using signal = interruption();
    const output = new RowOutput(terminal, format);
    const progress = progressOn(terminal, () => output.count);
    const total = await runQueryInPages(client, text, { limit, signal, onStatus: progress }, (page) => {
      output.add(page);
      progress();
    }).catch((error: unknown) => {
      throw isQueryRejection(error) ? problemIn(source, rejectedRange(error.message, text)) : error;
    });
    output.end();
    if (total > BigInt(output.count)) {
      terminal.note(`${output.count} of ${total} rows; --limit N prints more.`);
    } else terminal.note(`${counted(output.count, 'row')}.`);
    return exitCodes.done;
  },
};

/** Prints NDJSON as it arrives. The other formats need all rows: for their columns, or their width. */
class RowOutput {
  count = 0;
  readonly #rows: RawRecord[] = [];
  #order: readonly string[] | undefined;

  constructor(
    private readonly terminal: Terminal,
    private readonly format: RowFormat,
  ) {}

  add({ rows, fieldOrder }: ResultPage): void {
    this.count += rows.length;
    this.#order = fieldOrder ?? this.#order;
    if (this.format === 'ndjson') printRows(this.terminal, rows, this.format);
    else for (const row of rows) this.#rows.push(row);
  }

  end(): void {
    if (this.format !== 'ndjson') printRows(this.terminal, this.#rows, this.format, this.#order);
  }
}

/** Shows the progress of the query and of the download, at most once per second. */
function progressOn(terminal: Terminal, downloaded: () => number): (status?: QueryStatus) => void {
  let next = Date.now() + 1000;
  let counted: QueryStatus['rows'] = 0;
  return (status) => {
    counted = status?.rows ?? counted;
    if (Date.now() < next) return;
    next = Date.now() + 1000;
    terminal.progress(`${downloaded()} of ${counted} rows`);
  };
}
