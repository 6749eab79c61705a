import { createInterface } from 'node:readline/promises';
import { bigintAsText } from '../core/base/json';
import { eachInvisible } from '../core/base/visibleText';

/**
 * The output of a command: results on one stream, everything else on the other. No text that is printed can
 * control the terminal.
 */
export interface Terminal {
  /** Prints a line of the result, or several, in color if supported. */
  print(lines: string | readonly string[], color?: Color): void;
  /** Prints a value as JSON, in which control characters are escaped. */
  printJson(value: unknown, indent?: number): void;
  /** Prints a file for other programs, unchanged if it does not go to a terminal. */
  printFile(text: string): void;
  /** Prints a line for the user, or several, in color if supported. */
  note(lines: string | readonly string[], color?: Color): void;
  /** On a terminal, shows a line for the user until anything else is printed. */
  progress(line: string): void;
}

export type Color = 'red' | 'yellow' | 'green' | 'dim';

const codes: Readonly<Record<Color, number>> = { red: 31, yellow: 33, green: 32, dim: 2 };

interface Stream {
  write(text: string): unknown;
  readonly isTTY?: boolean;
}

/** See https://no-color.org: any value of NO_COLOR disables colors. */
export function openTerminal(
  output: Stream,
  errors: Stream,
  environment: Readonly<Record<string, string | undefined>>,
): Terminal {
  const noColor = environment['NO_COLOR'];
  const isAllowed = noColor === undefined || noColor === '';
  let showsProgress = false;
  const write = (stream: Stream, text: string): void => {
    if (showsProgress) errors.write(startOfLine);
    showsProgress = false;
    stream.write(text);
  };
  const linesTo =
    (stream: Stream) =>
    (lines: string | readonly string[], color?: Color): void => {
      const isColored = isAllowed && stream.isTTY === true && color !== undefined;
      for (const text of [lines].flat().map(plainLine)) {
        write(stream, isColored ? `\u001b[${codes[color]}m${text}\u001b[0m\n` : `${text}\n`);
      }
    };
  return {
    print: linesTo(output),
    printJson: (value, indent) => {
      write(output, `${eachInvisible(JSON.stringify(value, bigintAsText, indent), jsonEscape)}\n`);
    },
    printFile: (text) => write(output, output.isTTY === true ? eachInvisible(text, () => ' ') : text),
    note: linesTo(errors),
    progress: (line) => {
      if (errors.isTTY !== true) return;
      errors.write(`${startOfLine}${plainLine(line)}`);
      showsProgress = true;
    },
  };
}

/** Goes there, and erases the line. */
const startOfLine = '\r\u001b[K';

function jsonEscape(character: string): string {
  const units = Array.from({ length: character.length }, (_, index) => character.charCodeAt(index));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}

/** One line without control characters of logs and names, which could manipulate the terminal. */
export function plainLine(text: string): string {
  return eachInvisible(text, () => ' ').replaceAll(/\s*[\r\n]+\s*/g, ' ');
}

/** Asks on the terminal; Ctrl-C and Ctrl-D count as no. */
export async function confirm(question: string): Promise<boolean> {
  const prompt = createInterface({ input: process.stdin, output: process.stderr });
  const response = await prompt.question(plainLine(question)).catch(() => {
    // They do not end the line of the question.
    process.stderr.write('\n');
    return '';
  });
  prompt.close();
  return /^y(es)?$/i.test(response.trim());
}

/** A signal that Ctrl-C aborts, so that a command can clean up. */
export function interruption(): AbortSignal & Disposable {
  const controller = new AbortController();
  const abort = (): void => controller.abort(new Error('Canceled.'));
  process.once('SIGINT', abort);
  process.once('SIGTERM', abort);
  return Object.assign(controller.signal, {
    [Symbol.dispose]: () => {
      process.off('SIGINT', abort);
      process.off('SIGTERM', abort);
    },
  });
}

/** `1 row`, `2 rows`. */
export function counted(count: number, word: string): string {
  return `${count} ${word}${count === 1 ? '' : 's'}`;
}
