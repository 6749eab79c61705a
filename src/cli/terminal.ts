/** The output of a command: results on one stream, everything else on the other. */
export interface Terminal {
  /** Prints a line of the result, in color if supported. */
  print(line: string, color?: Color): void;
  /** Prints a line for the user, in color if supported. */
  note(line: string, color?: Color): void;
  /** Colors a text if the stream for notes supports it. */
  paint(color: Color, text: string): string;
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
  const painting =
    (stream: Stream) =>
    (text: string, color: Color | undefined): string =>
      isAllowed && stream.isTTY === true && color !== undefined
        ? `\u001b[${codes[color]}m${text}\u001b[0m`
        : text;
  const [inResult, inNotes] = [painting(output), painting(errors)];
  return {
    print: (line, color) => void output.write(`${inResult(line, color)}\n`),
    note: (line, color) => void errors.write(`${inNotes(line, color)}\n`),
    paint: (color, text) => inNotes(text, color),
  };
}

/** Removes control characters of logs and names, which could manipulate the terminal. */
export function plainLine(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Cf}]+/gu, ' ');
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
