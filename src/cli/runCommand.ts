import { isQueryRejection } from '../api/errors';
import { rejectedRange } from '../language/services/rejectedRange';
import type { QueryStatus } from '../shared/wire/queryStatus';
import { countOption, exitCodes } from './command';
import type { Command } from './command';
import { counted, interruption } from './terminal';
import { openClient, platformOptions, readTarget } from './target';
import { problemIn, readSource, readText } from './querySource';
import { formatOption, printRows, rowFormat } from './rowFormats';
import { runQueryPage } from '../api/runQuery';
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
    ...platformOptions,
  },
  async run(input, terminal) {
    const format = rowFormat(input);
    const limit = countOption(input, 'limit') ?? defaultLimit;
    const source = await readSource(input);
    const text = readText(source);
    await using client = await openClient(await readTarget(input), input);
    using signal = interruption();
    const onStatus = progressOn(terminal);
    const page = await runQueryPage(client, text, { limit, signal, onStatus }).catch((error: unknown) => {
      throw isQueryRejection(error) ? problemIn(source, rejectedRange(error.message, text)) : error;
    });
    printRows(terminal, page.rows, format, page.fieldOrder);
    const total = page.total ?? page.rows.length;
    if (BigInt(total) > BigInt(page.rows.length)) {
      terminal.note(`${page.rows.length} of ${total} rows; --limit N prints more.`);
    } else terminal.note(`${counted(page.rows.length, 'row')}.`);
    return exitCodes.done;
  },
};

/** Reports the progress of the query, at most once per second. */
function progressOn(terminal: Terminal): (status: QueryStatus) => void {
  let next = Date.now() + 1000;
  return ({ rows, elapsed, finished }) => {
    if (finished || Date.now() < next) return;
    next = Date.now() + 1000;
    terminal.note(`${rows} rows after ${Math.round(Number(elapsed) / 1000)} s`);
  };
}
